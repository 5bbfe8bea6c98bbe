import Deflate
import Testing

struct InflationTests {
  /// `abc` a hundred times, as zlib packs it.
  static let packed: [UInt8] = [75, 76, 74, 78, 28, 69, 196, 33, 0]
  static let plain = [UInt8](String(repeating: "abc", count: 100).utf8)

  @Test func `known packed bytes are unpacked`() throws {
    #expect(try Inflation.inflated(Self.packed) == Self.plain)
    #expect(try Inflation.inflated([0x03, 0x00]) == [])
  }

  @Test func `bytes that are packed and unpacked are the same`() throws {
    let long = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    for bytes in [[], [7], Self.plain, long] {
      #expect(try Inflation.inflated(Deflation.deflated(bytes)) == bytes)
    }
  }

  @Test func `input that is truncated, damaged or too large is refused`() {
    for count in 1..<Self.packed.count {
      #expect(throws: Inflation.Failure.truncated) {
        try Inflation.inflated(Array(Self.packed.prefix(count)))
      }
    }
    #expect(throws: Inflation.Failure.malformed) { try Inflation.inflated([0xFF, 0xFF]) }
    #expect(throws: Inflation.Failure.tooLarge(limit: 299)) {
      try Inflation.inflated(Self.packed, limit: 299)
    }
    #expect(throws: Inflation.Failure.truncated) { try Inflation.inflated([]) }
  }
}
