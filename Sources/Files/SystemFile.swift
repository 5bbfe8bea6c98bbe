#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An open file that is read and written in pieces, and flushed to the disk.
///
/// Foundation offers neither a flush to the disk nor a lock, so this type calls the system itself.
package final class SystemFile {
  /// The path by which the file was opened.
  package let path: String
  private let descriptor: Int32
  private let isOwned: Bool
  /// The number of bytes that are read at once by default.
  static let pieceSize = 1 << 18

  private init(path: String, descriptor: Int32, isOwned: Bool = true) {
    self.path = path
    self.descriptor = descriptor
    self.isOwned = isOwned
  }

  deinit { if isOwned { close(descriptor) } }
}

// MARK: - Opening

extension SystemFile {
  /// Opens a file to read it from its start.
  ///
  /// A named pipe is refused: it may never be written to, and its content can be read only once. A pipe below
  /// `/dev`, as a shell passes it, is read.
  package static func reading(
    _ path: String, followingLinks: Bool = true
  ) throws(SystemError) -> SystemFile {
    if FileStatus(path: path)?.kind == .pipe, !path.hasPrefix("/dev/") {
      throw SystemError(.open, path, code: ESPIPE)
    }
    return try opened(path, followingLinks ? O_RDONLY : O_RDONLY | O_NOFOLLOW, for: .open)
  }

  /// Opens a regular file to read it from its start.
  ///
  /// Returns nil if no file has the name, or if it is a link, a folder, a pipe or a device.
  package static func readingPlain(_ path: String) throws(SystemError) -> SystemFile? {
    do throws(SystemError) {
      // Opened without blocking; otherwise the call would wait for a writer of a named pipe.
      let file = try opened(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, for: .open)
      return FileStatus(descriptor: file.descriptor)?.kind == .file ? file : nil
    } catch {
      // The codes for a missing file, a link, and a socket or a device without a driver.
      guard [ENOENT, ENOTDIR, ELOOP, ENXIO, ENODEV].contains(error.code) else { throw error }
      return nil
    }
  }

  /// Opens an existing file to write to it, without emptying it.
  package static func writing(_ path: String) throws(SystemError) -> SystemFile {
    try opened(path, O_WRONLY, for: .open)
  }

  /// Creates a file under a name that does not exist yet, not even as a link.
  package static func new(_ path: String) throws(SystemError) -> SystemFile {
    try opened(path, O_WRONLY | O_CREAT | O_EXCL, 0o666, for: .create)
  }

  /// Opens a file for a lock; it is created if it is missing, and its content is not changed.
  package static func forLock(_ path: String) throws(SystemError) -> SystemFile {
    try opened(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o644, for: .create)
  }

  /// Opens an empty file for this process alone, in place of a file that a killed process left behind.
  ///
  /// Throws an error of ``SystemError/Operation/lock`` while another process has the file open in this way.
  package static func exclusive(_ path: String) throws(SystemError) -> SystemFile {
    let file = try forLock(path)
    // The lock ends with the process, so a killed process leaves nothing to undo. Between opening and
    // locking, another process may have finished and renamed this very file: then it must not be emptied.
    guard try file.lock(.exclusive), let links = file.linksWhileNamed else {
      throw SystemError(.lock, path, code: EWOULDBLOCK)
    }
    // A process that was killed while it gave the finished file its final name leaves both names behind: then
    // emptying one would empty the other.
    guard links == 1 else {
      try FileSystem.remove(path)
      return try exclusive(path)
    }
    try file.truncate()
    return file
  }

  /// Wraps a file that the caller opened and closes, such as the standard output.
  package static func borrowed(descriptor: Int32, path: String) -> SystemFile {
    SystemFile(path: path, descriptor: descriptor, isOwned: false)
  }

