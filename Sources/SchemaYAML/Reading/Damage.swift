internal import SchemaModel

/// The parts of a model that could not be read completely.
///
/// Checks of the model use it so that they do not report something as missing that may be in these parts.
struct Damage: Equatable {
  /// A damaged part of a file, by the effect on checks elsewhere.
  enum Part: Hashable, Sendable {
    /// The lists of entities and types: anything may be missing.
    case schema
    /// The entity with that name.
    case entity(String)
    /// Attributes of the entity with that name; all its relationships are known.
    case attributes(String)
    /// The enumeration or composite with that name.
    case sharedType(String)
    /// The name or version in the file, or a list with a misspelt key that was read as the probable key.
    /// Nothing is missing, but the model may differ from the file.
    case identity
    /// A part that nothing else refers to, such as an index.
    case leaf
  }

  private var parts: Set<Part> = []

  /// Whether nothing is damaged.
  var isEmpty: Bool { parts.isEmpty }

  /// Whether no finding about the model can be trusted.
  var isTotal: Bool { parts.contains(.schema) }

  /// Whether a part is damaged.
  func contains(_ part: Part) -> Bool { parts.contains(part) }

  /// Adds a part.
  mutating func insert(_ part: Part) { parts.insert(part) }

  /// Adds the parts of another damage.
  mutating func formUnion(_ other: Damage) { parts.formUnion(other.parts) }

  /// Whether an entity, an ancestor or a descendant is damaged.
  ///
  /// With `besidesAttributes`, damaged attributes do not count, for findings that depend only on
  /// relationships.
  func reaches(
    entity name: String, in schema: Schema, besidesAttributes: Bool = false
  ) -> Bool {
    let names = [name] + (schema.lineage(of: name) + schema.family(of: name)).map(\.name)
    let parents = schema.lineage(of: name).compactMap(\.parent)
    return (names + parents).contains {
      parts.contains(.entity($0)) || !besidesAttributes && parts.contains(.attributes($0))
    }
  }

  private func reaches(_ type: AttributeType) -> Bool {
    switch type {
    case .array(let element): reaches(element)
    case .enumeration(.named(let name)), .composite(let name): parts.contains(.sharedType(name))
    case .enumeration(.inline), .string, .int16, .int32, .int64, .bool, .float, .double, .decimal,
      .date, .uuid, .url, .data, .transformable:
      false
    }
  }
}

extension Damage.Part {
  /// The part that is damaged when the value at a path of keys is left out.
  ///
  /// For a duplicate name the first value is kept, so references to the name stay valid. An empty key stands
  /// for any number of unknown names.
  init(omittedAt keys: [String]) {
    let isName = keys.last != ""
    switch (keys.first, keys.count) {
    case ("entities", 2), ("enums", 2), ("composites", 2):
      self = isName ? Self(named: keys[1], in: keys[0]) : .schema
    case ("entities", 3):
      let holdsParts = ["attributes", "relationships", "parent"].contains(keys[2])
      self = holdsParts || !isName ? .entity(keys[1]) : .leaf
    case ("entities", 4): self = isName ? .leaf : .entity(keys[1])
    case ("entities", 5...): self = keys[2] == "attributes" ? .leaf : .entity(keys[1])
    case ("enums", 3...), ("composites", 3...): self = .sharedType(keys[1])
    case ("entities", _), ("enums", _), ("composites", _), ("removed", _), ("extends", _), ("", _):
      self = .schema
    default: self = .leaf
    }
  }

  private init(named name: String, in list: String) {
    self = list == "entities" ? .entity(name) : .sharedType(name)
  }
}

extension Damage {
  /// Whether a finding about a part of the schema may be caused only by the damage.
  ///
  /// A finding about an attribute depends only on its shared type. A finding about a relationship depends on
  /// the relationships of its destination. A finding about an entity or its lists depends on the inherited
  /// parts.
  func mayExplain(findingAt path: SchemaPath, in schema: Schema) -> Bool {
    if isTotal { return true }
    let keys = path.components
    guard keys.count > 1 else { return false }
    return switch keys[0] {
    case "entities": mayExplain(findingIn: keys[1], below: Array(keys.dropFirst(2)), in: schema)
    case "composites":
      parts.contains(.sharedType(keys[1]))
        || schema.composite(named: keys[1])?.elements.contains { reaches($0.type) } ?? false
    case "enums": parts.contains(.sharedType(keys[1]))
    case "queries":
      schema.queries.contains { $0.name == keys[1] && reaches(entity: $0.entity, in: schema) }
    default: false
    }
  }

  private func mayExplain(
    findingIn entity: String, below keys: [String], in schema: Schema
  ) -> Bool {
    guard keys.count > 1 else { return reaches(entity: entity, in: schema) }
    let declared = schema.entity(named: entity)
    switch keys[0] {
    case "attributes":
      return declared?.attribute(named: keys[1]).map { reaches($0.type) } ?? false
    case "relationships":
      let destination = declared?.relationship(named: keys[1])?.destination
      return destination.map { reaches(entity: $0, in: schema, besidesAttributes: true) } ?? false
    default: return reaches(entity: entity, in: schema)
    }
  }
}
