internal import ArgumentParsing
internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import StoreArchive
internal import StoreMigration
internal import StoreReading

/// The common parts of the commands that repair or prune a store: the lock, the backup and the result.
struct StoreUpkeep {
  /// The time to wait for another process, in seconds.
  private static let patience = 5.0

  private let path: String
  private let backup: StoreBackup
  /// The data for the name of a backup next to the store; nil if the command line gives the path.
  private let naming: Naming?

  private struct Naming {
    let version: Version?
  }

  /// Prepares the work on a store; the backup is written to the path on the command line, or next to the
  /// store.
  init(of path: String, in invocation: Invocation) throws {
    self.path = path
    // Opening the store for writing undoes an interrupted write.
    let glimpse = try StoreGlimpse(mending: path, patience: Self.patience, in: invocation, nil)
    let version = glimpse.identity.version
    let place = invocation.arguments[MigrationArguments.backup]
    naming = place == nil ? Naming(version: version) : nil
    backup = StoreBackup(
      store: path, path: place ?? BackupPlace.besideStore(path, version: version),
      work: Work(invocation))
  }

  /// Whether an end of the work was requested.
  var isCancelled: @Sendable () -> Bool { backup.work.isCancelled }

  /// Shows the planned changes, and throws an error if the backup before them could not be written.
  static func show<Plan>(
    _ path: String, in invocation: Invocation, isEmpty: (Plan) -> Bool,
    _ body: (Work) throws -> Plan
  ) throws -> Plan {
    let work = Work(invocation)
    return try work.run(on: path) {
      let plan = try body(work)
      if !isEmpty(plan) { try checkBackup(of: path, invocation) }
      return plan
    }
  }

  private static func checkBackup(of path: String, _ invocation: Invocation) throws {
    let place =
      invocation.arguments[MigrationArguments.backup]
      ?? BackupPlace.besideStore(path, version: nil)
    try BackupWriter.check(to: place, externalFolder: ExternalFolder(ofStoreAt: path).path)
  }

  /// A copy of a Core Data or SwiftData store, to show planned changes; nil if another program wrote the
  /// store.
  ///
  /// - Throws: ``Failure`` if the changes are to be applied, because only the app writes to the store.
  static func copy(
    of path: String, isApplied: Bool, _ invocation: Invocation
  ) throws -> PlatformCopy? {
    guard isApplied else { return try PlatformCopy(of: path, invocation, Work(invocation)) }
    guard PlatformStore.mayBeOne(at: path) else { return nil }
    throw Failure(.ofPlatform, store: path)
  }

  /// The versions that may describe a database without an identity; nil for a store with an identity.
  ///
  /// - Throws: ``Failure`` if the database has no identity, and no version describes it.
  static func history(
    describing path: String, in invocation: Invocation
  ) throws -> SchemaHistory? {
    do {
      let glimpse = try StoreGlimpse(of: path, in: invocation)
      return glimpse.isDeclared ? nil : try glimpse.history(invocation)
    } catch let failure as Failure {
      // Any other problem is reported when the work begins.
      guard failure.diagnostics.contains(where: { $0.code == "undescribed-database" }) else {
        return nil
      }
      throw failure
    }
  }

  /// Does the work under a lock.
  ///
  /// The closure gets a function that makes the backup and returns its path.
  ///
  /// An earlier backup next to the store with the same bytes is used instead, for example after a failed
  /// attempt.
  ///
  /// - Returns: The result, and warnings about problems that the store had before.
  func run<Result>(
    _ body: (_ backup: @escaping (Connection) throws -> String) throws -> Result
  ) throws -> (Result, warnings: [Diagnostic]) {
    var (warnings, taken): ([Diagnostic], String?) = ([], nil)
    do {
      let result = try backup.work.run(on: path) {
        try StoreLock.whileLocked(store: path) {
          try body { connection in
            let contents = try backup.take(connection)
            taken = backup.path
            warnings = backup.warnings(contents, connection)
            let place = placeKept()
            taken = place
            return place
          }
        }
      }
      return (result, warnings)
    } catch let failure as Failure {
      throw taken.map { failure.leaving(backup: $0) } ?? failure
    }
  }

  /// The path of the new backup, or of an equal earlier backup that is kept instead.
  private func placeKept() -> String {
    guard let naming else { return backup.path }
    return BackupPlace.kept(backup.path, ofStoreAt: path, version: naming.version)
  }
}
