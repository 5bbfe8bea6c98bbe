#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An operation on a file that the system refused, and the reason.
public struct SystemError: Error, Hashable, Sendable {
  /// An operation on a file.
  public enum Operation: String, Hashable, Sendable {
    /// Opening, creating, reading, writing, flushing to the disk, locking, renaming, removing.
    case open, create, read, write, flush, lock, rename, remove
  }

  /// The operation that failed.
  public let operation: Operation
  /// The path of the file.
  public let path: String
  /// The system's number for the reason: a value of `errno`.
  public let code: Int32

  /// Creates an error from its parts.
  public init(_ operation: Operation, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// Creates an error from the `errno` of the current thread.
  init(_ operation: Operation, _ path: String) {
    self.init(operation, path, code: errno)
  }
}

extension SystemError {
  /// The error for a file whose name is not UTF-8; those bytes of the path are written as `\xff`.
  package static func illegibleName(_ path: String) -> SystemError {
    SystemError(.read, path, code: EILSEQ)
  }

  /// Whether the other end of a pipe is closed.
  package var isClosedPipe: Bool { code == EPIPE }

  /// Whether another process holds the lock.
  package var isOfLock: Bool { operation == .lock && code == EWOULDBLOCK }

  /// Whether the disk is full, or this user's share of it.
  package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }

  /// Whether this user has no permission, or the disk is read-only.
  package var isForbidden: Bool { code == EACCES || code == EPERM || code == EROFS }

  /// Whether the file, or a folder of its path, does not exist.
  package var isMissing: Bool { code == ENOENT }

  /// The same error, reported for the operation and the file that the caller asked for.
  package func during(_ operation: Operation, _ path: String) -> SystemError {
    SystemError(operation, path, code: code)
  }
}

extension SystemError: CustomStringConvertible {
  /// The same as ``message``.
  public var description: String { message }

  /// The message: `cannot write to 'result.json': no space left on device`.
  public var message: String { "cannot \(task): \(reason)" }

  /// The system's message in lower case: `no space left on device`.
  package var reason: String {
    // The system's messages speak of a character, of levels and of seeking; the causes are the name of the
    // file, links that lead to each other, and a pipe.
    if code == EILSEQ { return "its name is not UTF-8" }
    if code == ELOOP { return "its symbolic links form a loop" }
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
