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
@safe final class SystemFile {
  let path: String
  private let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens a file to read it from its start.
  static func reading(_ path: String) throws(ArchiveError) -> SystemFile {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(.init(.open, path, errno)) }
    return SystemFile(path: path, descriptor: descriptor)
  }

  /// Opens an empty file for this process alone, over whatever a killed run left under its name.
  ///
  /// Throws ``ArchiveError/beingWritten(path:)`` while another process has it open here.
  static func exclusive(_ path: String) throws(ArchiveError) -> SystemFile {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw .file(.init(.create, path, errno)) }
    let file = SystemFile(path: path, descriptor: descriptor)
    // The lock goes with the process, so a killed one leaves nothing to undo. Between open and
    // lock another run may have finished and renamed this very file: then it is not ours to empty.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, let links = file.linksWhileNamed else {
      throw .beingWritten(path: path)
    }
    // A run that was killed while it gave its finished file the final name left both names: then
    // to empty the one would be to empty the other.
    guard links == 1 else {
      try FileSystem.remove(path)
      return try exclusive(path)
    }
    guard ftruncate(descriptor, 0) == 0 else { throw .file(.init(.write, path, errno)) }
    return file
  }

  /// How many names the file has; nil where the one it was opened by is another file's by now.
  private var linksWhileNamed: Int? {
    var mine = stat()
    var named = stat()
    guard unsafe fstat(descriptor, &mine) == 0, unsafe lstat(path, &named) == 0,
      mine.st_ino == named.st_ino, mine.st_dev == named.st_dev
    else { return nil }
    return Int(mine.st_nlink)
  }

  /// How many bytes the file has.
  func size() throws(ArchiveError) -> Int {
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0 else { throw .file(.init(.read, path, errno)) }
    return Int(facts.st_size)
  }

  /// Reads what comes next into a buffer: how many bytes, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    while true {
      let count = unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .file(.init(.read, path, errno)) }
    }
  }

  /// Reads until a buffer is full or the file ends: how many bytes.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Writes all bytes of a buffer.
  func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      let piece = unsafe UnsafeRawBufferPointer(rebasing: rest)
      let count = unsafe systemWrite(descriptor, piece.baseAddress, piece.count)
      if count >= 0 {
        unsafe rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .file(.init(.write, path, errno))
      }
    }
  }

  /// Waits until all that was written is on the disk.
  func flush() throws(ArchiveError) {
    #if canImport(Darwin)
      // fsync of macOS does not empty the drive's own cache: see its fsync(2).
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw .file(.init(.flush, path, errno)) }
  }

  /// Lets the system forget its copy of the file, so that reading it again asks the disk.
  func forgetCached() {
    #if !canImport(Darwin)
      // Advice only: where it is not taken, the bytes come from memory, as they otherwise would.
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    #endif
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
