/// A small deterministic generator of random numbers, the same on every machine: SplitMix64
/// (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  /// A source whose numbers depend on the seed and on their purpose.
  init(seed: UInt64, for purpose: String = "") {
    state = seed
    for byte in purpose.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to but not including the bound, which must be positive.
  mutating func below(_ bound: Int) -> Int {
    Int((next().multipliedFullWidth(by: UInt64(bound))).high)
  }

  /// Returns true with a probability of 1 in `times`.
  mutating func once(in times: Int) -> Bool { below(times) == 0 }

  /// A number from 0 up to but not including 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Random bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count + 8)
    while result.count < count {
      var word = next()
      for _ in 0..<8 {
        result.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
    }
    result.removeLast(result.count - count)
    return result
  }

  /// A random identifier of version 4, RFC 9562, in upper case as the platform writes it.
  mutating func uuid() -> String {
    var bytes = bytes(16)
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 0x0f)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
