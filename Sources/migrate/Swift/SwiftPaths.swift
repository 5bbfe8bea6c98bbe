internal import Diagnostics
internal import Files

/// The paths of a command line, distinguished by what is there: Swift source or schema files.
struct SwiftPaths {
  /// Swift files, and folders that have some.
  private(set) var source: [String] = []
  /// Everything else.
  private(set) var others: [String] = []

  /// Tells paths apart; a folder with Swift files in it, at any depth, is one of source.
  init(_ paths: [String]) {
    for path in paths {
      if Self.isSource(path) { source.append(path) } else { others.append(path) }
    }
  }

  /// Whether a path leads to Swift source.
  static func isSource(_ path: String) -> Bool {
    guard FileSystem.isFolder(path) else { return path.hasSuffix(".swift") }
    return !FileSearch(endingIn: ".swift", at: [path]).files.isEmpty
  }

  /// That there are Swift files elsewhere in the folder that the command runs in; none where there are none.
  static var notesElsewhere: [Diagnostic.Note] {
    isSource(".")
      ? [.init("'migrate lint .' reads all Swift files in and below the current folder")] : []
  }
}
