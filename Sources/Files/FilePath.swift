/// Paths as texts, joined and taken apart without a look at the disk.
package enum FilePath {
  /// The folder that a path's last part is in: `.` for a lone name.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// A path that is said from a folder; one that begins at the root stays where it is.
  package static func join(_ folder: String, _ path: String) -> String {
    folder.isEmpty || path.hasPrefix("/") ? shortened(path) : shortened("\(folder)/\(path)")
  }

  /// The path without `.` and without `..` where what it cancels is written out.
  package static func shortened(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    let result = parts.joined(separator: "/")
    if path.hasPrefix("/") { return "/" + result }
    return result.isEmpty ? "." : result
  }
}
