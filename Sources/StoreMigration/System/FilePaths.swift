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

  /// How many bytes a file has; nil where there is none.
  static func size(of path: String) -> Int64? {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int64(facts.st_size) : nil
  }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether this user may write a file, or into a folder.
  ///
  /// A file that nobody may write is left alone also by the user whom the system lets do anything.
  static func isWritable(_ path: String) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0, access(path, W_OK) == 0 else { return false }
    return facts.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) != 0
  }

  /// Whether the folders of two paths are on one disk.
  static func areOnOneDisk(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    return stat(folder(of: first), &one) == 0 && stat(folder(of: second), &other) == 0
      && one.st_dev == other.st_dev
  }

  /// How many bytes may still be written beside a file; nil where the system does not say.
  static func freeSpace(beside path: String) -> Int64? {
    var facts = statvfs()
    guard statvfs(folder(of: path), &facts) == 0 else { return nil }
    let (bytes, overflow) = Int64(facts.f_bavail).multipliedReportingOverflow(
      by: Int64(facts.f_frsize))
    return overflow ? .max : bytes
  }

  /// Removes a file, where there is one.
  static func remove(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .current }
  }

  /// The names of what is in a folder, sorted; none where there is no such folder.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
