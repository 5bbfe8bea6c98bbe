#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The files that make up a store: the database, its logs, and the folder of external values.
enum StoreFiles {
  /// Whether anything is at one of the places that a new store would take.
  static func exist(at path: String) -> Bool {
    all(path).contains { FileManager.default.fileExists(atPath: $0) }
  }

  /// Removes whatever a failed attempt to make a store left.
  static func remove(at path: String) {
    for file in all(path) where FileManager.default.fileExists(atPath: file) {
      // What cannot be removed shows at the next attempt, which refuses to overwrite it.
      try? FileManager.default.removeItem(atPath: file)
    }
  }

  private static func all(_ path: String) -> [String] {
    ["", "-wal", "-shm", "-journal", ".external"].map { path + $0 }
  }
}
