internal import SchemaModel

/// An entity that a version lacks, although the one before and a later one have it.
struct VanishedEntity {
  /// Its name.
  let name: String
  /// The step in which it goes.
  let step: VersionStep
  /// The version in which it is there again.
  let back: Version

  /// All of a chain, in the order in which they go.
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
