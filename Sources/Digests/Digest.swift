internal import CCrypto

/// A running SHA-2 digest, computed by the system's libcrypto.
///
/// ```swift
/// var digest = Digest(.sha256)
/// digest.update(Array("abc".utf8))
/// digest.finalize().hexadecimal // "ba7816bf…"
/// ```
@safe public struct Digest: ~Copyable {
  /// A member of the SHA-2 family.
  public enum Algorithm: Sendable {
    /// 32 bytes.
    case sha256
    /// 64 bytes.
    case sha512
  }

  private var state = migrate_sha2()

  /// Begins an empty digest.
  public init(_ algorithm: Algorithm) {
    unsafe migrate_sha2_begin(&state, algorithm == .sha512 ? 1 : 0)
  }

  /// Adds bytes.
  public mutating func update(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe update($0) }
  }

  /// Adds the bytes of a slice.
  public mutating func update(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe update($0) }
  }

  /// Adds the UTF-8 bytes of a text.
  public mutating func update(utf8 text: String) { update(Array(text.utf8)) }

  /// Adds the bytes of a buffer.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // An empty buffer may have no address.
    guard let start = bytes.baseAddress else { return }
    unsafe migrate_sha2_add(&state, start, bytes.count)
  }

  /// Returns the digest, which ends it.
  public consuming func finalize() -> [UInt8] {
    var state = state
    return unsafe [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = unsafe migrate_sha2_end(&state, start)
    }
  }

  /// The digest of an array.
  public static func of(_ bytes: [UInt8], _ algorithm: Algorithm = .sha256) -> [UInt8] {
    var digest = Digest(algorithm)
    digest.update(bytes)
    return digest.finalize()
  }
}
