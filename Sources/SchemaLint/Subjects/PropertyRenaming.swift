internal import SchemaModel
internal import SQLText

/// A new name for a property, in the newest, unreleased version of a model.
///
/// The values of the property are kept: if the previous version has the property, the new version declares
/// its old name.
struct PropertyRenaming {
  /// The new name: `bookDescription` for a property `description` of `Book`.
  let name: String
  private let old: String
  private let path: SchemaPath
  private let entity: Entity
  private let document: SchemaDocument

  /// A new name for a property; nil if the path is not a property's.
  init?(of path: SchemaPath, in document: SchemaDocument) {
    let keys = path.components
    guard keys.count == 4, let entity = document.schema.entity(named: keys[1]) else { return nil }
    self.path = path
    (old, self.entity) = (keys[3], entity)
    self.document = document
    name = Self.name(for: old, of: entity.name)
  }

  /// The entity's name followed by the old name, without the store's prefix `Z_`.
  private static func name(for old: String, of entity: String) -> String {
    let words = old.uppercased().hasPrefix("Z_") ? String(old.dropFirst(2)).lowercased() : old
    return entity.prefix(1).lowercased() + entity.dropFirst() + words.prefix(1).uppercased()
      + words.dropFirst()
  }

  /// The edits that rename the property everywhere; nil if the property cannot be renamed automatically.
  ///
  /// It cannot be renamed in these cases:
  /// - The version was released, or is not the newest one.
  /// - The entity describes an existing table.
  /// - The new name is used, or a list or some SQL mentions the old name.
  /// - The migration has maps, which only their author can change.
  func fix(among chain: VersionChain) -> Fix? {
    let version = document.schema.version
    let isReleased = chain.released?.contains { $0.version == version } ?? false
    guard chain.newest?.schema.version == version, !isReleased, !isDescribed, !isNameTaken,
      !isMentioned, document.migration?.maps.isEmpty ?? true
    else { return nil }
    return Fix(.unsafe, inverse + origin(over: chain.steps.last) + [.rename(path, to: name)])
  }

  /// Whether the entity describes an existing table, whose columns already have names.
  private var isDescribed: Bool { entity.table != nil || entity.primaryKey != nil }

  /// The entity with its ancestors and descendants, whose objects may have the property.
  private var family: [Entity] {
    document.schema.entities.filter {
      document.schema.isEntity($0.name, orDescendantOf: entity.name)
        || document.schema.isEntity(entity.name, orDescendantOf: $0.name)
    }
  }

  /// Whether a property in the family already has the new name.
  var isNameTaken: Bool {
    family.contains { relative in
      (relative.attributes.map(\.name) + relative.relationships.map(\.name)).contains {
        $0.lowercased() == name.lowercased()
      }
    }
  }
}

// MARK: - Other uses of the name

extension PropertyRenaming {
  /// Whether the old name is used elsewhere than in the declaration and the inverse.
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
    texts.contains { $0.map { SQLTokens($0).mentions(old) } ?? false }
  }
}

// MARK: - Edits

extension PropertyRenaming {
  /// The edits of relationships that name this property as their inverse.
  private var inverse: [Fix.Edit] {
    document.schema.relationshipEnds.filter { end in
      end.relationship.inverse == old
        && family.contains { $0.name == end.relationship.destination }
    }.map { .set(key: "inverse", value: name, in: $0.path) }
  }

  /// The edit that declares the old name, if the previous version has a property with it.
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
