internal import Diagnostics
internal import Files
internal import SchemaExchange

/// The paths of a command line, separated into Swift source and schema files.
struct SwiftPaths {
  /// Swift files, Core Data models, and folders that contain some.
  private(set) var source: [String] = []
  /// All other paths.
  private(set) var others: [String] = []

  /// Separates paths; a folder with Swift files or Core Data models at any depth is source.
  init(_ paths: [String]) {
    for path in paths {
      if Self.isSource(path) || !ModelImporter.packages(at: [path]).isEmpty {
        source.append(path)
      } else {
        others.append(path)
      }
    }
  }

  /// Whether a path leads to Swift source.
  static func isSource(_ path: String) -> Bool {
    guard FileSystem.isFolder(path) else { return path.hasSuffix(".swift") }
    return !FileSearch(endingIn: ".swift", at: [path]).files.isEmpty
  }

  /// Notes on Swift files elsewhere in the working directory; empty if none exists.
  static var notesElsewhere: [Diagnostic.Note] {
    isSource(".")
      ? [.init("'migrate lint .' reads all Swift files in and below the current folder")] : []
  }
}
