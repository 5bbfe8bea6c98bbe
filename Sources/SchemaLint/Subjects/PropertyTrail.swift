internal import SchemaModel

/// What the entities and the stored properties of a version were in versions before it.
struct PropertyTrail {
  /// An entity, or a property of one.
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

    /// Where it stands in a schema file.
    var path: SchemaPath {
      property.map { .property($0, of: entity, kind) } ?? .entity(entity)
    }

    /// The entity's name, or `Book.title`.
    var name: String { property.map { "\(entity).\($0)" } ?? entity }
  }

  /// For every part that was there at the trail's start, what it was then.
  private(set) var origins: [Part: Part]

  /// The trail that has gone no step yet: every part is itself.
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

  /// Goes one step further into the past.
  mutating func goBack(over step: VersionStep) {
    origins = origins.compactMapValues { step.origin(of: $0) }
  }
}

extension VersionStep {
  /// What a part of the new version was before; nil where it was not there.
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
