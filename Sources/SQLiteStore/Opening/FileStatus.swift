#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the file system says about a path, without opening what is there.
struct FileStatus: Hashable {
  enum Kind: Hashable { case file, directory, other }

  let kind: Kind
  let size: Int64

  /// Nil where there is nothing, or nothing that this user may see.
  init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    size = Int64(status.st_size)
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .directory
    default: kind = .other
    }
  }

  /// Whether this user may read what is at the path.
  static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

  /// Whether this user may write what is at the path; never on a file system that is read-only.
  static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

  /// The path of the folder that a path is in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The first bytes of a file, fewer where it is shorter; nil where it cannot be read.
  static func firstBytes(_ count: Int, of path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var isComplete = true
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let start = buffer.baseAddress {
        let got = unsafe read(descriptor, start + filled, count - filled)
        if got < 0 { isComplete = false }
        if got <= 0 { return }
        filled += got
      }
    }
    return isComplete ? bytes : nil
  }
}
