internal import Diagnostics

extension Quantity {
  /// Objects with the identities of some: `3 objects: _id 1, 5, …`.
  static func objects(_ number: Int64, _ examples: [Int64]) -> String {
    guard !examples.isEmpty else { return count(number, "object") }
    let rest = number > Int64(examples.count) ? ", …" : ""
    return count(number, "object") + ": _id "
      + examples.map(String.init).joined(separator: ", ") + rest
  }
}
