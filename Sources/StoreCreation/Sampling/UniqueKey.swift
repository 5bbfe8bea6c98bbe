internal import SchemaModel

/// Chooses values for the properties of a unique key so that no two objects share them.
///
/// A property with unlimited values is sufficient by itself. If there is none, the objects use all
/// combinations of the values, each value about equally often.
struct UniqueKey {
  /// A property of the key, and the number of its values that are used.
  struct Digit: Hashable {
    let property: String
    let radix: Int
  }

  /// The properties with chosen values.
  let digits: [Digit]
  /// The number of objects that the key allows; nil for no limit.
  let capacity: Int?
  /// The number of objects of other entities that have the same key and come first.
  private let offset: Int

  /// The key over these properties; `capacity` returns the number of values of a property.
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

  /// The number of each property's value in the object with an index.
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
