internal import SchemaModel

/// The origins of a version's entities and stored properties in earlier versions.
struct PropertyTrail {
  /// An entity or a property.
  struct Part: Hashable, Comparable {
    /// The entity.
    var entity: String
    /// The property and its kind; nil for the entity itself.
    var property: String?
    var kind = SchemaPath.PropertyKind.attributes

    static func < (left: Self, right: Self) -> Bool {
      (left.entity, left.kind.rawValue, left.property ?? "")
        < (right.entity, right.kind.rawValue, right.property ?? "")
    }

    /// The path of the part in a schema file.
    var path: SchemaPath {
      property.map { .property($0, of: entity, kind) } ?? .entity(entity)
    }

    /// The entity's name, or `Book.title`.
    var name: String { property.map { "\(entity).\($0)" } ?? entity }
  }

  /// The original part of every part that existed at the start of the trail.
  private(set) var origins: [Part: Part]

  /// A trail without steps: every part is its own origin.
  init(from schema: Schema) {
    let parts = schema.entities.flatMap { entity in
      [Part(entity: entity.name)]
        + entity.attributes.filter { !$0.isTransient }.map {
          Part(entity: entity.name, property: $0.name)
        }
        + entity.relationships.map {
          Part(entity: entity.name, property: $0.name, kind: .relationships)
        }
    }
    origins = Dictionary(parts.map { ($0, $0) }) { first, _ in first }
  }

  /// The trail of a single step.
  init(over step: VersionStep) {
    self.init(from: step.target.schema)
    goBack(over: step)
  }

  /// Extends the trail by one earlier step.
  mutating func goBack(over step: VersionStep) {
    origins = origins.compactMapValues { step.origin(of: $0) }
  }
}

extension VersionStep {
  /// The part in the old version from which a part of the new version comes; nil if none exists.
  func origin(of part: PropertyTrail.Part) -> PropertyTrail.Part? {
    guard !isNew(entity: part.entity) else { return nil }
    let entity = sourceEntity(part.entity)
    guard let property = part.property else { return PropertyTrail.Part(entity: entity) }
    let old = sourceProperty(property, of: part.entity)
    let isThere =
      switch part.kind {
      case .attributes:
        source.schema.attribute(named: old, of: entity)?.attribute.isTransient == false
      case .relationships: source.schema.relationship(named: old, of: entity) != nil
      }
    return isThere ? PropertyTrail.Part(entity: entity, property: old, kind: part.kind) : nil
  }
}
