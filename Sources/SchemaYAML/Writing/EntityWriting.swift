internal import SchemaModel

extension YAMLOutput {
  /// An entity.
  init(_ entity: Entity) {
    let unique = entity.leadingUniqueAttributes
    var pairs = KeyList()
    pairs.add("doc", entity.documentation)
    pairs.add("parent", entity.parent)
    pairs.add("abstract", entity.isAbstract)
    pairs.add("renamedFrom", entity.renamedFrom)
    pairs.add("hashModifier", entity.hashModifier)
    pairs.add("table", entity.table)
    pairs.add(names: "primaryKey", entity.primaryKey)
    pairs.add(
      "attributes",
      entity.attributes.section { YAMLOutput($0, isUnique: unique.contains($0.name)) })
    pairs.add("relationships", entity.relationships.section { YAMLOutput($0) })
    pairs.add(lists: "unique", Array(entity.uniquenessConstraints.dropFirst(unique.count)))
    pairs.add(
      "indexes", entity.indexes.isEmpty ? nil : .list(entity.indexes.map { YAMLOutput($0) }))
    pairs.add("rules", entity.rules.isEmpty ? nil : .items(entity.rules.map { YAMLOutput($0) }))
    pairs.add(names: "initializer", entity.initializer)
    self = .section(pairs.pairs)
  }

  private init(_ relationship: Relationship) {
    var pairs = KeyList()
    let target = relationship.destination + (relationship.isOptional ? "?" : "")
    pairs.add(relationship.cardinality.rawValue, target)
    pairs.add("inverse", relationship.inverse)
    pairs.add("delete", relationship.declaredDeleteRule?.rawValue)
    pairs.add("ordered", relationship.isOrdered)
    pairs.add("min", relationship.minimumCount)
    pairs.add("max", relationship.maximumCount)
    pairs.add("renamedFrom", relationship.renamedFrom)
    pairs.add("hashModifier", relationship.hashModifier)
    pairs.add("column", relationship.column)
    pairs.add("doc", relationship.documentation)
    self = .mapping(pairs.pairs)
  }

  private init(_ index: Index) {
    let properties = YAMLOutput.list(index.notation.map { .text($0) })
    self =
      index.name.map { .mapping([("name", .text($0)), ("properties", properties)]) } ?? properties
  }

  private init(_ rule: ValidationRule) {
    self = .section([("name", .text(rule.name)), ("check", .text(rule.check))])
  }
}

extension KeyList {
  /// Adds lists of names, if there are any.
  fileprivate mutating func add(lists key: String, _ lists: [[String]]) {
    add(key, lists.isEmpty ? nil : .list(lists.map { .list($0.map { .text($0) }) }))
  }
}

extension Array where Element: Named {
  /// A mapping of the parts by name; nil if none exists.
  func section(_ output: (Element) -> YAMLOutput) -> YAMLOutput? {
    isEmpty ? nil : .section(map { ($0.name, output($0)) })
  }
}

extension Attribute: Named {}
extension Composite: Named {}

extension Entity {
  /// The attributes that are written with `unique`.
  ///
  /// When the file is read, the constraints of attributes come first, in the order of the attributes. So
  /// these attributes are only those at the beginning of the list in that order.
  fileprivate var leadingUniqueAttributes: Set<String> {
    var result: Set<String> = []
    var rest = attributes.map(\.name)[...]
    for constraint in uniquenessConstraints {
      guard constraint.count == 1, let position = rest.firstIndex(of: constraint[0]) else { break }
      result.insert(constraint[0])
      rest = rest[(position + 1)...]
    }
    return result
  }
}
