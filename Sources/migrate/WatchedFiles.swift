internal import Files

/// The files that a command reads, with the times of their last changes.
struct WatchedFiles: Equatable {
  private var states: [String: FileStatus] = [:]

  /// The number of files.
  var count: Int { states.count }

  /// Adds the files at some paths, and the files with these endings in the folders among them.
  mutating func add(_ paths: [String], endingIn endings: [String] = []) {
    let folders = paths.filter(FileSystem.isFolder)
    let found = endings.flatMap { FileSearch(endingIn: $0, at: folders).files }
    // A missing file may be created, which is a change.
    for path in found + paths where !folders.contains(path) {
      states[path] = FileStatus(path: path)
    }
  }
}
