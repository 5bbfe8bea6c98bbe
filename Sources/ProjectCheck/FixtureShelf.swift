internal import Diagnostics
internal import Files
internal import Reports
internal import SQLite
internal import StoreLayout
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML
internal import StoreCreation
internal import StoreLint
internal import StoreReading
internal import StoreTesting
internal import StoreVerification

/// The fixtures of a project, each as a store that can be checked and copied.
struct FixtureShelf {
  /// A fixture, and the identity in its store.
  struct Item {
    var path: String
    var schema: String
    var version: Version
    var store: StoreFixture
    /// The facts about real data; nil if the model of the store cannot be read.
    var facts: (any StoreFacts)?
  }

  /// A database of the app itself that no version describes.
  struct Drift {
    var path: String
    /// The most similar version.
    var nearest: SchemaDocument
    var differences: [DefinitionDifference]
  }

  /// A database of the app itself that Room does not open.
  struct Refused {
    var path: String
    /// The version that describes the tables of the database.
    var document: SchemaDocument
    var refusals: [RoomRefusal]
  }

  private(set) var items: [Item] = []
  private(set) var refused: [Refused] = []
  private(set) var drifts: [Drift] = []
  private var found: [Diagnostic]
  private let folder: ScratchFolder

  /// Reads the fixtures of a folder.
  ///
  /// A database without an identity belongs to the model with a version that describes it.
  init(_ fixtures: FixtureFolder?, among histories: [SchemaHistory]) throws {
    folder = try ScratchFolder()
    found = (fixtures?.problems ?? []).map { Self.problem($0.reason, $0.path) }
    for (number, fixture) in (fixtures?.fixtures ?? []).enumerated() {
      let copy = folder.path(of: "\(number).store")
      do {
        if fixture.kind == .store { found += try Diagnostic.cutLog(ofStoreAt: fixture.path) }
        if fixture.kind == .store, try PlatformStore.isOne(at: fixture.path) {
          try place(platformStore: fixture.path, copiedTo: copy, among: histories)
          continue
        }
        try fixture.make(at: copy)
        guard let store = try StoreFixture(copy) else { continue }
        let connection = try StoreFile.open(path: copy, for: .reading)
        guard let identity = try connection.readIdentity() else {
          place(
            store, from: fixture.path, try connection.readDefinition(),
            try RoomIdentity(of: connection), among: histories)
          continue
        }
        items.append(
          Item(
            path: fixture.path, schema: identity.schema, version: identity.version, store: store,
            facts: Self.facts(of: fixture, at: copy, identity)))
      } catch {
        // A problem of the copy is a problem of the fixture.
        let reasons =
          (error as? DiagnosticsError)?.diagnostics.map(\.message) ?? ["\(error)"]
        found += reasons.map {
          Self.problem($0.replacing(copy, with: fixture.path), fixture.path)
        }
      }
    }
  }

  /// Adds a store of Core Data or SwiftData, as a copy in our own layout.
  private mutating func place(
    platformStore path: String, copiedTo copy: String, among histories: [SchemaHistory]
  ) throws {
    let store = try PlatformStore(
      at: path, versions: histories.flatMap(\.versions), for: .migrating)
    guard let version = store.version?.schema else {
      return found.append(Self.problem("no version has its version hashes", path))
    }
    let converted = try ConvertedStore(of: store, at: copy)
    let leftOut = converted.version.findings.filter(\.problem.isLeftOut)
    guard !converted.version.isEased, leftOut.isEmpty, store.objects.losses.isEmpty else {
      let others = leftOut.filter { !converted.version.concessions.contains($0) }
      return found.append(
        Diagnostic(
          .unusableFixture, severity: .warning,
          "'\(path)' cannot be tried: its objects do not meet its model",
          notes: (converted.version.concessions + others).map {
            .init($0.diagnostic(of: path).message)
          }
            + store.objects.losses.map { .init($0.explanation) }
            + [.init("'migrate rehearse \(path.shellWord)' tries it")]))
    }
    guard let fixture = try StoreFixture(copy) else { return }
    let facts = try? LintStore(
      at: copy, of: converted.version.document.schema, name: path, isSample: true)
    items.append(
      Item(
        path: path, schema: version.name, version: version.version, store: fixture, facts: facts))
  }

