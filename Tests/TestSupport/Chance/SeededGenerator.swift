/// SplitMix64: random numbers that are the same for the same seed.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Starts the numbers of a seed.
  package init(seed: UInt64) { state = seed }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// True as often as the probability says.
  package mutating func bool(_ probability: Double = 0.5) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// One of the elements, of which there is at least one.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}
