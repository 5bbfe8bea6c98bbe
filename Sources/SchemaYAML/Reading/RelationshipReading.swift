internal import Diagnostics
internal import SchemaModel

extension Placed<Relationship> {
  /// The keys of a relationship, in the order of its documentation.
  static let keys = [
    "toOne", "toMany", "inverse", "delete", "ordered", "min", "max", "renamedFrom",
    "hashModifier", "doc", "column",
  ]

  /// Reads a relationship; nil if it has no destination, which is reported.
  init?(_ pair: YAMLNode.Pair, log: ProblemLog) {
    let name = pair.key.text
    guard case .mapping = pair.value.content,
      let fields = Fields(
        pair.value, of: "the relationship '\(name)'", key: name, allowed: Self.keys, log: log)
    else {
      let expected = "a mapping such as {toOne: Book?, inverse: notes, delete: nullify}"
      log.report(
        .wrongValue(key: name, expected: expected, found: pair.value.phrase),
        at: pair.value.location)
      return nil
    }
    guard let (cardinality, target) = Self.target(name, fields, log: log) else { return nil }
    var relationship = Relationship(
      name, cardinality, target.entity, isOptional: target.isOptional)
    relationship.setDetails(fields)
    self.init(value: relationship, location: pair.key.location, places: fields.places)
  }

  private static func target(
    _ name: String, _ fields: Fields, log: ProblemLog
  ) -> (Relationship.Cardinality, (entity: String, isOptional: Bool))? {
    let given = Relationship.Cardinality.allCases.filter { fields[$0.rawValue] != nil }
    guard let cardinality = given.first else {
      log.report(.noDestination(relationship: name), at: fields.location)
      return nil
    }
    if given.count > 1 {
      let place = fields.keyLocation(given[1].rawValue) ?? fields.location
      log.report(.twoDestinations(relationship: name), at: place)
    }
    guard let node = fields[cardinality.rawValue] else { return nil }
    guard let text = node.text(of: cardinality.rawValue, log: log) else { return nil }
    return (cardinality, Self.destination(text))
  }

  private static func destination(_ text: String) -> (entity: String, isOptional: Bool) {
    text.hasSuffix("?") ? (String(text.dropLast()), true) : (text, false)
  }
}

extension Relationship {
  fileprivate mutating func setDetails(_ fields: Fields) {
    inverse = fields.text("inverse")
    declaredDeleteRule = fields.word("delete", as: DeleteRule.self)
    isOrdered = fields.flag("ordered") ?? false
    minimumCount = fields.count("min")
    maximumCount = fields.count("max")
    renamedFrom = fields.text("renamedFrom")
    hashModifier = fields.text("hashModifier")
    documentation = fields.text("doc")
    column = fields.text("column")
  }
}
