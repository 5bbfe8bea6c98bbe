internal import SchemaModel

/// The entities whose objects all exist in a later version, with their names there.
struct KeptEntities {
  /// The name in the later version, by the name in the earlier version.
  private(set) var names: [String: String]

  /// The entities of a version with their own names.
  init(_ schema: Schema) {
    names = Dictionary(schema.entities.map { ($0.name, $0.name) }) { first, _ in first }
  }

  /// Follows the entities through a hop to the next version.
  mutating func follow(from before: Schema, to document: SchemaDocument) {
    let pairs = Self.kept(from: before, to: document)
    names = names.compactMapValues { pairs[$0] }
  }

  private static func kept(
    from before: Schema, to document: SchemaDocument
  ) -> [String: String] {
    let after = document.schema
    var pairs: [String: String] = [:]
    for entity in after.entities {
      if before.entity(named: entity.name) != nil {
        pairs[entity.name] = entity.name
      } else if let old = entity.renamedFrom, before.entity(named: old) != nil {
        pairs[old] = entity.name
      }
    }
    let migration = document.migration ?? MigrationDeclaration()
    let counted = (migration.before + migration.after).compactMap { check in
      if case .count(let entity, nil) = check { entity } else { nil }
    }
    if migration.mayChangeCounts {
      return pairs.filter { counted.contains($0.key) || counted.contains($0.value) }
    }
    // The objects of a removed entity also belong to its ancestors.
    for entity in before.entities where pairs[entity.name] == nil {
      var parent = entity.parent
      while let name = parent {
        pairs[name] = nil
        parent = before.entity(named: name)?.parent
      }
    }
    return pairs
  }
}

extension MigrationDeclaration {
  /// Whether a migration may create or delete objects, or is custom without a declaration.
  fileprivate var mayChangeCounts: Bool {
    !steps.isEmpty || leavesWorkUnsaid
      || maps.contains { $0.filter != nil || !$0.origins.isEmpty || $0.deduplication != nil }
  }
}
