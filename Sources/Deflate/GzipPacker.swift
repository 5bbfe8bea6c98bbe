internal import CZlib

/// Compresses a stream of bytes as `gzip` does, piece by piece.
///
/// ```swift
/// var packer = GzipPacker()
/// var packed = packer.pack(bytes)  // maybe nothing yet
/// packed += packer.finish()
/// ```
///
/// The result has no name and no time, so that the same bytes always give the same result. Memory use does
/// not grow with the stream. https://www.rfc-editor.org/rfc/rfc1952
@safe public struct GzipPacker: ~Copyable {
  // JSON shrinks to 24 % with level 4, and to 23 % with level 6, zlib's default, in twice the time.
  private static let level: Int32 = 4

  // zlib keeps the address of its stream.
  private let stream: UnsafeMutablePointer<z_stream>
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  /// A packer for a new stream.
  public init() throws(OutOfMemory) {
    unsafe stream = try .gzip { unsafe migrate_gzip_deflate_init($0, Self.level) }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Adds bytes to the stream.
  ///
  /// Returns the compressed bytes that are ready.
  public mutating func pack(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    unsafe deflated(bytes, Z_NO_FLUSH)
  }

  /// Ends the stream.
  ///
  /// Returns the remaining compressed bytes.
  public mutating func finish() -> [UInt8] {
    unsafe deflated(UnsafeRawBufferPointer(start: nil, count: 0), Z_FINISH)
  }

  private mutating func deflated(_ bytes: UnsafeRawBufferPointer, _ flush: Int32) -> [UInt8] {
    // zlib only reads its input, although it declares the input mutable.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = UInt32(bytes.count)
    var packed: [UInt8] = []
    var room: UInt32
    repeat {
      room = UInt32(chunk.count)
      unsafe chunk.withUnsafeMutableBufferPointer { chunk in
        unsafe stream.pointee.next_out = chunk.baseAddress
        unsafe stream.pointee.avail_out = room
        let code = unsafe deflate(stream, flush)
        precondition(code != Z_STREAM_ERROR, "zlib packs whatever it is given")
        room = unsafe stream.pointee.avail_out
      }
      packed += chunk[..<(chunk.count - Int(room))]
    } while room == 0
    return packed
  }
}
