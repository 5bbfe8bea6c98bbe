#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Writes files so that a reader sees the old content or the new one, never a part.
package enum AtomicFile {
  /// Writes a text to a file that need not exist.
  ///
  /// The text goes to a file beside it, is flushed to disk, and then takes the place of the old
  /// one, whose permissions it keeps. What is no ordinary file, such as `/dev/stdout` or a named
  /// pipe, is written to directly. A symbolic link is followed.
  package static func write(_ text: String, to path: String) throws(SystemError) {
    let target = resolved(path)
    switch kind(of: target) {
    case .special: try writeDirectly(text, to: target)
    case .ordinary(let permissions): try replace(target, with: text, permissions)
    case .absent: try replace(target, with: text, nil)
    }
  }

  private enum Kind {
    case absent
    case ordinary(mode_t)
    case special
  }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .absent }
    return status.st_mode & S_IFMT == S_IFREG ? .ordinary(status.st_mode & 0o7777) : .special
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private static func writeDirectly(_ text: String, to path: String) throws(SystemError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(writingTo: "'\(path)'", errno) }
    defer { close(descriptor) }
    try fill(descriptor, of: path, with: text)
  }

  private static func replace(
    _ path: String, with text: String, _ permissions: mode_t?
  ) throws(SystemError) {
    let draft = "\(path).\(getpid()).tmp"
    let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError(writingTo: "'\(path)'", errno) }
    do throws(SystemError) {
      defer { close(descriptor) }
      if let permissions { fchmod(descriptor, permissions) }
      try fill(descriptor, of: path, with: text)
      guard fsync(descriptor) == 0 else { throw SystemError(writingTo: "'\(path)'", errno) }
      guard unsafe rename(draft, path) == 0 else {
        throw SystemError(writingTo: "'\(path)'", errno)
      }
    } catch {
      unsafe unlink(draft)
      throw error
    }
  }

  private static func fill(
    _ descriptor: Int32, of path: String, with text: String
  ) throws(SystemError) {
    do throws(SystemError) {
      try writeAll(text, to: descriptor)
    } catch {
      throw SystemError(writingTo: "'\(path)'", error.number)
    }
  }
}
