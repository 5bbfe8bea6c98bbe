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

  private let context: OpaquePointer

  /// A digest over nothing yet.
  public init(_ algorithm: Algorithm) {
    guard let context = unsafe EVP_MD_CTX_new() else { fatalError("libcrypto: out of memory") }
    unsafe self.context = context
    let method = unsafe algorithm == .sha256 ? EVP_sha256() : EVP_sha512()
    guard unsafe EVP_DigestInit_ex(context, method, nil) == 1 else {
      fatalError("libcrypto offers no SHA-2, which every build of it has")
    }
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

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
    guard unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else {
      fatalError("libcrypto failed to hash memory")
    }
  }

  /// The digest of everything added, to which nothing can be added afterwards.
  public consuming func finalize() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
      var length: UInt32 = 0
      guard unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, &length) == 1 else {
        fatalError("libcrypto failed to finish a digest")
      }
      count = Int(length)
    }
  }

  /// The digest of bytes that are all at hand.
  public static func of(_ bytes: [UInt8], _ algorithm: Algorithm = .sha256) -> [UInt8] {
    var digest = Digest(algorithm)
    digest.update(bytes)
    return digest.finalize()
  }
}
