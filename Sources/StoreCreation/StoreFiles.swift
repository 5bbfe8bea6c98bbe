internal import Files
internal import SQLiteStore

/// The files that make up a store: the database, its logs, and the folder of external values.
enum StoreFiles {
  /// What is at one of the places that a new store would take; the store's own counts first.
  static func present(at path: String) -> String? {
    (files(path) + [folder(path)]).first(where: FileSystem.exists)
  }

  /// Removes whatever a failed attempt to make a store left.
  static func remove(at path: String) {
    // What cannot be removed shows at the next attempt, which refuses to overwrite it.
    for file in files(path) { try? FileSystem.remove(file) }
    try? FileSystem.removeFolder(folder(path))
  }

  private static func files(_ path: String) -> [String] {
    ["", "-wal", "-shm", "-journal"].map { path + $0 }
  }

  private static func folder(_ path: String) -> String { path + ExternalFolder.suffix }
}
