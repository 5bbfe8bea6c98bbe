internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Makes the checks on the rows of each table of objects.
struct ObjectChecks {
  let layout: StoreLayout
  let conditions: ValueConditions
  /// The compiled patterns by their text; a text without an entry is not a regular expression.
  private(set) var patterns: [String: Pattern] = [:]
  /// The findings on the model's own patterns.
  private(set) var unusablePatterns: [(demand: ContentDemand, finding: Finding)] = []
  let links: LinkChecks
  private let entities: [Entity]

  /// The checks on all objects, or on the objects of some entities.
  init(_ layout: StoreLayout, of entities: [Entity]? = nil) {
    self.layout = layout
    self.entities = entities ?? layout.schema.entities
    conditions = ValueConditions(schema: layout.schema)
    links = LinkChecks(layout)
    for entity in self.entities {
      for attribute in entity.attributes { compilePattern(of: attribute, entity.name) }
    }
  }

  private mutating func compilePattern(of attribute: Attribute, _ entity: String) {
    guard let text = attribute.pattern, patterns[text] == nil else { return }
    do {
      patterns[text] = try Pattern(text)
    } catch {
      let name = PropertyName(entity, attribute.name)
      let demand = ContentDemand(
        table: layout.table(of: entity) ?? entity, entity: entity,
        subject: .value(of: attribute.name), text: Self.mismatch(ContentDemand.value, text))
      unusablePatterns.append((demand, Finding(.unusablePattern(name, reason: "\(error)"))))
    }
  }

  /// The sources, one for each table, in the order of the schema.
  func sources() -> [RowSource] {
    var order: [String] = []
    var sources: [String: RowSource] = [:]
    for entity in entities {
      guard let table = layout.table(of: entity.name) else { continue }
      var source = sources[table] ?? emptySource(of: table, entity.name)
      if sources[table] == nil { order.append(table) }
      if !entity.isAbstract {
        let condition = layout.rowCondition(of: entity.name, includingDescendants: false)
        source.counts.append((entity.name, condition ?? "1"))
      }
      source.checks += checks(of: entity, in: table)
      sources[table] = source
    }
    return order.compactMap { sources[$0] }
  }

  private func emptySource(of table: String, _ entity: String) -> RowSource {
    RowSource(
      table: table, from: table.quotedName,
      identity: layout.identity(ofRowsIn: table, as: table),
      checks: discriminatorCheck(of: table, entity).map { [$0] } ?? [])
  }

  private func discriminatorCheck(of table: String, _ entity: String) -> RowCheck? {
    guard layout.discriminator(of: entity) != nil,
      let root = layout.schema.root(of: entity)?.name
    else { return nil }
    let members = layout.schema.family(of: root).filter { !$0.isAbstract }
    guard !members.isEmpty else { return nil }
    let names = members.map(\.name.quotedText).joined(separator: ", ")
    let column = "\(table.quotedName).\(StoreLayout.discriminatorColumn.quotedName)"
    return RowCheck(
      problem: .unknownEntity(table: table), condition: "\(column) NOT IN (\(names))",
      demand: ContentDemand(
        table: table, entity: root, subject: .entity,
        text: "\(ContentDemand.value) NOT IN (\(names))"))
  }

  private func checks(of entity: Entity, in table: String) -> [RowCheck] {
    let isMember = layout.rowCondition(of: entity.name, includingDescendants: true)
    return
      (entity.attributes.flatMap { checks(of: $0, of: entity.name, in: table) }
      + links.checks(of: entity.name))
      .map { check in
        guard let isMember else { return check }
        var check = check
        check.condition = "(\(isMember)) AND (\(check.condition))"
        return check
      }
  }

  private func checks(
    of attribute: Attribute, of entity: String, in table: String
  ) -> [RowCheck] {
    guard let name = layout.column(of: attribute.name, in: entity), !attribute.isTransient else {
      return []
    }
    let property = PropertyName(entity, attribute.name)
    let column = "\(table.quotedName).\(name.quotedName)"
    func check(_ problem: Problem, _ condition: (String) -> String?) -> RowCheck? {
      guard let found = condition(column), let text = condition(ContentDemand.value) else {
        return nil
      }
      return RowCheck(
        problem: problem, condition: found,
        demand: ContentDemand(
          table: table, entity: entity, subject: .value(of: attribute.name), text: text))
    }
    let value = attribute.isOptional ? nil : check(.missingValue(property)) { "\($0) IS NULL" }
    // For external storage, the row holds a file name; the file's content is checked separately.
    guard attribute.storage == .inline else { return [value].compactMap(\.self) }
    let type = check(problem(of: attribute, property)) {
      conditions.malformed(attribute.type, $0, isExisting: layout.existingTables[table] != nil)
    }
    let bounds = conditions.bounds(of: attribute).flatMap { bounds in
      check(.outOfBounds(property, bounds: bounds)) { conditions.outOfBounds(attribute, $0) }
    }
    let pattern = attribute.pattern.flatMap { patterns[$0] == nil ? nil : $0 }
    let mismatch = pattern.flatMap { pattern in
      check(.patternMismatch(property, pattern: pattern)) { Self.mismatch($0, pattern) }
    }
    let endless = pattern.flatMap { pattern in
      check(.endlessPattern(property, pattern: pattern)) {
        "\($0) IS NOT NULL AND \(Self.match($0, pattern)) IS NULL"
      }
    }
    return [value, type, bounds, mismatch, endless].compactMap(\.self)
  }

  private static func mismatch(_ column: String, _ pattern: String) -> String {
    "NOT \(match(column, pattern))"
  }

  /// The call that matches a column; NULL if matching takes too long.
  private static func match(_ column: String, _ pattern: String) -> String {
    "\(CheckFunctions.matches)(\(column), \(pattern.quotedText))"
  }

  private func problem(of attribute: Attribute, _ property: PropertyName) -> Problem {
    if case .enumeration = attribute.type { return .unknownCase(property) }
    return .malformedValue(property, type: conditions.name(of: attribute.type))
  }
}
