internal import Diagnostics
internal import Files
internal import SQLite

/// The stores in the folder of a missing store.
struct NeighbouringStores {
  private let paths: [String]
  private let path: String

  /// Reads the beginning of each file in the folder.
  init(of path: String) {
    self.path = path
    let folder = FilePath.folder(of: path)
    // A folder that cannot be read has no stores to suggest, and the missing store is reported anyway.
    let names = (try? FileSystem.names(in: folder)) ?? []
    paths = names.sorted().map { folder == "." ? $0 : FilePath.join(folder, $0) }.filter { file in
      FileStatus(path: file)?.kind == .file
        && (try? StoreFile.isDatabase(file)) == true
    }
  }

  /// A note on the stores; nil if none exists.
  var note: String? {
    paths.isEmpty ? nil : "stores that exist there: \(paths.quotedExcerpt)"
  }

  /// The store with the path most similar to the missing one, or else the only store.
  var meant: String? { nearest(to: path, among: paths) ?? (paths.count == 1 ? paths.first : nil) }
}
