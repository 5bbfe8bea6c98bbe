#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The process that is migrating a store.
public struct LockOwner: Hashable, Sendable {
  /// Its number.
  public var process: Int32
  /// When it took the lock, in seconds since 1970.
  public var since: Double

  /// An owner from its parts.
  public init(process: Int32, since: Double) {
    self.process = process
    self.since = since
  }
}

extension LockOwner {
  /// The line of a lock file: `4711 1763694000.5`.
  var line: String { "\(process) \(since)\n" }

  /// The owner that a line names; nil for any other text.
  init?(line: String) {
    guard line.last == "\n" else { return nil }
    let words = line.dropLast().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let process = Int32(words[0]), let since = Double(words[1]) else {
      return nil
    }
    self.init(process: process, since: since)
  }

  /// Writes the line as a file's only content.
  ///
  /// It informs people and nothing depends on it, so a full disk does not keep the lock from
  /// holding.
  func write(to descriptor: Int32) {
    let bytes = Array(line.utf8)
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }

  /// Reads the line of a lock file that another process holds.
  static func read(from descriptor: Int32) -> LockOwner? {
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? LockOwner(line: String(decoding: bytes.prefix(count), as: UTF8.self)) : nil
  }
}
