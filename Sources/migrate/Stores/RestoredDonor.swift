internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import StoreArchive
internal import StoreMigration
internal import StoreVerification

/// A backup that is restored temporarily, migrated to the version of the store that needs its objects.
struct RestoredDonor {
  /// The path of the restored store.
  let path: String
  /// The entities whose objects may have got another `_id`, or may have been merged, in the migration to the
  /// store's version.
  private(set) var renumberedEntities: Set<String> = []
  /// The folder with the app's own files that the backup has; empty if they were not asked for.
  let appFolder: String
  // The folder is removed with its last owner.
  private let folder: ScratchFolder

  /// Restores the backup, with the files of the app if a folder is named, and migrates the copy if it has an earlier version.
  init(of backup: String, for store: String, _ invocation: Invocation) throws {
    let glimpse = try StoreGlimpse(of: store, in: invocation)
    folder = try ScratchFolder()
    let copy = folder.path(of: "backup.store")
    path = copy
    let files = folder.path(of: "files")
    appFolder = files
    try FileSystem.makeFolder(files)
    let work = Work(invocation)
    renumberedEntities = try work.run(on: store) {
      _ = try Restorer.restore(
        backup: backup, to: copy,
        appFolder: invocation.arguments[CommonOptions.files] == nil ? nil : files, checks: .content,
        progress: work.archiving("restoring a copy of the backup"))
      let (found, wanted) = (try Self.identity(of: copy, in: invocation), glimpse.identity)
      guard let found, found.schema == wanted.schema else {
        throw RecoveryError.anotherModel(store: wanted.schema, backup: found?.schema)
      }
      let renumbered =
        found.version == wanted.version
        ? [] : try Self.migrate(copy, from: found.version, glimpse, invocation, work)
      // The copy is read next to another store; in WAL mode, that would need a log of its own.
      try Connection(path: copy, mode: .readWrite).execute("PRAGMA journal_mode = DELETE")
      return renumbered
    }
  }

  /// The identity of the backup's store; nil if it has no model.
  private static func identity(of copy: String, in invocation: Invocation) throws -> StoreIdentity?
  {
    do {
      return try StoreGlimpse(of: copy, in: invocation).identity
    } catch let failure as Failure {
      let codes = ["foreign-database", "undescribed-database"]
      guard failure.diagnostics.contains(where: { codes.contains($0.code) }) else { throw failure }
      return nil
    }
  }

  /// - Returns: The entities whose objects are renumbered or merged during the migration.
  private static func migrate(
    _ path: String, from source: Version, _ glimpse: StoreGlimpse, _ invocation: Invocation,
    _ work: Work
  ) throws -> Set<String> {
    let target = glimpse.identity.version
    guard source < target, let history = try glimpse.optionalHistory(invocation) else {
      throw RecoveryError.anotherVersion(store: target, backup: source)
    }
    var options = MigrationOptions()
    (options.target, options.source, options.backup) = (target, source, .none)
    options.allowedLosses = Set(invocation.arguments[MigrationArguments.allow])
    options.carriesBrokenReferences = true
    options.isOfCopy = true
    options.toolVersion = CommandTable.version
    options.onProgress = work.migrating
    options.isCancelled = work.isCancelled
    do {
      let migrator = Migrator(history: history, options: options)
      guard case .migrated(let summary) = try migrator.apply(to: path) else { return [] }
      return Set(summary.effects.compactMap(\.renumberedEntity)).union(
        history.renumberedEntities(after: source, upTo: target))
    } catch {
      var diagnostics = error.diagnostics(of: path)
      // The notes say that the copy is migrated, not the store.
      for index in diagnostics.indices {
        diagnostics[index].notes.append(
          .init("a copy of the backup is brought from \(source) to \(target), the store's version"))
      }
      throw Failure(ExitStatus(rawValue: error.exitStatus) ?? .unable, diagnostics)
    }
  }
}

extension SchemaHistory {
  /// The entities whose objects come from several entities or are merged in some version.
  ///
  /// In a store with other content, they got other identities.
  fileprivate func renumberedEntities(after source: Version, upTo target: Version) -> Set<String> {
    zip(versions, versions.dropFirst()).reduce(into: []) { result, step in
      let (before, after) = (step.0.schema, step.1.schema)
      guard source < after.version, after.version <= target else { return }
      let maps = step.1.migration?.maps ?? []
      result.formUnion(
        maps.filter { !$0.origins.isEmpty || $0.deduplication != nil }.map(\.entity))
      // Under another parent, objects may share a table with objects of other entities.
      for entity in after.entities {
        guard let old = before.entity(named: entity.renamedFrom ?? entity.name) else { continue }
        let parent = entity.parent.map { after.entity(named: $0)?.renamedFrom ?? $0 }
        if parent != old.parent, entity.parent != old.parent { result.insert(entity.name) }
      }
    }
  }
}

extension Effect {
  /// The entity whose objects get another identity; nil if none exists.
  fileprivate var renumberedEntity: String? {
    switch kind {
    case .renumbered(below: let entity): entity
    case .merged: subject
    default: nil
    }
  }
}
