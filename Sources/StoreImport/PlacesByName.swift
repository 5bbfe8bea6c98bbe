internal import Diagnostics

/// The number of occurrences of each name in the file, and the first place.
struct PlacesByName {
  /// The largest number of names that are reported, because a file may have any number.
  private static let limit = 100

  private var found: [String: (count: Int, first: SourceLocation)] = [:]
  private var isCut = false

  mutating func add(_ name: String, at location: SourceLocation) {
    if let places = found[name] {
      found[name] = (places.count + 1, places.first)
    } else if found.count < Self.limit {
      found[name] = (1, location)
    } else {
      isCut = true
    }
  }

  /// A warning for each name, sorted by name.
  ///
  /// - Parameters:
  ///   - code: the code of the warnings.
  ///   - note: the advice.
  ///   - message: makes the message from a name and the number of its places, as "2 places".
  /// - Returns: the warnings, the last with a note if there are more names.
  func warnings(
    _ code: String, note: String, _ message: (_ name: String, _ places: String) -> String
  ) -> [Diagnostic] {
    var warnings = found.sorted { $0.key < $1.key }.map { name, places in
      let number = Quantity.count(places.count, "place")
      return Diagnostic(
        code: code, severity: .warning, message(name, number), at: places.first,
        notes: [.init(note)])
    }
    if isCut, !warnings.isEmpty {
      warnings[warnings.count - 1].notes.append(.init("there are more names than these"))
    }
    return warnings
  }
}
