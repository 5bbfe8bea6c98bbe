internal import Digests
package import JSON
package import SchemaModel

/// Writes a schema as JSON, for other programs: every fact has its own member.
///
/// Members with default values are left out: without `isOptional` it is false, without `unique` there are no
/// keys.
package enum SchemaJSON {
  /// The schema as a JSON value.
  package static func value(of schema: Schema) -> JSONValue {
    var members = Members()
    members.add("schema", schema.name)
    members.add("version", schema.version.description)
    members.add("doc", schema.documentation)
    members.add("entities", schema.entities.map(entity))
    members.add("enums", schema.enumerations.map(enumeration))
    members.add("composites", schema.composites.map(composite))
    return members.object
  }

  private static func entity(_ entity: Entity) -> JSONValue {
    var members = Members()
    members.add("name", entity.name)
    members.add("parent", entity.parent)
    members.add("isAbstract", entity.isAbstract)
    members.add("renamedFrom", entity.renamedFrom)
    members.add("hashModifier", entity.hashModifier)
    members.add("doc", entity.documentation)
    members.add("table", entity.table)
    members.add("primaryKey", entity.primaryKey.map(names))
    members.add("attributes", entity.attributes.map(attribute))
    members.add("relationships", entity.relationships.map(relationship))
    members.add("unique", entity.uniquenessConstraints.map(names))
    members.add("indexes", entity.indexes.map(index))
    members.add(
      "rules", entity.rules.map { ["name": .string($0.name), "check": .string($0.check)] })
    return members.object
  }

  private static func attribute(_ attribute: Attribute) -> JSONValue {
    var members = Members()
    members.add("name", attribute.name)
    members.add("type", attribute.type.keyword)
    members.add("isOptional", attribute.isOptional)
    members.add("default", attribute.defaultValue.map(value))
    members.add("isExternal", attribute.storage == .external)
    members.add("isFilePath", attribute.isFilePath)
    members.add("isTransient", attribute.isTransient)
    members.add("preservesValueOnDeletion", attribute.preservesValueOnDeletion)
    members.add("derived", attribute.derivation)
    members.add("min", attribute.minimum.map(value))
    members.add("max", attribute.maximum.map(value))
    members.add("pattern", attribute.pattern)
    members.add("renamedFrom", attribute.renamedFrom)
    members.add("hashModifier", attribute.hashModifier)
    members.add("column", attribute.column)
    members.add("sqlType", attribute.sqlType)
    members.add("doc", attribute.documentation)
    return members.object
  }

  private static func relationship(_ relationship: Relationship) -> JSONValue {
    var members = Members()
    members.add("name", relationship.name)
    members.add("cardinality", relationship.cardinality.rawValue)
    members.add("destination", relationship.destination)
    members.add("isOptional", relationship.isOptional)
    members.add("inverse", relationship.inverse)
    members.add("delete", relationship.declaredDeleteRule?.rawValue)
    members.add("isOrdered", relationship.isOrdered)
    members.add("min", relationship.minimumCount.map { JSONValue($0) })
    members.add("max", relationship.maximumCount.map { JSONValue($0) })
    members.add("renamedFrom", relationship.renamedFrom)
    members.add("hashModifier", relationship.hashModifier)
    members.add("column", relationship.column)
    members.add("doc", relationship.documentation)
    return members.object
  }

  private static func index(_ index: Index) -> JSONValue {
    var members = Members()
    members.add("name", index.name)
    members.add(
      "properties",
      index.elements.map {
        ["property": .string($0.property), "isAscending": .bool($0.isAscending)]
      })
    return members.object
  }

  private static func enumeration(_ enumeration: Enumeration) -> JSONValue {
    var members = Members()
    members.add("name", enumeration.name)
    members.add("raw", enumeration.rawType.rawValue)
    members.add(
      "cases",
      enumeration.cases.map { ["name": .string($0.name), "rawValue": value($0.rawValue)] })
    members.add("doc", enumeration.documentation)
    return members.object
  }

  private static func composite(_ composite: Composite) -> JSONValue {
    var members = Members()
    members.add("name", composite.name)
    members.add("attributes", composite.elements.map(attribute))
    members.add("doc", composite.documentation)
    return members.object
  }

  private static func names(_ names: [String]) -> JSONValue { .list(names) { .string($0) } }

  private static func value(_ value: DefaultValue) -> JSONValue {
    switch value {
    case .literal(let literal): self.value(literal)
    case .newUUID: ["function": "uuid"]
    case .now: ["function": "now"]
    case .computed: ["function": "computed"]
    }
  }

  private static func value(_ literal: Literal) -> JSONValue {
    switch literal {
    case .bool(let isTrue): .bool(isTrue)
    case .int(let number): .integer(number)
    case .double(let number): .number(number)
    case .string(let text): .string(text)
    case .date(let seconds): ["secondsSince1970": .number(seconds)]
    case .data(let bytes): ["base64": .string(bytes.base64)]
    case .array(let values): .list(values) { value($0) }
    case .object(let parts):
      .object(parts.sorted { $0.key < $1.key }.map { .init($0.key, value($0.value)) })
    }
  }
}

/// The members of an object, without those that have default values.
private struct Members {
  private var members: [JSONValue.Member] = []

  var object: JSONValue { .object(members) }

  mutating func add(_ name: String, _ value: JSONValue?) {
    if let value { members.append(.init(name, value)) }
  }

  mutating func add(_ name: String, _ text: String?) { add(name, text.map { .string($0) }) }

  mutating func add(_ name: String, _ isTrue: Bool) { if isTrue { add(name, .bool(true)) } }

  mutating func add(_ name: String, _ values: [JSONValue]) {
    if !values.isEmpty { add(name, .array(values)) }
  }
}
