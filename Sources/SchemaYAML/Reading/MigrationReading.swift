internal import Diagnostics
internal import SchemaModel

/// A migration as read, with the places of its parts below `migration`.
struct MigrationDraft {
  /// The declaration.
  var declaration = MigrationDeclaration()
  /// The place of `migration`.
  var location: SourceLocation
  /// The places of its parts.
  var places: [Place] = []

  /// Reads a migration; nil if the node is not a mapping, which is reported.
  init?(_ node: YAMLNode, at location: SourceLocation, log: ProblemLog) {
    guard
      let fields = Fields(
        node, of: "'migration'", key: "migration",
        allowed: ["kind", "before", "map", "steps", "after"],
        log: log)
    else { return nil }
    self.location = location
    places = fields.places
    declaration.kind = fields.word("kind", as: MigrationDeclaration.Kind.self)
    declaration.before = checks(fields, "before", log: log)
    for pair in fields.entries("map") { add(mapFrom: pair, log: log) }
    addSteps(fields, log: log)
    declaration.after = checks(fields, "after", log: log)
  }
}

// MARK: - Maps

extension MigrationDraft {
  private mutating func add(mapFrom pair: YAMLNode.Pair, log: ProblemLog) {
    let entity = pair.key.text
    guard let pairs = pair.value.pairs(of: entity, log: log) else { return }
    let path = ["map", entity]
    places.append(Place(keys: path, location: pair.key.location))
    var map = MigrationDeclaration.EntityMap(entity)
    for pair in pairs {
      switch pair.key.text {
      case "dedupe": add(deduplicationFrom: pair, to: &map, log: log)
      case "from": add(originsFrom: pair, to: &map, log: log)
      default: add(valueFrom: pair, to: &map, at: path, keepsLinks: true, log: log)
      }
    }
    declaration.maps.append(map)
  }

  /// A text under 'where' is the condition.
  ///
  /// A mapping under 'where' is a property with that name.
  mutating func add(
    valueFrom pair: YAMLNode.Pair, to map: inout MigrationDeclaration.EntityMap,
    at path: [String], keepsLinks: Bool = false, log: ProblemLog
  ) {
    if pair.key.text == "where", case .scalar = pair.value.content {
      map.filter = pair.value.text(of: "where", log: log)
      places.append(Place(keys: path + ["where"], location: pair.value.location))
    } else {
      add(expressionFrom: pair, to: &map, at: path, keepsLinks, log: log)
    }
  }

  private mutating func add(
    expressionFrom pair: YAMLNode.Pair, to map: inout MigrationDeclaration.EntityMap,
    at path: [String], _ keepsLinks: Bool, log: ProblemLog
  ) {
    let name = pair.key.text
    let path = path + [name]
    guard case .mapping(let pairs) = pair.value.content else {
      let expected = "a mapping such as {using: \"CAST(year AS TEXT)\"}"
      log.report(
        .wrongValue(key: name, expected: expected, found: pair.value.phrase),
        at: pair.value.location)
      return
    }
    // A property with the name 'where' has the condition next to its expression.
    let choosing = keepsLinks && pairs.contains { $0.key.text == "keep" }
    let key = choosing ? "keep" : "using"
    let allowed = name == "where" ? [key, "where"] : [key]
    guard
      let fields = Fields(
        pair.value, of: "the map of '\(map.entity).\(name)'", key: name, allowed: allowed, log: log),
      fields.require(key)
    else { return }
    if choosing {
      guard let choices = fields.choices("keep", log: log) else { return }
      map.keptLinks[name] = choices
    } else {
      guard let expression = fields.text("using") else { return }
      map.properties[name] = expression
    }
    map.filter = fields.text("where") ?? map.filter
    places.append(Place(keys: path, location: pair.key.location))
    places += fields.places.map { Place(keys: path + $0.keys, location: $0.location) }
  }
}

// MARK: - Checks

extension MigrationDraft {
  private mutating func checks(
    _ fields: Fields, _ key: String, log: ProblemLog
  ) -> [MigrationDeclaration.Check] {
    fields.list(key).compactMap { node in
      guard let check = MigrationDeclaration.Check(node, in: key, log: log) else { return nil }
      places.append(
        Place(keys: [key, "\(checkCount(key))"], location: node.location))
      return check
    }
  }

  private func checkCount(_ key: String) -> Int {
    places.count { $0.keys.count == 2 && $0.keys[0] == key }
  }
}

extension MigrationDeclaration.Check {
  init?(_ node: YAMLNode, in list: String, log: ProblemLog) {
    guard case .mapping(let pairs) = node.content, !pairs.isEmpty else {
      log.report(
        .wrongValue(
          key: list, expected: "checks such as {count: Book} or {expect: \"SELECT …\", equals: 0}",
          found: node.phrase), at: node.location)
      return nil
    }
    let isExpectation = pairs.contains { $0.key.text == "expect" }
    let allowed = [isExpectation ? "expect" : "count", "equals"]
    guard
      let fields = Fields(node, of: "the check", key: list, allowed: allowed, log: log)
    else { return nil }
    if isExpectation { self.init(expectation: fields, log: log) } else { self.init(count: fields) }
  }

  private init?(expectation fields: Fields, log: ProblemLog) {
    guard let sql = fields.text("expect"), fields.require("equals"), let node = fields["equals"],
      let value = LiteralReader.untyped(node, key: "equals", log: log)
    else { return nil }
    self = .expect(sql: sql, equals: value)
  }

  private init?(count fields: Fields) {
    guard fields.require("count"), let entity = fields.text("count") else { return nil }
    self = .count(entity: entity, equals: fields.count("equals"))
  }
}
