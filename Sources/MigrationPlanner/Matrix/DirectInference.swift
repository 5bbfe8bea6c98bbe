internal import SchemaModel

/// What keeps the platform from inferring the way from any version straight to any other.
///
/// Between two of a hundred versions nearly all entities are the same, or have changed as they have
/// between many others. So entities are compared in their ``Neighbourhood``, and each pair of
/// neighbourhoods once.
struct DirectInference {
  private let schemas: [Schema]
  private var catalog = NeighbourhoodCatalog()
  /// By version: the number of the neighbourhood of each entity, and of each composite.
  private var entities: [[String: Int]] = []
  private var composites: [[String: Int]] = []
  /// By version: whether an entity says that it had another name.
  private let hasRenames: [Bool]
  /// What was found out of two neighbourhoods.
  private var known: [Pair: [PlannedChange]] = [:]

  private struct Pair: Hashable {
    var source: Int
    var target: Int
  }

  /// The versions, which are called by their positions from now on.
  init(_ schemas: [Schema]) {
    self.schemas = schemas
    hasRenames = schemas.map { schema in schema.entities.contains { $0.renamedFrom != nil } }
    for schema in schemas {
      entities.append(
        Dictionary(
          schema.entities.map { ($0.name, catalog.number(of: .init(of: $0.name, in: schema))) },
          uniquingKeysWith: { first, _ in first }))
      composites.append(
        Dictionary(
          schema.composites.map { ($0.name, catalog.number(of: .init(of: $0, in: schema))) },
          uniquingKeysWith: { first, _ in first }))
    }
  }

  /// The changes that the platform cannot infer, entities before composites.
  ///
  /// Where a hierarchy has changed, what belonged to one entity may be another's now, and then the
  /// versions are compared as a whole.
  mutating func obstacles(from source: Int, to target: Int) -> [PlannedChange] {
    let pairs = changedPairs(from: source, to: target)
    guard pairs.allSatisfy({ catalog[$0.source].hasHierarchy(of: catalog[$0.target]) }) else {
      return PlatformInference(from: schemas[source], to: schemas[target]).obstacles
    }
    return pairs.flatMap { obstacles($0) }
  }

  /// The neighbourhoods of what is in both versions, and not the same in both.
  private func changedPairs(from source: Int, to target: Int) -> [Pair] {
    let oldNames = oldNames(from: source, to: target)
    let entities = schemas[target].entities.compactMap { entity -> Pair? in
      guard let old = oldNames == nil ? entity.name : oldNames?[entity.name],
        let before = self.entities[source][old], let after = self.entities[target][entity.name]
      else { return nil }
      return Pair(source: before, target: after)
    }
    let composites = schemas[target].composites.compactMap { composite -> Pair? in
      guard let before = self.composites[source][composite.name],
        let after = self.composites[target][composite.name]
      else { return nil }
      return Pair(source: before, target: after)
    }
    return (entities + composites).filter { $0.source != $0.target }
  }

  /// By their names in the target, what entities were called; nil where none was renamed.
  private func oldNames(from source: Int, to target: Int) -> [String: String]? {
    guard hasRenames[source] || hasRenames[target] else { return nil }
    return SchemaCorrespondence.oldNames(from: schemas[source], to: schemas[target])
  }

  private mutating func obstacles(_ pair: Pair) -> [PlannedChange] {
    if let obstacles = known[pair] { return obstacles }
    let (before, after) = (catalog[pair.source], catalog[pair.target])
    let isComposite = after.schema.entities.isEmpty
    let inference = PlatformInference(from: before.schema, to: after.schema)
    let obstacles = inference.obstacles.filter {
      let place = $0.change.place
      return place.owner == after.subject && (place.kind == .composite) == isComposite
    }
    known[pair] = obstacles
    return obstacles
  }
}
