internal import Diagnostics
internal import Files
internal import SQLite
internal import StoreLayout
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML
internal import StoreLint
internal import StoreTesting

/// The fixtures of a project, each as a store that may be looked at and copied.
struct FixtureShelf {
  /// A fixture with what its store says about itself.
  struct Item {
    var path: String
    var schema: String
    var version: Version
    var store: StoreFixture
    /// What it can tell about data such as people have; nil where its model cannot be read.
    var facts: (any StoreFacts)?
  }

  private(set) var items: [Item] = []
  private var found: [Diagnostic]
  private let folder: ScratchFolder

  init(_ fixtures: FixtureFolder?) throws {
    folder = try ScratchFolder()
    found = (fixtures?.problems ?? []).map { Self.problem($0.reason, $0.path) }
    for (number, fixture) in (fixtures?.fixtures ?? []).enumerated() {
      let copy = folder.path(of: "\(number).store")
      do {
        try fixture.make(at: copy)
        guard let store = try StoreFixture(copy),
          let identity = try StoreFile.open(path: copy, for: .reading).readIdentity()
        else {
          found.append(Self.problem("it is a database, and no store of migrate's", fixture.path))
          continue
        }
        items.append(
          Item(
            path: fixture.path, schema: identity.schema, version: identity.version, store: store,
            facts: Self.facts(of: fixture, at: copy, identity)))
      } catch {
        // What is wrong with the copy is wrong with the fixture.
        found.append(
          Self.problem("\(error)".replacing(copy, with: fixture.path), fixture.path))
      }
    }
  }

  private static func facts(
    of fixture: StoreFixture, at copy: String, _ identity: StoreIdentity
  ) -> (any StoreFacts)? {
    // A fixture whose model cannot be read is told when it is tried; rules do without its data.
    guard let model = try? SchemaReader.read(text: identity.model, name: fixture.path) else {
      return nil
    }
    return try? LintStore(at: copy, of: model.schema, name: fixture.path, isSample: true)
  }

  private static func problem(_ reason: String, _ path: String) -> Diagnostic {
    Diagnostic(.unusableFixture, "'\(path)' cannot be tried: \(reason)")
  }

  /// What keeps fixtures from being tried at all; where every model could be read, also that
  /// nobody knows the model of one.
  func problems(knowing models: [String], isComplete: Bool) -> [Diagnostic] {
    guard isComplete else { return found }
    return found
      + items.filter { !models.contains($0.schema) }.map { item in
        Diagnostic(
          .unusableFixture, severity: .warning,
          "'\(item.path)' is a store of '\(item.schema)', which is none of the models here")
      }
  }
}
