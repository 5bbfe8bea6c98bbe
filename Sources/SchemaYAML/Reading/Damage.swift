internal import SchemaModel

/// The parts of a model that could not be read whole, so that a check of it does not blame the
/// innocent: what seems to be missing elsewhere may stand in them.
struct Damage: Equatable {
  /// A part of a file, by what would be missed elsewhere if it could not be read.
  enum Part: Hashable, Sendable {
    /// The lists of entities and types: anything may be missing.
    case schema
    /// The entity of that name.
    case entity(String)
    /// Attributes of the entity of that name, all of whose relationships are known.
    case attributes(String)
    /// The enumeration or composite of that name.
    case sharedType(String)
    /// What the file is a version of, or a list whose key is misspelt and that was read as what was
    /// probably meant: nothing is missing, and yet it is not what the file says.
    case identity
    /// Something that nothing else refers to, such as an index.
    case leaf
  }

  private var parts: Set<Part> = []

  /// Whether nothing is missing.
  var isEmpty: Bool { parts.isEmpty }

  /// Whether no finding about the model can be trusted.
  var isTotal: Bool { parts.contains(.schema) }

  /// Whether that part was not read whole.
  func contains(_ part: Part) -> Bool { parts.contains(part) }

  /// Adds a part.
  mutating func insert(_ part: Part) { parts.insert(part) }

  /// Adds the parts that are missing elsewhere.
  mutating func formUnion(_ other: Damage) { parts.formUnion(other.parts) }

  /// Whether an entity was not read whole, or one that it inherits from or that inherits from it.
  ///
  /// What depends on relationships alone is not explained by an attribute that could not be read.
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
  /// The part that is not whole where the value that those keys lead to was left out.
  ///
  /// Of a name that is given twice the first is there, so that what refers to it is not in vain;
  /// the empty key stands for whatever names there may have been.
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
  /// Whether a finding about a part of the schema may come from what is missing alone.
  ///
  /// An attribute stands for itself, but for the shared type that it may have; a relationship
  /// depends on the relationships of where it leads, and an entity and its lists on what it inherits.
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
