import Foundation

/// The installed `migrate`: plugins run it, so that nothing of it is built with every package.
struct MigrateTool {
  /// The program's file.
  let file: URL

  /// The program that the environment variable `MIGRATE` names, or the first one on the path.
  init() throws {
    let environment = ProcessInfo.processInfo.environment
    let onPath = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/migrate" }
    let candidates = environment["MIGRATE"].map { [$0] } ?? onPath
    guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw Missing(named: environment["MIGRATE"])
    }
    file = URL(fileURLWithPath: found)
  }

  /// There is no such program.
  struct Missing: Error, CustomStringConvertible {
    /// The file that the environment names; nil where none is named.
    let named: String?

    /// What is wrong, and the way out.
    var description: String {
      let place = named.map { "MIGRATE names '\($0)', which is no program" }
      return (place ?? "'migrate' is not on the path")
        + ": install it with 'make install PREFIX=~/.local', or set MIGRATE to its file"
    }
  }
}

extension URL {
  /// The path as it is said in a folder that it is in.
  func path(below folder: URL) -> String {
    path.hasPrefix(folder.path + "/") ? String(path.dropFirst(folder.path.count + 1)) : path
  }
}
