internal import Files

/// The process that is changing a store.
public struct LockOwner: Hashable, Sendable {
  /// The process identifier.
  public var process: Int32
  /// The time when it took the lock, in seconds since 1970.
  public var since: Double
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

  /// Writes the line as the only content of a newly opened file.
  ///
  /// It informs people and nothing depends on it, so a full disk does not affect the lock.
  func write(to file: SystemFile) {
    do throws(SystemError) {
      try file.truncate()
      try file.write(Array(line.utf8))
    } catch {}
  }

  /// Reads the line of a newly opened lock file that another process holds.
  static func read(from file: SystemFile) -> LockOwner? {
    // The lock's holder may not have written its name yet; then it is unknown.
    guard let bytes = try? file.read(upTo: 128), !bytes.isEmpty else { return nil }
    return LockOwner(line: String(decoding: bytes, as: UTF8.self))
  }
}
