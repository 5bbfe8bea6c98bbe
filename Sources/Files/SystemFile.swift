#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An open file, read and written in pieces, that knows how to reach the disk.
///
/// Foundation offers neither a flush to the disk nor a lock, so this speaks to the system itself.
package final class SystemFile {
  /// The path by which it was opened.
  package let path: String
  private let descriptor: Int32
  private let isOwned: Bool
  /// How much is read at once where nothing else is asked for.
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
  /// A pipe with a name is refused: nobody may ever write to its other end, and what is read twice
  /// is there once. One that a shell hands over below `/dev` is read.
  package static func reading(
    _ path: String, followingLinks: Bool = true
  ) throws(SystemError) -> SystemFile {
    if FileStatus(path: path)?.kind == .pipe, !path.hasPrefix("/dev/") {
      throw SystemError(.open, path, code: ESPIPE)
    }
    return try opened(path, followingLinks ? O_RDONLY : O_RDONLY | O_NOFOLLOW, for: .open)
  }

  /// Opens a plain file to read it from its start; nil where nothing has the name, or what has it is a
  /// link, a folder, a pipe or a device.
  package static func readingPlain(_ path: String) throws(SystemError) -> SystemFile? {
    do throws(SystemError) {
      // Without waiting, or a pipe with a name would be waited for.
      let file = try opened(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, for: .open)
      return FileStatus(descriptor: file.descriptor)?.kind == .file ? file : nil
    } catch {
      // The codes of a link, and of a socket or a device without a driver.
      guard [ENOENT, ENOTDIR, ELOOP, ENXIO, ENODEV].contains(error.code) else { throw error }
      return nil
    }
  }

  /// Opens what is there to write to it, without making or emptying anything.
  package static func writing(_ path: String) throws(SystemError) -> SystemFile {
    try opened(path, O_WRONLY, for: .open)
  }

  /// Makes a file where nothing has the name yet, not even a link.
  package static func new(_ path: String) throws(SystemError) -> SystemFile {
    try opened(path, O_WRONLY | O_CREAT | O_EXCL, 0o666, for: .create)
  }

  /// Opens a file for a lock, which is made where it is missing, and changes nothing in it.
  package static func forLock(_ path: String) throws(SystemError) -> SystemFile {
    try opened(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o644, for: .create)
  }

  /// Opens an empty file for this process alone, over whatever a killed run left under its name.
  ///
  /// Throws a refusal to ``SystemError/Operation/lock`` while another process has it open here.
  package static func exclusive(_ path: String) throws(SystemError) -> SystemFile {
    let file = try forLock(path)
    // The lock goes with the process, so a killed one leaves nothing to undo. Between open and
    // lock another run may have finished and renamed this very file: then it is not ours to empty.
    guard try file.lock(.exclusive), let links = file.linksWhileNamed else {
      throw SystemError(.lock, path, code: EWOULDBLOCK)
    }
    // A run that was killed while it gave its finished file the final name left both names: then
    // to empty the one would be to empty the other.
    guard links == 1 else {
      try FileSystem.remove(path)
      return try exclusive(path)
    }
    try file.truncate()
    return file
  }

  /// A file that somebody else opened and will close, such as the standard output.
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
  /// How a lock keeps others out: from all locks, or from exclusive ones.
  package enum Lock: Sendable {
    /// Alone, or together with others that only ask.
    case exclusive, shared
  }

  /// Takes an advisory lock, which goes with the file: false where another process has one.
  package func lock(_ lock: Lock) throws(SystemError) -> Bool {
    let wanted = lock == .exclusive ? LOCK_EX : LOCK_SH
    if flock(descriptor, wanted | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw SystemError(.lock, path) }
    return false
  }

  /// Whether the path by which the file was opened still leads to it, and not by a link.
  package var isNamed: Bool { linksWhileNamed != nil }

  /// How many names the file has; nil where that cannot be known.
  package var linkCount: Int? { FileStatus(descriptor: descriptor)?.links }

  /// How many names the file has; nil where the one it was opened by is another file's by now.
  private var linksWhileNamed: Int? {
    guard let mine = FileStatus(descriptor: descriptor),
      let named = FileStatus(path: path, followingLinks: false), mine.identity == named.identity
    else { return nil }
    return mine.links
  }
}

// MARK: - Reading

extension SystemFile {
  /// How many bytes the file has.
  package func size() throws(SystemError) -> Int {
    guard let status = FileStatus(descriptor: descriptor) else { throw SystemError(.read, path) }
    return Int(status.size)
  }

  /// Reads what comes next into a buffer: how many bytes, 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw SystemError(.read, path) }
    }
  }

  /// Reads until a buffer is full or the file ends: how many bytes.
  package func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Reads so many bytes, or fewer where the file ends: none at the end.
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

  /// Reads all that is left.
  package func readToEnd() throws(SystemError) -> [UInt8] {
    // One byte more than there should be shows the end in the same read.
    var bytes = try read(upTo: size() + 1)
    while case let piece = try read(upTo: Self.pieceSize), !piece.isEmpty { bytes += piece }
    return bytes
  }

  /// Lets the system forget its copy of the file, so that reading it again asks the disk.
  package func forgetCached() {
    #if !canImport(Darwin)
      // Advice only: where it is not taken, the bytes come from memory, as they otherwise would.
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }
}

// MARK: - Writing

extension SystemFile {
  /// Writes all bytes of a buffer, however often the system takes only a part of it.
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

  /// Writes all of some bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      try unsafe write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Writes what is left of another file.
  package func write(contentsOf source: SystemFile) throws(SystemError) {
    while case let piece = try source.read(upTo: Self.pieceSize), !piece.isEmpty {
      try write(piece)
    }
  }

  /// Empties the file.
  package func truncate() throws(SystemError) {
    guard ftruncate(descriptor, 0) == 0 else { throw SystemError(.write, path) }
  }

  /// Lets those use the file who may use another; a disk that knows no permissions stays as it is.
  package func setPermissions(_ permissions: UInt16) {
    _ = fchmod(descriptor, mode_t(permissions))
  }

  /// Waits until all that was written is on the disk.
  package func flush() throws(SystemError) {
    #if canImport(Darwin)
      // fsync of macOS does not empty the drive's own cache: see its fsync(2).
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw SystemError(.flush, path) }
  }
}

// Within the type, `read` and `write` are its own.
@unsafe private func systemRead(
  _ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(file, buffer, count)
}

@unsafe private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, buffer, count)
}
