#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the operating system answered to a request that it refused.
struct SystemError: Error, Hashable, Sendable {
  /// The number: a value of `errno`.
  var code: Int32

  /// An error from its number.
  init(code: Int32) { self.code = code }

  /// The error of the last request of this thread.
  static var current: SystemError { SystemError(code: errno) }

  /// Whether somebody else holds the lock.
  var isWouldBlock: Bool { code == EWOULDBLOCK || code == EAGAIN }

  /// Whether there is no such file.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

extension SystemError: CustomStringConvertible {
  /// The system's own words, in lower case: `permission denied`.
  var description: String {
    let text = String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
