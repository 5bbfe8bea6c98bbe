internal import CZlib

/// Decompresses `gzip` streams piece by piece, and checks them as `gzip` does.
///
/// ```swift
/// var unpacker = GzipUnpacker()
/// unpacker.feed(packed)
/// while let count = try unpacker.unpack(into: buffer) { … }
/// ```
///
/// Several streams in a row are read as one, as `zcat` does. Memory use does not grow with the decompressed
/// size. https://www.rfc-editor.org/rfc/rfc1952
@safe public struct GzipUnpacker: ~Copyable {
  /// The compressed bytes are malformed, or their checksum is wrong.
  public struct Damage: Error, Hashable, Sendable {
    /// The number of compressed bytes before the damage was found.
    public var offset: Int64

    /// Damage that was found at a byte.
    public init(offset: Int64) { self.offset = offset }
  }

  /// The first bytes of a compressed file.
  public static let magic: [UInt8] = [0x1F, 0x8B]

  /// Whether every begun stream is complete.
  public private(set) var isWhole = false

  // zlib keeps the address of its stream.
  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var used = 0
  private var offset: Int64 = 0

  /// An unpacker without input.
  public init() throws(OutOfMemory) {
    unsafe stream = try .gzip { unsafe migrate_gzip_inflate_init($0) }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Passes more input, after ``unpack(into:)`` has used all of the previous input.
  public mutating func feed(_ bytes: [UInt8]) {
    input = bytes
    used = 0
  }

  /// Decompresses into a buffer.
  ///
  /// Returns the number of bytes, never 0; nil if more input is needed.
  public mutating func unpack(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(Damage) -> Int? {
    while used < input.count || !isWhole {
      if isWhole {
        unsafe inflateReset(stream)
        isWhole = false
      }
      let (code, produced) = unsafe step(buffer)
      if code == Z_STREAM_END { isWhole = true }
      // The bytes before the damage are valid; the next call throws the error.
      if produced > 0 { return produced }
      switch code {
      case Z_STREAM_END: continue
      case Z_OK: if used == input.count { return nil }
      case Z_BUF_ERROR: return nil
      default: throw Damage(offset: offset)
      }
    }
    return nil
  }

  private mutating func step(_ buffer: UnsafeMutableRawBufferPointer) -> (Int32, Int) {
    let start = used
    let count = input.count
    unsafe stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(clamping: buffer.count)
    let code = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + start }
      unsafe stream.pointee.avail_in = UInt32(count - start)
      return unsafe inflate(stream, Z_NO_FLUSH)
    }
    used = count - Int(unsafe stream.pointee.avail_in)
    offset += Int64(used - start)
    return (code, unsafe Int(UInt32(clamping: buffer.count) - stream.pointee.avail_out))
  }
}
