internal import Diagnostics
internal import Files

/// The stores in the folder in which a path names one that does not exist.
struct NeighbouringStores {
  private let paths: [String]
  private let path: String

  /// So many are listed at most.
  private static let listed = 5

  /// Looks at the files of the folder, and only at how each begins.
  init(of path: String) {
    self.path = path
    let folder = FilePath.folder(of: path)
    // A folder that cannot be read has no stores to offer, and the missing store is reported anyway.
    let names = (try? FileSystem.names(in: folder)) ?? []
    paths = names.sorted().map { folder == "." ? $0 : FilePath.join(folder, $0) }.filter { file in
      FileStatus(path: file)?.kind == .file
        && (try? FileSystem.firstBytes(16, of: file)) == Array("SQLite format 3\0".utf8)
    }
  }

  /// The stores in a sentence; nil where there are none.
  var note: String? {
    guard !paths.isEmpty else { return nil }
    let others = paths.count - Self.listed
    let names = paths.prefix(Self.listed).map { "'\($0)'" }.joined(separator: ", ")
    return "stores that exist there: \(names)" + (others > 0 ? " and \(others) more" : "")
  }

  /// The store whose path is nearly the one that is missing, or else the first.
  var meant: String? { nearest(to: path, among: paths) ?? paths.first }
}
