#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the system could not do, and why.
package struct SystemError: Error, Hashable, Sendable {
  /// What was to be done: `cannot write to 'result.json'`.
  package let task: String
  /// The system's number for the reason.
  package let number: Int32

  init(writingTo object: String, _ number: Int32) {
    task = "cannot write to \(object)"
    self.number = number
  }

  /// The sentence: `cannot write to 'result.json': no space left on device`.
  package var message: String {
    let reason = unsafe String(cString: strerror(number))
    return "\(task): \(reason.prefix(1).lowercased())\(reason.dropFirst())"
  }
}

/// Writes all of a text to a file descriptor, however often the system takes only a part of it.
func writeAll(_ text: String, to descriptor: Int32) throws(SystemError) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe write(descriptor, buffer.baseAddress, buffer.count)
    }
    if count >= 0 {
      bytes = bytes.dropFirst(count)
    } else if errno != EINTR {
      throw SystemError(writingTo: "file \(descriptor)", errno)
    }
  }
}
