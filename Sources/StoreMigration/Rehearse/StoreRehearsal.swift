internal import Files
internal import SchemaModel
internal import SQLite
internal import StoreLayout

/// A migration of a copy.
///
/// The copy has the store's name and a separate folder, next to the store or where the options say. The
/// migration makes all its files there, and they are deleted with the folder.
struct StoreRehearsal {
  let store: String
  let history: SchemaHistory
  let options: MigrationOptions

  /// Copies, migrates and removes the copy.
  func run() throws -> RehearsalReport {
    let connection = try StoreFile.open(path: store, for: .reading, patience: options.patience)
    let size = try connection.storedSize
    let folder = try makeFolder()
    try checkRoom(for: size, in: folder)
    let copy = folder.path(of: FilePath.name(of: store))
    try connection.copy(to: copy) { options.isCancelled?() != true }
    try shareFiles(with: copy)
    return try migrate(copy, of: size, in: folder)
  }

  private func checkRoom(for size: Int64, in folder: ScratchFolder) throws(MigrationRefusal) {
    guard let free = FileSystem.freeSpace(beside: folder.path), free < size else { return }
    throw .notEnoughSpace(needed: size, free: free)
  }

  private func makeFolder() throws(MigrationRefusal) -> ScratchFolder {
    let place = options.rehearsalFolder ?? FilePath.folder(of: FileSystem.resolved(store))
    do throws(SystemError) {
      return try ScratchFolder(in: place, named: ".migrate-rehearsal")
    } catch {
      throw .notWritable(path: place, reason: error.reason)
    }
  }

  /// External files are never overwritten, so a second name for each is enough.
  private func shareFiles(with copy: String) throws {
    let (own, other) = (ExternalFolder(ofStoreAt: store), ExternalFolder(ofStoreAt: copy))
    let names = try own.names().filter(own.isRegularFile)
    guard !names.isEmpty else { return }
    try FileSystem.makeFolder(other.path)
    for name in names {
      try FileSystem.duplicate(own.path(of: name), as: other.path(of: name))
    }
  }

  // MARK: The migration

  private func migrate(
    _ copy: String, of size: Int64, in folder: ScratchFolder
  ) throws -> RehearsalReport {
    let room = RoomMeter(folder.path)
    var options = options
    options.backup = Self.backup(options.backup(ofSize: size), in: folder)
    options.isDryRun = false
    options.isOfCopy = true
    let isCancelled = options.isCancelled
    options.isCancelled = {
      room.measure()
      return isCancelled?() == true
    }
    let clock = ContinuousClock()
    let start = clock.now
    let ending: RehearsalReport.Ending
    do throws(MigrationError) {
      switch try Migrator(history: history, options: options).apply(to: copy) {
      case .migrated(let summary): ending = .migrated(summary)
      case .alreadyCurrent(let version): ending = .alreadyCurrent(version)
      case .rehearsed(let plan): ending = .alreadyCurrent(plan.target)
      }
    } catch {
      if case .cancelled = error { throw error }
      ending = .failed(error.withoutBackup)
    }
    let seconds = start.duration(to: clock.now) / .seconds(1)
    room.measure(isLast: true)
    return RehearsalReport(
      ending: ending, seconds: seconds, storeSize: size, peakRoom: max(0, room.peak - size))
  }

  private static func backup(
    _ wanted: MigrationOptions.Backup, in folder: ScratchFolder
  ) -> MigrationOptions.Backup {
    switch wanted {
    case .none: .none
    case .besideStore, .document, .file: .file(folder.path(of: "backup.json"))
    case .database: .file(folder.path(of: "backup.sqlite"))
    }
  }
}

extension MigrationOptions {
  /// The chosen backup of a store, as a document or a database if its form is left open.
  func backup(of store: Connection) throws(SQLiteError) -> Backup {
    try backup == .besideStore ? backup(ofSize: store.storedSize) : backup
  }

  fileprivate func backup(ofSize size: Int64) -> Backup {
    guard backup == .besideStore else { return backup }
    return size > documentLimit ? .database : .document
  }
}

extension Connection {
  /// The size of the database in bytes, including pages that are still in the write-ahead log.
  var storedSize: Int64 {
    get throws(SQLiteError) {
      let pages = try integer("PRAGMA page_count") ?? 0
      return try pages * (integer("PRAGMA page_size") ?? 0)
    }
  }
}

extension MigrationError {
  /// The same error without the backup, which was deleted with the copy.
  fileprivate var withoutBackup: MigrationError {
    switch self {
    case .refused, .cancelled: self
    case .rolledBack(let failure, _): .rolledBack(failure, backup: nil)
    case .needsAttention(let failure, let reason, _):
      .needsAttention(failure, reason: reason, backup: nil)
    }
  }
}

/// Measures the room that the files in a folder take, and remembers the maximum.
///
/// `@unchecked Sendable`: only the migrating thread uses it. This thread also made it and outlives its last
/// use.
final class RoomMeter: @unchecked Sendable {
  private let folder: String
  /// The measured maximum, in bytes.
  private(set) var peak: Int64 = 0
  private var next: ContinuousClock.Instant?

  /// A meter for a folder and its subfolders.
  init(_ folder: String) { self.folder = folder }

  /// Measures, unless the last measurement was a moment ago.
  func measure(isLast: Bool = false) {
    let now = ContinuousClock().now
    if let next, now < next, !isLast { return }
    peak = max(peak, Self.size(of: folder))
    next = now.advanced(by: .milliseconds(20))
  }

  /// A file that was deleted meanwhile takes no room, and neither does one that is the store's own.
  private static func size(of path: String) -> Int64 {
    guard let status = FileStatus(path: path, followingLinks: false) else { return 0 }
    guard status.kind == .directory else { return status.links > 1 ? 0 : status.size }
    // Neither does a folder that was deleted meanwhile.
    let names = (try? FileSystem.listing(of: path))?.names ?? []
    return names.reduce(0) { $0 + size(of: FilePath.join(path, $1)) }
  }
}
