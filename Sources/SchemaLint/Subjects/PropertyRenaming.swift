internal import SchemaModel
internal import SQLText

/// Another name for a property, in the newest version of a model and in nothing that was released.
///
/// What objects hold in the property is kept: where the version before has it by its old name, the
/// new one says so.
struct PropertyRenaming {
  /// The name that a property called `description` of `Book` might have: `bookDescription`.
  let name: String
  private let old: String
  private let path: SchemaPath
  private let entity: Entity
  private let document: SchemaDocument

  /// Another name for a property; nil for a part that is none.
  init?(of path: SchemaPath, in document: SchemaDocument) {
    let keys = path.components
    guard keys.count == 4, let entity = document.schema.entity(named: keys[1]) else { return nil }
    self.path = path
    (old, self.entity) = (keys[3], entity)
    self.document = document
    name = Self.name(for: old, of: entity.name)
  }

  /// The entity's name before the old one, without what the old one has of the store's.
  private static func name(for old: String, of entity: String) -> String {
    let words = old.uppercased().hasPrefix("Z_") ? String(old.dropFirst(2)).lowercased() : old
    return entity.prefix(1).lowercased() + entity.dropFirst() + words.prefix(1).uppercased()
      + words.dropFirst()
  }

  /// The edits that rename the property everywhere; nil where the version was released or another
  /// one follows it, where the new name is taken, or where a list or some SQL has the old one.
  ///
  /// What a map of the migration says is somebody's own thought, and is left to them.
  func fix(among chain: VersionChain) -> Fix? {
    let version = document.schema.version
    let isReleased = chain.released?.contains { $0.version == version } ?? false
    guard chain.newest?.schema.version == version, !isReleased, !isDescribed, !isNameTaken,
      !isMentioned, document.migration?.maps.isEmpty ?? true
    else { return nil }
    return Fix(.unsafe, inverse + origin(over: chain.steps.last) + [.rename(path, to: name)])
  }

  /// Whether the entity describes a table that is there already, whose columns have their names.
  private var isDescribed: Bool { entity.table != nil || entity.primaryKey != nil }

  /// The entities that have the property, or a part of whose objects has it.
  private var family: [Entity] {
    document.schema.entities.filter {
      document.schema.isEntity($0.name, orDescendantOf: entity.name)
        || document.schema.isEntity(entity.name, orDescendantOf: $0.name)
    }
  }

  /// Whether something that the objects have is called like that already.
  var isNameTaken: Bool {
    family.contains { relative in
      (relative.attributes.map(\.name) + relative.relationships.map(\.name)).contains {
        $0.lowercased() == name.lowercased()
      }
    }
  }
}

// MARK: - What else has the name

extension PropertyRenaming {
  /// Whether something besides the declaration and the inverse has the old name.
  private var isMentioned: Bool {
    family.contains { mentions($0) }
      || document.schema.queries.contains { mentions([$0.filter, $0.order]) }
      || document.schema.entities.contains { other in
        mentions(other.rules.map(\.check) + other.attributes.map(\.derivation))
      }
      || MigrationSQL.all(in: document).contains { mentions([$0.text]) }
  }

  private func mentions(_ relative: Entity) -> Bool {
    let lists =
      relative.uniquenessConstraints.flatMap(\.self)
      + relative.indexes.flatMap { $0.elements.map(\.property) } + (relative.initializer ?? [])
    return lists.contains(old)
  }

  private func mentions(_ texts: [String?]) -> Bool {
    texts.contains { $0.map { SQLNames(in: $0).contains(old) } ?? false }
  }
}

// MARK: - Edits

extension PropertyRenaming {
  /// The relationship that names this one as its inverse.
  private var inverse: [Fix.Edit] {
    document.schema.relationshipEnds.filter { end in
      end.relationship.inverse == old
        && family.contains { $0.name == end.relationship.destination }
    }.map { .set(key: "inverse", value: name, in: $0.path) }
  }

  /// The old name, for a property that the version before has by that name.
  private func origin(over step: VersionStep?) -> [Fix.Edit] {
    guard let step, declaredOrigin == nil,
      let source = step.source.schema.entity(named: step.sourceEntity(entity.name)),
      source.attribute(named: old) != nil || source.relationship(named: old) != nil
    else { return [] }
    return [.set(key: "renamedFrom", value: old, in: path)]
  }

  private var declaredOrigin: String? {
    entity.attribute(named: old)?.renamedFrom ?? entity.relationship(named: old)?.renamedFrom
  }
}
