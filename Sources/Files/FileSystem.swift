#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What is asked of the disk, and the few things done to files by name, each whole or not at all.
package enum FileSystem {
  /// Whether anything has this name, a dangling link included.
  package static func exists(_ path: String) -> Bool {
    FileStatus(path: path, followingLinks: false) != nil
  }

  /// Whether it cannot be known what a path leads to, as where a folder on the way cannot be entered.
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

  /// Whether this is the name of a link, be it a dangling one.
  package static func isLink(_ path: String) -> Bool {
    var first: CChar = 0
    return unsafe readlink(path, &first, 1) >= 0
  }

  /// How many bytes a file has; nil where there is none.
  package static func size(of path: String) -> Int64? { FileStatus(path: path)?.size }

  /// How many bytes files of a folder have together; one that is missing has none.
  package static func size(of names: [String], in folder: String) -> Int64 {
    names.reduce(0) { $0 + (size(of: FilePath.join(folder, $1)) ?? 0) }
  }

  /// Whether this user may read what is at a path.
  package static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

  /// Whether this user may run what is at a path.
  package static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// Whether this user may write a file, or into a folder; never on a disk that is read-only.
  ///
  /// A file that nobody may write is left alone also by the user whom the system lets do anything.
  package static func isWritable(_ path: String) -> Bool {
    guard let status = FileStatus(path: path), unsafe access(path, W_OK) == 0 else { return false }
    return status.isWritableBySomebody
  }

  /// The path with all links followed; as it is where there is no such file.
  ///
  /// Where a folder on the way has a name that is no UTF-8, as it may be with the one this process
  /// works in, the path begins where the given one does.
  package static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(validatingCString: real) ?? destination(of: path)
  }

  /// What a link leads to, and whatever that leads to: a path that begins where the given one does.
  ///
  /// Of anything but a link, the path itself.
  package static func destination(of path: String) -> String {
    var path = path
    // The system follows as many before it gives up
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

  /// How many bytes may still be written next to a file; nil where the system does not say.
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

  /// More bytes than any text has that is read whole, and no more than memory has room for.
  package static let textLimit = 64 << 20

  /// The bytes of a file that has no more than so many.
  ///
  /// What has no end, such as a device, is read no further than that, and refused.
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

  /// The first bytes of a file, fewer where it is shorter.
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
