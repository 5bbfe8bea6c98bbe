#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The arithmetic of paths, and the few questions about files that a migration asks.
enum FilePaths {
  /// The path with all links followed; as it is where there is no such file.
  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The folder that holds a file: `.` for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Whether anything has this name.
  static func exists(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  /// How many bytes a file has.
  static func size(of path: String) throws(SystemError) -> Int64 {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw .current }
    return Int64(facts.st_size)
  }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether this process may write a file, or into a folder.
  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Whether this process may read a file.
  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// How many bytes may still be written beside a file; nil where the system does not say.
  static func freeSpace(beside path: String) -> Int64? {
    var facts = statvfs()
    guard statvfs(folder(of: path), &facts) == 0 else { return nil }
    let (bytes, overflow) = Int64(facts.f_bavail).multipliedReportingOverflow(
      by: Int64(facts.f_frsize))
    return overflow ? .max : bytes
  }
}
