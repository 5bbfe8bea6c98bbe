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

/// A copy of a Core Data or SwiftData store in our own layout, for the duration of a command.
struct PlatformCopy {
  /// The store.
  let store: PlatformStore
  /// The versions of the model, with the model of the copy as the store's version.
  ///
  /// Later versions also lack the demands that the objects do not meet.
  let history: SchemaHistory
  /// The versions of the model as declared in the schema files.
  let declared: SchemaHistory
  private let converted: ConvertedStore
  /// The path of the store.
  let name: String
  /// The folder of the copy, which is kept alive with it.
  let folder: ScratchFolder

  /// The path of the copy.
  var path: String { converted.path }
  /// The model of the copy.
  var schema: Schema { converted.version.document.schema }

  /// Copies the store at a path; nil if another program wrote it.
  ///
  /// The copy is in the folder for temporary files, because the store's folder may be read-only.
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

  /// The demands of the store's model that its objects do not meet, and that the model of the copy lacks.
  var concessions: [Finding] { converted.version.concessions }

  /// Whether objects, values or links of the store are missing in the copy.
  var isPartial: Bool {
    !store.objects.losses.isEmpty
      || converted.version.findings.contains { $0.problem.isLeftOut }
  }

  /// The options of a repair for an app's store.
  ///
  /// Links in join tables are left, because no app can edit them. Links to objects that may exist in the
  /// store are left too.
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

  /// The findings of a verification of the store that remain after the steps of a repair.
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

  /// The differences between the copy and the store, as warnings.
  var warnings: [Diagnostic] { store.warnings(of: name, converted.version) }
}

extension Outcome {
  /// Adds warnings about the differences between the store and its copy, which was the basis of the outcome.
  mutating func add(_ copy: PlatformCopy) {
    findings += copy.warnings
    if copy.isPartial, status == .done { status = .findings }
  }
}

extension Diagnostic {
  /// The warning that a backup of an app's store, or a store restored from it, lacks demands of its version.
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
  /// Diagnostics for the properties that cannot be read.
  func unreadableProperties(of path: String) -> [Diagnostic] {
    objects.losses.map { $0.finding.diagnostic(of: path, ofPlatform: model) }
  }

  /// The differences between a copy or a backup and the store, as warnings.
  func warnings(of path: String, _ eased: EasedVersion) -> [Diagnostic] {
    unreadableProperties(of: path)
      + eased.findings.map { finding in
        var diagnostic = finding.diagnostic(of: path, ofPlatform: model)
        if !finding.problem.isLeftOut { diagnostic.severity = .warning }
        return diagnostic
      }
  }

  /// A warning if a backup lacks demands of the store's version.
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
