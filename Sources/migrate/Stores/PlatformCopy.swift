internal import StoreLayout
internal import Diagnostics
internal import Files
internal import MigrationPlanner
internal import SchemaModel
internal import SQLite
internal import StoreCreation
internal import StoreMigration
internal import StoreReading
internal import StoreVerification

/// A copy, in our own layout, of a store that Core Data or SwiftData wrote, for as long as a command
/// works with its data.
struct PlatformCopy {
  /// The store.
  let store: PlatformStore
  /// The versions of its model, with the model of the copy as that of its version; a later version does not
  /// demand either what objects of the store do not meet.
  let history: SchemaHistory
  /// The versions of its model as the schema files declare them.
  let declared: SchemaHistory
  private let converted: ConvertedStore
  private let name: String
  /// What keeps the copy where it is.
  let folder: ScratchFolder

  /// The path of the copy.
  var path: String { converted.path }
  /// The model of the copy.
  var schema: Schema { converted.version.document.schema }

  /// Copies the store at a path; nil where another program wrote it.
  ///
  /// The copy is in the folder for temporary files, as the store may be where nothing can be written.
  init?(
    of path: String, for purpose: PlatformStore.Purpose = .keeping, _ invocation: Invocation,
    _ work: Work
  ) throws {
    guard let store = try PlatformStore.found(at: path, for: purpose, invocation) else {
      return nil
    }
    try self.init(path, store, Self.history(of: store, invocation), work)
  }

  private init(
    _ path: String, _ store: PlatformStore, _ history: SchemaHistory, _ work: Work
  ) throws {
    self.store = store
    name = path
    folder = try ScratchFolder(named: "migrate-copy")
    let copy = folder.path(of: FilePath.name(of: path))
    converted = try folder.holding {
      try ConvertedStore(of: store, at: copy) { rows, total in
        try work.report("reading the store", rows, of: total)
      }
    }
    let version = converted.version
    declared = history
    self.history = SchemaHistory(
      history.versions.filter { $0.schema.version != version.document.schema.version }
        .map { version.withConcessions($0) } + [version.document])
  }

  private static func history(
    of store: PlatformStore, _ invocation: Invocation
  ) throws -> SchemaHistory {
    guard let version = store.version else { return SchemaHistory([]) }
    let folder = try SchemaFolder.find(in: invocation.schemas(), model: version.schema.name)
    return try invocation.histories.history(inDirectory: folder)
  }

  /// The demands of the store's model that its objects do not meet, and the model of the copy does not
  /// make.
  var concessions: [Finding] { converted.version.concessions }

  /// Whether the copy lacks objects, values or links of the store.
  var isPartial: Bool {
    !store.objects.losses.isEmpty
      || converted.version.findings.contains { $0.problem.isLeftOut }
  }

  /// The options of a repair, which leaves the links in join tables, as no app can edit these, and links
  /// to objects that may be in the store after all.
  func options(_ options: RepairOptions) -> RepairOptions {
    var options = options
    for case .platform(.doubtfulLink(let name, _)) in converted.version.findings.map(\.problem) {
      options.orphans[name] = .leave
    }
    for links in StoreLayout(of: schema).joinTables {
      let (primary, inverse) = (links.association.primary, links.association.inverse)
      for end in [primary, inverse].compactMap(\.self) {
        options.orphans[PropertyName(end.entity, end.relationship.name)] = nil
      }
      options.orphans[PropertyName(primary.entity, primary.relationship.name)] = .leave
    }
    return options
  }

  /// The findings of a verification of the store that the steps of a repair leave.
  func left(by steps: [RepairStep], _ files: OwnedFiles?) throws -> [Finding] {
    var options = VerificationOptions()
    options.ownedFiles = files
    let actions = steps.map(\.action)
    return try StoreVerifier.verify(store, options: options).findings.filter { finding in
      switch finding.problem {
      case .missingValue: false
      case .danglingLink(let name, _, _):
        !actions.contains {
          switch $0 {
          case .clear(name, _), .delete(name, _, _): true
          default: false
          }
        }
      case .duplicate(let entity, let key, _):
        !actions.contains {
          if case .merge(let merge) = $0 {
            merge.key.entity == entity && Set(merge.key.properties) == Set(key)
          } else {
            false
          }
        }
      default: true
      }
    }
  }

  /// The facts that the copy has otherwise than the store, as warnings.
  var warnings: [Diagnostic] { store.warnings(of: name, converted.version) }
}

extension Outcome {
  /// Adds what the copy, of which it speaks, has otherwise than the store.
  mutating func add(_ copy: PlatformCopy) {
    findings += copy.warnings
    if copy.isPartial, status == .done { status = .findings }
  }
}

extension Diagnostic {
  /// That a backup of an app's store, or what was restored of one, leaves out demands of its version.
  static func easedModel(
    inStore path: String, of released: Schema, without changes: [SchemaChange]
  ) -> Diagnostic {
    Diagnostic(
      code: "eased-model", severity: .warning,
      "the model in '\(path)' leaves out what objects do not meet, so that all of them are kept: it is "
        + "not \(released.name) \(released.version) as released",
      notes: changes.map { .init("left out: \($0.demand)") } + [
        .init(
          "'migrate verify' warns of it in a restored store, and 'migrate status' reports 'edited-version'"
        ),
        .init("to have one of the released version, repair the app's store and back it up again"),
      ])
  }
}

extension PlatformStore {
  /// The properties that cannot be read; an error where the store lacks what each store of its model has.
  func unreadableProperties(of path: String) -> [Diagnostic] {
    objects.losses.map { $0.finding.diagnostic(of: path, ofPlatform: model) }
  }

  /// The facts that a copy or a backup has otherwise than the store, as warnings.
  func warnings(of path: String, _ eased: EasedVersion) -> [Diagnostic] {
    unreadableProperties(of: path)
      + eased.findings.map { finding in
        var diagnostic = finding.diagnostic(of: path, ofPlatform: model)
        if !finding.problem.isLeftOut { diagnostic.severity = .warning }
        return diagnostic
      }
  }

  /// That a backup does not make all demands of the store's version.
  func easedModel(_ eased: EasedVersion, inBackup path: String) -> [Diagnostic] {
    guard let changes = try? SchemaDiff(from: eased.document, to: document).changes,
      !changes.isEmpty
    else { return [] }
    return [.easedModel(inStore: path, of: document.schema, without: changes)]
  }

  /// The standing of a store that commands only read.
  static func standing(of path: String) -> StoreStanding {
    StoreStanding("'\(path)' is unchanged, as only the app writes to it")
  }
}