  private static func opened(
    _ path: String, _ flags: Int32, _ permissions: mode_t = 0,
    for operation: SystemError.Operation
  ) throws(SystemError) -> SystemFile {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw SystemError(operation, path) }
    return SystemFile(path: path, descriptor: descriptor)
  }
}

// MARK: - Locking

extension SystemFile {
  /// The kind of a lock: it excludes all other locks, or only exclusive ones.
  package enum Lock: Sendable {
    /// Alone, or together with other shared locks.
    case exclusive, shared
  }

  /// Takes an advisory lock, which ends when the file is closed.
  ///
  /// Returns false if another process has a lock.
  package func lock(_ lock: Lock) throws(SystemError) -> Bool {
    let wanted = lock == .exclusive ? LOCK_EX : LOCK_SH
    if flock(descriptor, wanted | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw SystemError(.lock, path) }
    return false
  }

  /// Whether the path by which the file was opened still leads to the same file, and is not a link.
  package var isNamed: Bool { linksWhileNamed != nil }

  /// The number of names of the file; nil if it cannot be read.
  package var linkCount: Int? { FileStatus(descriptor: descriptor)?.links }

  /// The number of names of the file; nil if its path now leads to another file.
  private var linksWhileNamed: Int? {
    guard let mine = FileStatus(descriptor: descriptor),
      let named = FileStatus(path: path, followingLinks: false), mine.identity == named.identity
    else { return nil }
    return mine.links
  }
}

// MARK: - Reading

extension SystemFile {
  /// The size of the file in bytes.
  package func size() throws(SystemError) -> Int {
    guard let status = FileStatus(descriptor: descriptor) else { throw SystemError(.read, path) }
    return Int(status.size)
  }

  /// Reads the next bytes into a buffer.
  ///
  /// Returns their number, 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw SystemError(.read, path) }
    }
  }

  /// Reads until a buffer is full or the file ends.
  ///
  /// Returns the number of bytes.
  package func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Reads a number of bytes, fewer if the file ends, none at the end.
  package func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try unsafe fill(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads the rest of the file.
  package func readToEnd() throws(SystemError) -> [UInt8] {
    // One byte more than expected shows the end in the same read.
    var bytes = try read(upTo: size() + 1)
    while case let piece = try read(upTo: Self.pieceSize), !piece.isEmpty { bytes += piece }
    return bytes
  }

  /// Lets the system drop its cached copy of the file, so that the next read asks the disk.
  package func forgetCached() {
    #if !canImport(Darwin)
      // This is only advice: if the system ignores it, the bytes come from memory as usual.
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }
}

// MARK: - Writing

extension SystemFile {
  /// Writes all bytes of a buffer, in as many calls as the system needs.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      let piece = unsafe UnsafeRawBufferPointer(rebasing: rest)
      let count = unsafe systemWrite(descriptor, piece.baseAddress, piece.count)
      if count >= 0 {
        unsafe rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw SystemError(.write, path)
      }
    }
  }

  /// Writes bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      try unsafe write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Writes the rest of another file.
  package func write(contentsOf source: SystemFile) throws(SystemError) {
    while case let piece = try source.read(upTo: Self.pieceSize), !piece.isEmpty {
      try write(piece)
    }
  }

  /// Empties the file.
  package func truncate() throws(SystemError) {
    guard ftruncate(descriptor, 0) == 0 else { throw SystemError(.write, path) }
  }

  /// Sets the permissions of the file; a disk without permissions is left as it is.
  package func setPermissions(_ permissions: UInt16) {
    _ = fchmod(descriptor, mode_t(permissions))
  }

  /// Waits until all written bytes are on the disk.
  package func flush() throws(SystemError) {
    #if canImport(Darwin)
      // On macOS, fsync does not flush the drive's own cache: see its fsync(2).
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw SystemError(.flush, path) }
  }
}

// Inside the type, `read` and `write` mean the type's own functions.
@unsafe private func systemRead(
  _ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(file, buffer, count)
}

@unsafe private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, buffer, count)
}
