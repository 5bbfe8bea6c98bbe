#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The file system's description of a path, read without opening the file.
package struct FileStatus: Hashable, Sendable {
  /// The kind of a file.
  package enum Kind: Hashable, Sendable {
    /// A regular file, a folder, a pipe, or something else: a device, or a link that is not followed.
    case file, directory, pipe, other
  }

  /// The identity of a file, which is the same for each of its names.
  package struct Identity: Hashable, Sendable {
    /// The disk.
    package let device: UInt64
    /// The file's number on the disk.
    package let number: UInt64
  }

  /// A time as the disk stores it: seconds since 1970, and a fraction.
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

  /// The kind of the file.
  package let kind: Kind
  /// The size of the file in bytes.
  package let size: Int64
  /// The permissions: the lower twelve bits of the mode.
  package let permissions: UInt16
  /// The identity of the file.
  package let identity: Identity
  /// The time when the content was last changed.
  package let modified: Instant
  /// The number of names of the file.
  package let links: Int

  /// Reads the status of a file; nil if it does not exist or this user may not see it.
  package init?(path: String, followingLinks: Bool = true) {
    var facts = stat()
    let result = unsafe followingLinks ? stat(path, &facts) : lstat(path, &facts)
    guard result == 0 else { return nil }
    self.init(facts)
  }

  /// Reads the status of an open file.
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
  /// Whether the permissions let any user write the file.
  var isWritableBySomebody: Bool { permissions & 0o222 != 0 }
}
