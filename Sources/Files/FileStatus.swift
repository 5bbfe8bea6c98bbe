#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the file system says about a path, without opening what is there.
package struct FileStatus: Hashable, Sendable {
  /// What can be at a path.
  package enum Kind: Hashable, Sendable {
    /// A regular file, a folder, a pipe, or something else: a link that is not followed, a device.
    case file, directory, pipe, other
  }

  /// Which file it is, whatever name led to it.
  package struct Identity: Hashable, Sendable {
    /// The disk.
    package let device: UInt64
    /// Its number there.
    package let number: UInt64
  }

  /// A time as the disk keeps it: seconds since 1970, and what is beyond them.
  package struct Instant: Hashable, Comparable, Sendable {
    private let seconds: Int64
    private let nanoseconds: Int64

    fileprivate init(_ time: timespec) {
      seconds = Int64(time.tv_sec)
      nanoseconds = Int64(time.tv_nsec)
    }

    /// Whether one time is before the other.
    package static func < (left: Self, right: Self) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  /// What it is.
  package let kind: Kind
  /// How many bytes it has.
  package let size: Int64
  /// Who may do what with it: the lower twelve bits of its mode.
  package let permissions: UInt16
  /// Which file it is.
  package let identity: Identity
  /// When its content was changed last.
  package let modified: Instant
  /// How many names it has.
  package let links: Int

  /// Nil where there is nothing, or nothing that this user may see.
  package init?(path: String, followingLinks: Bool = true) {
    var facts = stat()
    let result = unsafe followingLinks ? stat(path, &facts) : lstat(path, &facts)
    guard result == 0 else { return nil }
    self.init(facts)
  }

  /// The status of an open file.
  init?(descriptor: Int32) {
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0 else { return nil }
    self.init(facts)
  }

  private init(_ facts: stat) {
    size = Int64(facts.st_size)
    permissions = UInt16(truncatingIfNeeded: facts.st_mode & 0o7777)
    identity = Identity(
      device: UInt64(truncatingIfNeeded: facts.st_dev),
      number: UInt64(truncatingIfNeeded: facts.st_ino))
    #if canImport(Darwin)
      modified = Instant(facts.st_mtimespec)
    #else
      modified = Instant(facts.st_mtim)
    #endif
    links = Int(facts.st_nlink)
    switch facts.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .directory
    case S_IFIFO: kind = .pipe
    default: kind = .other
    }
  }
}

extension FileStatus {
  /// Whether anybody at all may write it.
  var isWritableBySomebody: Bool { permissions & 0o222 != 0 }
}
