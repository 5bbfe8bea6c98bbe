internal import Files
internal import SQLite
internal import StoreLayout

/// Checks that the disk has room for everything that a migration writes before it can free any.
///
/// The estimate is an upper bound, so that a running migration does not stop for lack of room. Text takes up
/// to twice the bytes in JSON, and external files four thirds. A rewritten table exists twice, while the
/// journal keeps the old pages.
struct DiskSpace {
  let store: String
  let connection: Connection

  /// A refusal for each disk that lacks room for the files on it, or whose room cannot be determined.
  func shortages(backup: String?, rewritesRows: Bool) throws -> [MigrationRefusal] {
    let size = try storeSize()
    var needs: [(path: String, bytes: Int64)] = []
    if let backup {
      let external: Int64
      do {
        external = try ExternalFolder(ofStoreAt: store).totalSize()
      } catch {
        return [.backupFailed(path: backup, reason: "\(error)")]
      }
      needs.append((backup, size * 2 + external / 3 * 4))
    }
    if rewritesRows { needs.append((store, size * 2)) }
    var shortages: [MigrationRefusal] = []
    while let need = needs.first {
      // All needs on one disk are reported together, so that making room for one does not reveal the next.
      let sameDisk = needs.filter {
        $0.path == need.path || FileSystem.areOnOneDisk($0.path, need.path)
      }
      needs.removeAll { other in sameDisk.contains { $0.path == other.path } }
      let needed = sameDisk.reduce(0) { $0 + $1.bytes }
      guard let free = FileSystem.freeSpace(beside: need.path), free < needed else { continue }
      shortages.append(.notEnoughSpace(needed: needed, free: free))
    }
    return shortages
  }

  private func storeSize() throws -> Int64 {
    let pages = try connection.integer("PRAGMA page_count") ?? 0
    let free = try connection.integer("PRAGMA freelist_count") ?? 0
    let size = try connection.integer("PRAGMA page_size") ?? 0
    return (pages - free) * size
  }
}