  /// Adds a database without an identity.
  private mutating func place(
    _ store: StoreFixture, from path: String, _ definition: DatabaseDefinition,
    _ room: RoomIdentity?, among histories: [SchemaHistory]
  ) {
    var drift: Drift?
    for history in histories {
      switch definition.match(among: history) {
      case .notDescribed: continue
      case .one(let version, _):
        guard let document = history[version] else { continue }
        let schema = document.schema
        if let begun = Drift(of: definition, from: path, beyond: version, in: history) {
          return drifts.append(begun)
        }
        if let refusals = room?.refusals(as: schema), !refusals.isEmpty {
          return refused.append(Refused(path: path, document: document, refusals: refusals))
        }
        let facts = try? LintStore(at: store.path, of: schema, name: path, isSample: true)
        return items.append(
          Item(path: path, schema: schema.name, version: version, store: store, facts: facts))
      case .none(let nearest, let differences):
        guard let document = history[nearest],
          differences.count < drift?.differences.count ?? .max
        else { continue }
        drift = Drift(path: path, nearest: document, differences: differences)
      }
    }
    if let drift {
      drifts.append(drift)
    } else {
      found.append(Self.problem("it is a database that no version of a model describes", path))
    }
  }

  private static func facts(
    of fixture: StoreFixture, at copy: String, _ identity: StoreIdentity
  ) -> (any StoreFacts)? {
    // A fixture with an unreadable model is reported when it is tried; the lint rules do without its data.
    guard let model = try? SchemaReader.read(text: identity.model, name: fixture.path) else {
      return nil
    }
    return try? LintStore(at: copy, of: model.schema, name: fixture.path, isSample: true)
  }

  private static func problem(_ reason: String, _ path: String) -> Diagnostic {
    Diagnostic(.unusableFixture, "'\(path)' cannot be tried: \(reason)")
  }

  /// The problems that keep fixtures from being tried at all.
  ///
  /// If all models could be read, fixtures of unknown models are reported too.
  func problems(knowing models: [String], isComplete: Bool) -> [Diagnostic] {
    guard isComplete else { return found }
    return found
      + items.filter { !models.contains($0.schema) }.map { item in
        Diagnostic(
          .unusableFixture, severity: .warning,
          "'\(item.path)' is a store of '\(item.schema)', and no model here has that name")
      }
  }
}

extension FixtureShelf.Drift {
  /// A database that one version describes, and that also has parts of a later version; nil if it has no such
  /// parts.
  init?(
    of definition: DatabaseDefinition, from path: String, beyond version: Version,
    in history: SchemaHistory
  ) {
    guard let matched = history[version] else { return nil }
    let known = StoreLayout(of: matched.schema).definition
    let begun = history.versions.filter { later in
      later.schema.version > version
        && StoreLayout(of: later.schema).definition.tables.contains { table in
          table.columns.contains { column in
            definition.table(named: table.name)?.column(named: column.name) != nil
              && known.table(named: table.name)?.column(named: column.name) == nil
          }
        }
    }
    let compared = begun.map { ($0, StoreLayout(of: $0.schema).differences(from: definition)) }
    guard let nearest = compared.min(by: { $0.1.count < $1.1.count }) else { return nil }
    self.init(path: path, nearest: nearest.0, differences: nearest.1)
  }

  /// The drift as a case of the check.
  var checked: CheckedCase {
    let version = nearest.schema.version
    let problem = Diagnostic(
      code: "drift",
      "'\(path)' is a database that no version describes; \(version) comes nearest, with "
        + Quantity.count(differences.count, "difference"),
      at: nearest.sources.location(of: SchemaPath(["version"])),
      notes: differences.map { .init($0.message) }
        + [.init("'migrate import' describes the database as it is")])
    return CheckedCase(path, file: nearest.file, diagnostics: [problem])
  }
}

extension FixtureShelf.Refused {
  /// The refusals as a case of the check.
  var checked: CheckedCase {
    let place = document.sources.location(of: SchemaPath(["version"]))
    let problems = refusals.map { refusal in
      Diagnostic(
        code: refusal.code, "'\(path)': \(refusal.message)", at: place,
        notes: [.init(refusal.advice)])
    }
    return CheckedCase(path, file: document.file, diagnostics: problems)
  }
}
