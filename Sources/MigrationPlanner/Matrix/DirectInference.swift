internal import SchemaModel
internal import Threads

/// The obstacles to the platform's direct inference from any version to any other.
///
/// Between two of a hundred versions nearly all entities are the same, or have changed as between many other
/// versions. So entities are compared in their ``Neighbourhood``, and each pair of neighbourhoods once.
struct DirectInference {
  private let schemas: [Schema]
  private var catalog = NeighbourhoodCatalog()
  private var entities = NumberedVersions()
  private var composites = NumberedVersions()
  /// Whether an entity declares a former name, by version.
  private let hasRenames: [Bool]
  /// The results for pairs of neighbourhoods.
  private var known: [Pair: [PlannedChange]] = [:]

  private struct Pair: Hashable {
    var source: Int
    var target: Int
  }

  /// The versions, which are identified by their positions from now on.
  init(_ schemas: [Schema]) {
    self.schemas = schemas
    hasRenames = schemas.map { schema in schema.entities.contains { $0.renamedFrom != nil } }
    for schema in schemas {
      entities.append(
        schema.entities.map { ($0.name, catalog.number(of: .init(of: $0.name, in: schema))) })
      composites.append(
        schema.composites.map { ($0.name, catalog.number(of: .init(of: $0, in: schema))) })
    }
  }

  /// Compares the neighbourhoods that differ between these versions, on all processors.
  mutating func compare(_ ways: [(source: Int, target: Int)]) {
    let pairs = Set(
      ways.flatMap { changedPairs(from: $0.source, to: $0.target) }.map {
        Pair(source: $0.source, target: $0.target)
      }
    ).subtracting(known.keys)
    let inference = self
    let found = Array(pairs).concurrentMap { ($0, inference.compared($0)) }
    known.merge(found) { first, _ in first }
  }

  /// The changes that the platform cannot infer, entities before composites.
  ///
  /// If a hierarchy has changed, a property may belong to another entity now, and the versions are compared
  /// as a whole.
  mutating func obstacles(from source: Int, to target: Int) -> [PlannedChange] {
    let pairs = changedPairs(from: source, to: target)
    guard pairs.allSatisfy({ catalog[$0.source].hasHierarchy(of: catalog[$0.target]) }) else {
      return PlatformInference(from: schemas[source], to: schemas[target]).obstacles
    }
    return pairs.flatMap { obstacles(Pair(source: $0.source, target: $0.target)) }
  }

  /// The neighbourhoods of things that exist in both versions and differ.
  private func changedPairs(from source: Int, to target: Int) -> [(source: Int, target: Int)] {
    let oldNames = oldNames(from: source, to: target)
    return entities.pairs(source, target, oldNames) + composites.pairs(source, target, nil)
  }

  /// The source names of entities by their target names; nil if no entity was renamed.
  private func oldNames(from source: Int, to target: Int) -> [String: String]? {
    guard hasRenames[source] || hasRenames[target] else { return nil }
    return SchemaCorrespondence.oldNames(from: schemas[source], to: schemas[target])
  }

  private mutating func obstacles(_ pair: Pair) -> [PlannedChange] {
    let obstacles = known[pair] ?? compared(pair)
    known[pair] = obstacles
    return obstacles
  }

  private func compared(_ pair: Pair) -> [PlannedChange] {
    let (before, after) = (catalog[pair.source], catalog[pair.target])
    let isComposite = after.schema.entities.isEmpty
    return PlatformInference(from: before.schema, to: after.schema).obstacles.filter {
      let place = $0.change.place
      return place.owner == after.subject && (place.kind == .composite) == isComposite
    }
  }
}

/// The neighbourhoods of the things in each version, found without comparing names.
private struct NumberedVersions {
  /// Every name, and its number.
  private var names: [String] = []
  private var numbers: [String: Int] = [:]
  private var versions: [Version] = []

  private struct Version {
    /// The numbers of its names, in order.
    var names: [Int] = []
    /// The neighbourhoods by the numbers of the names.
    var neighbourhoods: [Int?]

    subscript(name: Int) -> Int? {
      neighbourhoods.indices.contains(name) ? neighbourhoods[name] : nil
    }
  }

  /// Adds the next version; of two things with one name the first one counts.
  mutating func append(_ named: [(name: String, neighbourhood: Int)]) {
    let known = named.map { number(of: $0.name) }
    var version = Version(neighbourhoods: Array(repeating: nil, count: names.count))
    for (name, (_, neighbourhood)) in zip(known, named) where version[name] == nil {
      version.neighbourhoods[name] = neighbourhood
      version.names.append(name)
    }
    versions.append(version)
  }

  private mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// The neighbourhoods of things that exist in both versions, perhaps under an old name, and differ.
  func pairs(
    _ source: Int, _ target: Int, _ oldNames: [String: String]?
  ) -> [(source: Int, target: Int)] {
    let (before, after) = (versions[source], versions[target])
    return after.names.compactMap { name in
      let old = oldNames == nil ? name : oldNames?[names[name]].flatMap { numbers[$0] }
      guard let old, let first = before[old], let second = after[name], first != second else {
        return nil
      }
      return (first, second)
    }
  }
}
