import Deflate
import Testing

struct GzipTests {
  private static let plain = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }

  private static func packed(_ bytes: [UInt8], piece: Int = 1 << 16) throws -> [UInt8] {
    var packer = try GzipPacker()
    var packed: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let part = Array(bytes[start..<min(start + piece, bytes.count)])
      packed += part.withUnsafeBytes { packer.pack($0) }
    }
    return packed + packer.finish()
  }

  /// The unpacked bytes, and whether they are whole.
  private static func unpacked(
    _ packed: [UInt8], piece: Int = 1 << 16, room: Int = 1 << 16
  ) throws -> (bytes: [UInt8], isWhole: Bool) {
    var unpacker = try GzipUnpacker()
    var result: [UInt8] = []
    for start in stride(from: 0, to: packed.count, by: piece) {
      unpacker.feed(Array(packed[start..<min(start + piece, packed.count)]))
      while let part = try next(&unpacker, room) { result += part }
    }
    return (result, unpacker.isWhole)
  }

  private static func next(
    _ unpacker: inout GzipUnpacker, _ room: Int
  ) throws(GzipUnpacker.Damage) -> [UInt8]? {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
    defer { buffer.deallocate() }
    guard let count = try unpacker.unpack(into: buffer) else { return nil }
    return Array(buffer[..<count])
  }

  @Test(arguments: [(1, 1), (7, 3), (65_536, 65_536), (1 << 20, 1 << 20)])
  func `bytes packed in pieces are unpacked in pieces of any size`(piece: Int, room: Int) throws {
    let plain = Array(Self.plain.prefix(piece == 1 ? 2_000 : Self.plain.count))
    let packed = try Self.packed(plain, piece: piece)
    let result = try Self.unpacked(packed, piece: piece, room: room)
    #expect(result.bytes == plain)
    #expect(result.isWhole)
  }

  @Test func `empty input is packed too, and the same bytes are packed the same way`() throws {
    let result = try Self.unpacked(Self.packed([]))
    #expect(result.bytes == [])
    #expect(result.isWhole)
    #expect(try Self.packed(Self.plain) == Self.packed(Self.plain))
    // No time, and nothing else that another run could have otherwise.
    #expect(try Self.packed([]).prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
  }

  @Test func `consecutive streams are read as one`() throws {
    let result = try Self.unpacked(Self.packed([1, 2]) + Self.packed([]) + Self.packed([3]))
    #expect(result.bytes == [1, 2, 3])
    #expect(result.isWhole)
  }

  @Test func `truncated input is not whole, wherever it is cut`() throws {
    let packed = try Self.packed(Array(Self.plain.prefix(500)))
    for count in packed.indices {
      #expect(try !Self.unpacked(Array(packed.prefix(count))).isWhole, "\(count) bytes")
    }
  }

  @Test func `a flipped bit is found, or makes no difference to what is unpacked`() throws {
    let plain = Array(Self.plain.prefix(500))
    let packed = try Self.packed(plain)
    for index in packed.indices {
      for bit in 0..<8 {
        var damaged = packed
        damaged[index] ^= 1 << bit
        guard let result = try? Self.unpacked(damaged), result.isWhole else { continue }
        #expect(result.bytes == plain, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test func `damage is reported with the number of good bytes before it`() throws {
    var packed = try Self.packed(Self.plain)
    packed[packed.count - 5] ^= 1
    let error = #expect(throws: GzipUnpacker.Damage.self) { try Self.unpacked(packed) }
    #expect((error?.offset).map { Int64(packed.count) - $0 < 9 } == true)
    #expect(throws: GzipUnpacker.Damage(offset: 2)) { try Self.unpacked([0x1F, 0x8C, 0, 0]) }
  }
}
