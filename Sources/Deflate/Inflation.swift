internal import CZlib

/// Decompresses DEFLATE data without a header, as in Core Data's model cache.
///
/// https://www.rfc-editor.org/rfc/rfc1951
public enum Inflation {
  /// The reason why bytes cannot be decompressed.
  public enum Failure: Error, Hashable, Sendable {
    /// The bytes are not DEFLATE data.
    case malformed
    /// The bytes end too early.
    case truncated
    /// The decompressed data exceeds the limit.
    case tooLarge(limit: Int)
    /// There is not enough memory.
    case outOfMemory
  }

  /// The decompressed bytes; the limit keeps small malicious files from filling the memory.
  public static func inflated(
    _ packed: [UInt8], limit: Int = 64 << 20
  ) throws(Failure) -> [UInt8] {
    var stream = unsafe z_stream()
    guard unsafe migrate_inflate_init(&stream) == Z_OK else { throw .outOfMemory }
    defer { unsafe inflateEnd(&stream) }
    var input = packed
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    var code = Z_OK
    unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = UInt32(clamping: input.count)
      while code == Z_OK, result.count <= limit {
        code = unsafe step(&stream, &chunk, &result)
      }
    }
    guard result.count <= limit else { throw .tooLarge(limit: limit) }
    switch code {
    case Z_STREAM_END: return result
    case Z_BUF_ERROR: throw .truncated
    default: throw .malformed
    }
  }

  /// Decompresses as much as a chunk holds.
  private static func step(
    _ stream: inout z_stream, _ chunk: inout [UInt8], _ result: inout [UInt8]
  ) -> Int32 {
    let size = chunk.count
    let code = unsafe chunk.withUnsafeMutableBufferPointer { buffer in
      unsafe stream.next_out = buffer.baseAddress
      unsafe stream.avail_out = UInt32(size)
      return unsafe inflate(&stream, Z_NO_FLUSH)
    }
    result += chunk[..<(size - Int(unsafe stream.avail_out))]
    return code
  }
}
