#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the system refused to do with a file, and why.
public struct SystemError: Error, Hashable, Sendable {
  /// What can be done with a file.
  public enum Operation: String, Hashable, Sendable {
    /// Opening, making, reading, writing, flushing to the disk, locking, renaming, removing.
    case open, create, read, write, flush, lock, rename, remove
  }

  /// What was to be done.
  public let operation: Operation
  /// The file.
  public let path: String
  /// The system's number for the reason: a value of `errno`.
  public let code: Int32

  /// A refusal from its parts.
  public init(_ operation: Operation, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The refusal of the last request of this thread.
  init(_ operation: Operation, _ path: String) {
    self.init(operation, path, code: errno)
  }
}

extension SystemError {
  /// A file that cannot be reached, for its name is no UTF-8; the path has those bytes as `\xff`.
  package static func illegibleName(_ path: String) -> SystemError {
    SystemError(.read, path, code: EILSEQ)
  }

  /// Whether nobody reads the other end of a pipe any more.
  package var isClosedPipe: Bool { code == EPIPE }

  /// Whether a lock is not to be had because somebody else has it.
  package var isOfLock: Bool { operation == .lock && code == EWOULDBLOCK }

  /// Whether the disk has no room, or this user no share of it, for what was to be written.
  package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }

  /// Whether this user may not do it, or nobody on a disk that is only to be read.
  package var isForbidden: Bool { code == EACCES || code == EPERM || code == EROFS }

  /// Whether the file, or a folder on the way to it, is not there.
  package var isMissing: Bool { code == ENOENT }

  /// The same refusal, reported of another operation and file: those that were asked for.
  package func during(_ operation: Operation, _ path: String) -> SystemError {
    SystemError(operation, path, code: code)
  }
}

extension SystemError: CustomStringConvertible {
  /// The same as ``message``.
  public var description: String { message }

  /// The sentence: `cannot write to 'result.json': no space left on device`.
  public var message: String { "cannot \(task): \(reason)" }

  /// The system's own words, in lower case: `no space left on device`.
  package var reason: String {
    // The system speaks of characters and of seeking, and means those of the name, and a pipe.
    if code == EILSEQ { return "its name is not UTF-8" }
    if code == ESPIPE { return "it is a pipe, not a file" }
    let text = unsafe String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private var task: String {
    switch operation {
    case .open, .create, .read, .lock, .rename, .remove: "\(operation.rawValue) '\(path)'"
    case .write: "write to '\(path)'"
    case .flush: "flush '\(path)' to the disk"
    }
  }
}
