/// Joins and splits paths as texts, without access to the disk.
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

  /// Joins a path to a folder; an absolute path is returned unchanged.
  package static func join(_ folder: String, _ path: String) -> String {
    folder.isEmpty || path.hasPrefix("/") ? shortened(path) : shortened("\(folder)/\(path)")
  }

  /// The path relative to a folder; both are given as absolute paths.
  ///
  /// ```swift
  /// FilePath.path("/app/Sources/Book.swift", from: "/app/Schemas") // "../Sources/Book.swift"
  /// ```
  package static func path(_ path: String, from folder: String) -> String {
    let (parts, others) = (path.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(parts, others).prefix { $0 == $1 }.count
    let ways = others.dropFirst(shared).map { _ in ".." } + parts.dropFirst(shared)
    return ways.isEmpty ? "." : ways.joined(separator: "/")
  }

  /// The path without `.`, and without each `..` that cancels a written-out component.
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
