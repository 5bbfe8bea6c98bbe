/// The bytes over which a version hash is computed.
struct HashInput {
  /// The bytes that have been added.
  private(set) var bytes: [UInt8] = []

  /// Adds a name as UTF-8, without a terminator.
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds a flag as one byte.
  mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// Adds a number as four bytes, the lowest first.
  mutating func append(_ number: Int) {
    let word = UInt32(truncatingIfNeeded: number)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  /// Adds a hash.
  mutating func append(_ hash: VersionHash) { bytes.append(contentsOf: hash.bytes) }

  /// The hash of all bytes that have been added.
  var hash: VersionHash { VersionHash(hashing: bytes) }
}
