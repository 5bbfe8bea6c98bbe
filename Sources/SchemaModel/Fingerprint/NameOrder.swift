/// The order in which Core Data hashes the properties of an entity and the entities of a model.
///
/// Both are sorted by name. Entities go by the bytes of their names: stores whose entities would
/// sort otherwise without regard to case bear that out. No known store says so for properties.
/// Letters outside ASCII have no witness at all.
enum NameOrder {
  /// What is sorted.
  enum Subject {
    case entities
    case properties
  }

  /// The first pair of neighbours whose order is not certain, in a list sorted by bytes.
  static func doubt(in names: [String], _ subject: Subject) -> FingerprintObstacle? {
    for (first, second) in zip(names, names.dropFirst())
    where !isCertain(first, second, subject) {
      return .nameOrder(first, second)
    }
    return nil
  }

  private static func isCertain(_ first: String, _ second: String, _ subject: Subject) -> Bool {
    guard first.utf8.allSatisfy({ $0 < 0x80 }), second.utf8.allSatisfy({ $0 < 0x80 }) else {
      return false
    }
    switch subject {
    case .entities: return true
    case .properties: return first.lowercased() < second.lowercased()
    }
  }

  /// Whether one name comes before another by its UTF-8 bytes.
  static func precedes(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}
