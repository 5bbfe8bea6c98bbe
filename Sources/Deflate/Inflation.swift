internal import CZlib

/// Unpacks bytes that were packed with DEFLATE and have no header, as in Core Data's model cache.
///
/// https://www.rfc-editor.org/rfc/rfc1951
public enum Inflation {
  /// Why bytes cannot be unpacked.
  public enum Failure: Error, Hashable, Sendable {
    /// They are not what DEFLATE makes.
    case malformed
    /// They end before the packed data does.
    case truncated
    /// They unpack to more bytes than the limit.
    case tooLarge(limit: Int)
    /// There is no memory to unpack them with.
    case outOfMemory
  }

  /// The bytes that were packed; a limit keeps small malicious files from filling the memory.
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

  /// Unpacks as much as a chunk holds.
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
