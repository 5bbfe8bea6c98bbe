internal import SchemaModel

/// An entity that is missing in a version, but exists in the previous version and in a later one.
struct VanishedEntity {
  /// The name of the entity.
  let name: String
  /// The step that removes the entity.
  let step: VersionStep
  /// The version in which the entity exists again.
  let back: Version

  /// All such entities of a chain, in the order of their removal.
  static func all(in chain: VersionChain) -> [VanishedEntity] {
    chain.steps.enumerated().flatMap { position, step in
      step.source.schema.entities.filter { step.isGone(entity: $0.name) }.compactMap { entity in
        let later = chain.steps.dropFirst(position + 1).first { later in
          later.target.schema.entity(named: entity.name) != nil && later.isNew(entity: entity.name)
        }
        return later.map {
          VanishedEntity(name: entity.name, step: step, back: $0.target.schema.version)
        }
      }
    }
  }
}
