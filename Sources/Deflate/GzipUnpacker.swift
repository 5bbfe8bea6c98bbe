internal import CZlib

/// Unpacks what `gzip` packed, piece by piece, and checks it as `gzip` does.
///
/// ```swift
/// var unpacker = GzipUnpacker()
/// unpacker.feed(packed)
/// while let count = try unpacker.unpack(into: buffer) { … }
/// ```
///
/// Several streams in a row are read as one, as `zcat` reads them. Memory does not grow with what
/// is unpacked, however much it is. https://www.rfc-editor.org/rfc/rfc1952
@safe public struct GzipUnpacker: ~Copyable {
  /// The packed bytes are not what `gzip` makes, or their check value is another.
  public struct Damage: Error, Hashable, Sendable {
    /// How many packed bytes there were before it showed.
    public var offset: Int64

    /// Damage that shows at a byte.
    public init(offset: Int64) { self.offset = offset }
  }

  /// What a packed file begins with.
  public static let magic: [UInt8] = [0x1F, 0x8B]

  /// Whether all streams that were begun have come to their ends.
  public private(set) var isWhole = false

  // zlib keeps the address of its stream.
  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var used = 0
  private var offset: Int64 = 0

  /// An unpacker that has no input yet.
  public init() throws(OutOfMemory) {
    unsafe stream = try .gzip { unsafe migrate_gzip_inflate_init($0) }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Gives it more to unpack, when ``unpack(into:)`` has used up what it had.
  public mutating func feed(_ bytes: [UInt8]) {
    input = bytes
    used = 0
  }

  /// Unpacks what fits into a buffer: how many bytes, never 0; nil where it needs more input.
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
      // What came before the damage is good; the next call tells of it again.
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
