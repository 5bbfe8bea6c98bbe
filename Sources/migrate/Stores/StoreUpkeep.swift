internal import ArgumentParsing
internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import StoreArchive
internal import StoreMigration
internal import StoreReading

/// What the commands that repair or prune a store share: the lock, the backup and the result.
struct StoreUpkeep {
  /// How long to wait for another process, in seconds.
  private static let patience = 5.0

  private let path: String
  private let backup: StoreBackup
  /// What a backup next to the store is called after; nil where the command line says its place.
  private let naming: Naming?

  private struct Naming {
    let version: Version?
  }

  /// Prepares for work on a store; the backup goes where the command line says, or next to the store.
  init(of path: String, in invocation: Invocation) throws {
    self.path = path
    // Opening the store to write brings back what was there before a write that was cut off.
    let glimpse = try StoreGlimpse(mending: path, patience: Self.patience, in: invocation, nil)
    let version = glimpse.identity.version
    let place = invocation.arguments[MigrationArguments.backup]
    naming = place == nil ? Naming(version: version) : nil
    backup = StoreBackup(
      store: path, path: place ?? BackupPlace.besideStore(path, version: version),
      work: Work(invocation))
  }

  /// Whether somebody wants the work to end.
  var isCancelled: @Sendable () -> Bool { backup.work.isCancelled }

  /// Shows what would be done, and that it could not be where no backup could be taken before it.
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

  /// A copy of a store that Core Data or SwiftData wrote, to show what would be done; nil where another
  /// program wrote it.
  ///
  /// - Throws: ``Failure`` where it is to be done, as only the app writes to the store.
  static func copy(
    of path: String, isApplied: Bool, _ invocation: Invocation
  ) throws -> PlatformCopy? {
    guard isApplied else { return try PlatformCopy(of: path, invocation, Work(invocation)) }
    guard PlatformStore.mayBeOne(at: path) else { return nil }
    throw Failure(.ofPlatform, store: path)
  }

  /// The versions of which one describes the database; nil for a store that says what it is.
  ///
  /// - Throws: ``Failure`` where it says nothing, and no version describes it.
  static func history(
    describing path: String, in invocation: Invocation
  ) throws -> SchemaHistory? {
    do {
      let glimpse = try StoreGlimpse(of: path, in: invocation)
      return glimpse.isDeclared ? nil : try glimpse.history(invocation)
    } catch let failure as Failure {
      // Whatever else is the matter is reported by who does the work.
      guard failure.diagnostics.contains(where: { $0.code == "undescribed-database" }) else {
        return nil
      }
      throw failure
    }
  }

  /// Does the work while no other run can; it is given what takes the backup and tells its place.
  ///
  /// An earlier backup next to the store that has the same bytes, as when work failed and is tried
  /// again, serves as well.
  ///
  /// - Returns: What came of it, and what was wrong with the store when it was backed up.
  func run<Result>(
    _ body: (_ backup: @escaping (Connection) throws -> String) throws -> Result
  ) throws -> (Result, warnings: [Diagnostic]) {
    var (warnings, taken): ([Diagnostic], String?) = ([], nil)
    do {
      let result = try backup.work.run(on: path) {
        try StoreLocking.whileLocked(store: path) {
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

  /// Where the backup is that was just taken: the one before it serves where it is the same.
  private func placeKept() -> String {
    guard let naming else { return backup.path }
    return EqualBackup.place(of: backup.path, ofStoreAt: path, version: naming.version)
  }
}
