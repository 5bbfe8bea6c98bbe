internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import SQLiteStore
internal import SchemaModel
internal import StoreArchive
internal import StoreMigration
internal import StoreVerification

/// A store that a backup was restored to for a while, in the version of the store it is to help.
struct RestoredDonor {
  /// Where it is.
  let path: String
  // The folder goes with its last owner.
  private let folder: ScratchFolder

  /// Restores the backup, and migrates the copy where it is of an earlier version.
  init(of backup: String, for store: String, _ invocation: Invocation) throws {
    let glimpse = try StoreGlimpse(of: store, in: invocation)
    folder = try ScratchFolder()
    let copy = folder.path(of: "backup.store")
    path = copy
    let work = Work(invocation)
    try work.run(on: store) {
      _ = try Restorer.restore(
        backup: backup, to: copy, checks: .content,
        progress: work.archiving("restoring a copy of the backup"))
      let (found, wanted) = (try Self.identity(of: copy, in: invocation), glimpse.identity)
      guard let found, found.schema == wanted.schema else {
        throw RecoveryError.anotherModel(store: wanted.schema, backup: found?.schema)
      }
      if found.version != wanted.version {
        try Self.migrate(copy, from: found.version, glimpse, invocation, work)
      }
      // It is read beside another store, where a log of its own would have to be made.
      try Connection(path: copy, mode: .readWrite).execute("PRAGMA journal_mode = DELETE")
    }
  }

  /// What the store of the backup is; nil where it is of no model.
  private static func identity(of copy: String, in invocation: Invocation) throws -> StoreIdentity?
  {
    do {
      return try StoreGlimpse(of: copy, in: invocation).identity
    } catch let failure as Failure {
      let codes = ["foreign-database", "undescribed-database", "ambiguous-version"]
      guard failure.diagnostics.contains(where: { codes.contains($0.code) }) else { throw failure }
      return nil
    }
  }

  private static func migrate(
    _ path: String, from source: Version, _ glimpse: StoreGlimpse, _ invocation: Invocation,
    _ work: Work
  ) throws {
    let target = glimpse.identity.version
    guard source < target, let history = try glimpse.optionalHistory(invocation) else {
      throw RecoveryError.anotherVersion(store: target, backup: source)
    }
    var options = MigrationOptions(
      target: target, source: source,
      allowedLosses: Set(invocation.arguments[MigrationArguments.allow]), backup: .none)
    options.carriesBrokenReferences = true
    options.toolVersion = CommandTable.version
    options.onProgress = work.migrating
    options.isCancelled = work.isCancelled
    do {
      _ = try Migrator(history: history, options: options).apply(to: path)
    } catch {
      throw Failure(
        ExitStatus(rawValue: error.exitStatus) ?? .unable,
        error.diagnostics(of: path).map { $0.ofCopy(from: source, to: target) })
    }
  }
}

extension Diagnostic {
  /// It is a copy that could not be migrated: what the store is to be is another matter.
  fileprivate func ofCopy(from source: Version, to target: Version) -> Diagnostic {
    var diagnostic = self
    diagnostic.notes.append(
      .init("a copy of the backup is brought from \(source) to \(target), the store's version"))
    return diagnostic
  }
}
