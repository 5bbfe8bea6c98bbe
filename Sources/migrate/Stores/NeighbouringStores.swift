internal import Diagnostics
internal import Files
internal import SQLite

/// The stores in the folder in which a path names one that does not exist.
struct NeighbouringStores {
  private let paths: [String]
  private let path: String

  /// Looks at the files of the folder, and only at how each begins.
  init(of path: String) {
    self.path = path
    let folder = FilePath.folder(of: path)
    // A folder that cannot be read has no stores to offer, and the missing store is reported anyway.
    let names = (try? FileSystem.names(in: folder)) ?? []
    paths = names.sorted().map { folder == "." ? $0 : FilePath.join(folder, $0) }.filter { file in
      FileStatus(path: file)?.kind == .file
        && (try? StoreFile.isDatabase(file)) == true
    }
  }

  /// The stores in a sentence; nil where there are none.
  var note: String? {
    paths.isEmpty ? nil : "stores that exist there: \(paths.quotedExcerpt)"
  }

  /// The store whose path is nearly the one that is missing, or else the only one.
  var meant: String? { nearest(to: path, among: paths) ?? (paths.count == 1 ? paths.first : nil) }
}
