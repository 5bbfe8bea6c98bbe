/// Compresses bytes with DEFLATE, without a header.
///
/// ``Inflation`` is the inverse.
public enum Deflation {
  /// The compressed bytes.
  public static func deflated(_ bytes: [UInt8]) throws(OutOfMemory) -> [UInt8] {
    var packer = try GzipPacker()
    var packed = unsafe bytes.withUnsafeBytes { unsafe packer.pack($0) }
    packed += packer.finish()
    // zlib writes a header of ten bytes, and eight bytes with a checksum and the length:
    // https://www.rfc-editor.org/rfc/rfc1952
    return Array(packed.dropFirst(10).dropLast(8))
  }
}
