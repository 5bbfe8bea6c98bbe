internal import SchemaModel

/// Gives the properties of a unique key values that no two objects share.
///
/// A property with no end of values is enough by itself. Where there is none, the objects go
/// through all combinations of the values, each of which comes up about as often as any other.
struct UniqueKey {
  /// A property of the key, and how many of its values are used.
  struct Digit: Hashable {
    let property: String
    let radix: Int
  }

  /// The properties that get chosen values.
  let digits: [Digit]
  /// How many objects the key allows; nil where there is no limit.
  let capacity: Int?
  /// How many objects of other entities have the same key and come first.
  private let offset: Int

  /// The key over these properties; `capacity` tells how many values a property has.
  init(_ properties: [String], after offset: Int = 0, capacity: (String) -> Int?) {
    self.offset = offset
    if let free = properties.first(where: { capacity($0) == nil }) {
      digits = [Digit(property: free, radix: .max)]
      self.capacity = nil
      return
    }
    digits = properties.map { Digit(property: $0, radix: max(1, capacity($0) ?? 1)) }
    let combinations = digits.reduce(1) { $0.timesAtMost($1.radix) }
    self.capacity = max(0, combinations - offset)
  }

  /// The number of the value that a property has in the object of that index.
  func numbers(at index: Int) -> [String: Int] {
    var result: [String: Int] = [:]
    var combinations = 1
    for digit in digits {
      let next = combinations.timesAtMost(digit.radix)
      let pairing = Pairing(combinations, digit.radix)
      result[digit.property] = pairing.pair((offset + index) % next).second
      combinations = next
    }
    return result
  }
}
