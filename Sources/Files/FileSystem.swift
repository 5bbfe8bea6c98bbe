#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Queries of the file system, and a few operations on files by name, each done completely or not at all.
package enum FileSystem {
  /// Whether a file, a folder or even a dangling link has this name.
  package static func exists(_ path: String) -> Bool {
    FileStatus(path: path, followingLinks: false) != nil
  }

  /// Whether the target of a path cannot be known, as when one of its folders cannot be entered.
  package static func isHidden(_ path: String) -> Bool {
    var facts = stat()
    guard unsafe stat(path, &facts) != 0 else { return false }
    return errno != ENOENT && errno != ENOTDIR
  }

  /// Whether the links of a path lead in a circle.
  package static func isLoop(_ path: String) -> Bool {
    var facts = stat()
    return unsafe stat(path, &facts) != 0 && errno == ELOOP
  }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    FileStatus(path: path)?.kind == .directory
  }

  /// Whether this is the name of a link, even a dangling one.
  package static func isLink(_ path: String) -> Bool {
    var first: CChar = 0
    return unsafe readlink(path, &first, 1) >= 0
  }

  /// The size of a file in bytes; nil if it does not exist.
  package static func size(of path: String) -> Int64? { FileStatus(path: path)?.size }

  /// The total size of files in a folder in bytes; a missing file counts as 0.
  package static func size(of names: [String], in folder: String) -> Int64 {
    names.reduce(0) { $0 + (size(of: FilePath.join(folder, $1)) ?? 0) }
  }

  /// Whether this user may read the file at a path.
  package static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

  /// Whether this user may run the file at a path.
  package static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// Whether this user may write a file, or create files in a folder; false on a read-only disk.
  ///
  /// A file whose permissions let no user write it counts as not writable for the superuser too: somebody
  /// protected it.
  package static func isWritable(_ path: String) -> Bool {
    guard let status = FileStatus(path: path), unsafe access(path, W_OK) == 0 else { return false }
    return status.kind == .directory || status.isWritableBySomebody
  }

  /// The path with all links followed; unchanged if the file does not exist.
  ///
  /// A folder of the resolved path, such as the current folder, may have a name that is not UTF-8. Then only
  /// the links of the last component are followed, and the path begins as the given path does.
  package static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(validatingCString: real) ?? destination(of: path)
  }

  /// Follows a link, and the links that it leads to; the result begins as the given path does.
  ///
  /// The path of anything but a link is returned unchanged.
  package static func destination(of path: String) -> String {
    var path = path
    // The system follows as many links before it gives up
    // (https://man7.org/linux/man-pages/man7/path_resolution.7.html).
    for _ in 0..<40 {
      guard let target = target(ofLink: path) else { return path }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }

  private static func target(ofLink path: String) -> String? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        unsafe text.baseAddress.map { unsafe max(0, readlink(path, $0, text.count)) } ?? 0
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return bytes.isEmpty || !text.utf8.elementsEqual(bytes) ? nil : text
  }

  /// Whether the folders of two paths are on one disk.
  package static func areOnOneDisk(_ first: String, _ second: String) -> Bool {
    guard let one = FileStatus(path: FilePath.folder(of: first)),
      let other = FileStatus(path: FilePath.folder(of: second))
    else { return false }
    return one.identity.device == other.identity.device
  }

  /// The number of bytes that can still be written next to a file; nil if the system does not report it.
  package static func freeSpace(beside path: String) -> Int64? {
    var facts = statvfs()
    guard unsafe statvfs(FilePath.folder(of: path), &facts) == 0 else { return nil }
    let (bytes, overflow) = Int64(facts.f_bavail).multipliedReportingOverflow(
      by: Int64(facts.f_frsize))
    return overflow ? .max : bytes
  }
}

// MARK: - Content

extension FileSystem {
  /// The bytes of a file.
  package static func contents(of path: String) throws(SystemError) -> [UInt8] {
    try SystemFile.reading(path).readToEnd()
  }

  /// The limit for texts that are read whole, in bytes: larger than any real text, and small enough for
  /// memory.
  package static let textLimit = 64 << 20

  /// The bytes of a file that is not larger than a limit.
  ///
  /// A larger file is an error. A file without end, such as a device, is not read beyond the limit.
  package static func contents(
    of path: String, upTo limit: Int
  ) throws(SystemError) -> [UInt8] {
    let file = try SystemFile.reading(path)
    var bytes: [UInt8] = []
    while case let piece = try file.read(upTo: SystemFile.pieceSize), !piece.isEmpty {
      bytes += piece
      guard bytes.count <= limit else { throw SystemError(.read, path, code: EFBIG) }
    }
    return bytes
  }

  /// The first bytes of a file; fewer if the file is shorter.
  package static func firstBytes(
    _ count: Int, of path: String
  ) throws(SystemError) -> [UInt8] {
    try SystemFile.reading(path).read(upTo: count)
  }

  /// Whether two files hold the same bytes.
  package static func areEqual(_ first: String, _ second: String) throws(SystemError) -> Bool {
    let (one, other) = (try SystemFile.reading(first), try SystemFile.reading(second))
    while true {
      let piece = try one.read(upTo: SystemFile.pieceSize)
      guard try other.read(upTo: SystemFile.pieceSize) == piece else { return false }
      if piece.isEmpty { return true }
    }
  }
}
