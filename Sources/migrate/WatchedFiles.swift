internal import Files

/// The files that a job reads, and when each was changed last.
struct WatchedFiles: Equatable {
  private var states: [String: FileStatus] = [:]

  /// How many there are.
  var count: Int { states.count }

  /// Adds the files at some paths, and those in the folders among them whose names end so.
  mutating func add(_ paths: [String], endingIn endings: [String] = []) {
    let folders = paths.filter(FileSystem.isFolder)
    let found = endings.flatMap { FileSearch(endingIn: $0, at: folders).files }
    // A file that is missing may be made, which is a change.
    for path in found + paths where !folders.contains(path) {
      states[path] = FileStatus(path: path)
    }
  }
}
