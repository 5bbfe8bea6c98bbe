public import SchemaModel

/// Which version of a model a store was made by, found out by its version hashes.
///
/// ```swift
/// let store = try CoreDataStore.read(path: "default.store")
/// VersionIdentification(of: store.metadata, among: [history]).made.map(\.version) // [2.0.0]
/// ```
public struct VersionIdentification: Hashable, Sendable {
  /// A version, held against the store.
  public struct Candidate: Hashable, Sendable {
    /// The name of the model.
    public var schema: String
    /// The version.
    public var version: Version
    /// How each entity of the version or the store stands to that of the other, by its name.
    public var matches: [String: CoreDataMetadata.EntityMatch]
    /// How many properties of entities that are not the same differ from those of the store's own
    /// model; nil where the store carries none.
    public var differingProperties: Int?

    /// How many entities are not known to be the same.
    public var distance: Int { matches.values.count { $0 != .same } }

    /// The entities that are not known to be the same, sorted by name.
    public var differences: [(entity: String, match: CoreDataMetadata.EntityMatch)] {
      matches.filter { $0.value != .same }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// What decided which of several versions is the nearest.
  public enum Closeness: Hashable, Sendable {
    /// It has more entities in common with the store than any other, or fewer that differ.
    case entities
    /// Of versions with as many equal entities it has the fewest properties that differ.
    case properties(among: Int)
    /// Of versions that are equally near it is the one that the store has the label of.
    case label(among: Int)
    /// Of versions that are equally near it is the newest, as that is what was changed last.
    case newest(among: Int)
  }

  /// The versions that the store was made by: several where they have the same hashes.
  public let made: [Candidate]
  /// The versions that it may have been made by: what cannot be known is all that is not the same.
  public let possible: [Candidate]
  /// The version that is most like the store, where it was made by none; nil where none has an
  /// entity that the store has.
  public let nearest: Candidate?
  /// Why it is that one; nil where there is none.
  public let closeness: Closeness?

  /// Holds what a store that Core Data or SwiftData wrote says against all versions of some models,
  /// and the model that it carries, if it does.
  public init(
    of metadata: CoreDataMetadata, carrying model: Schema? = nil, among histories: [SchemaHistory]
  ) {
    self.init(
      histories.flatMap(\.versions).map { document in
        Candidate(
          document.schema, matches: metadata.matches(with: document.schema), heldAgainst: model)
      }, labels: metadata.versionIdentifiers, isMade: { $0.distance == 0 })
  }

  /// Holds the model that a store carries whole against all versions of some models.
  ///
  /// It was made by the version that says the same in all that decides what a store holds; where
  /// none does, version hashes tell which is like it.
  public init(of model: Schema, among histories: [SchemaHistory]) {
    let metadata = CoreDataMetadata(
      versionHashes: model.versionHashes().compactMapValues(\.value))
    let digests = Dictionary(
      histories.flatMap(\.versions).map(\.schema).map {
        (VersionName($0), $0.definitionDigest)
      }, uniquingKeysWith: { first, _ in first })
    let digest = model.definitionDigest
    self.init(
      histories.flatMap(\.versions).map { document in
        let matches = metadata.matches(with: document.schema).merging(
          model.entities.filter { document.schema.entity(named: $0.name) == $0 }
            .map { ($0.name, .same) }, uniquingKeysWith: { $1 })
        return Candidate(document.schema, matches: matches, heldAgainst: model)
      }, labels: ["\(model.version)"],
      isMade: { digests[VersionName(schema: $0.schema, version: $0.version)] == digest })
  }

  fileprivate struct VersionName: Hashable {
    var schema: String
    var version: Version
  }

  private init(
    _ candidates: [Candidate], labels: [String], isMade: (Candidate) -> Bool
  ) {
    made = candidates.filter(isMade)
    possible = candidates.filter { candidate in
      candidate.matches.values.contains { $0 != .same }
        && candidate.matches.values.allSatisfy(\.isPossible) && !isMade(candidate)
    }
    let isKnown = !made.isEmpty || !possible.isEmpty
    (nearest, closeness) = isKnown ? (nil, nil) : Self.nearest(of: candidates, labels)
  }

  /// The one with the most equal entities; of several the one of which the fewest properties differ,
  /// then the fewest entities, then the one of the store's label, and at last the newest.
  private static func nearest(
    of candidates: [Candidate], _ labels: [String]
  ) -> (Candidate?, Closeness?) {
    let alike = candidates.filter { $0.matches.values.contains(where: \.isShared) }
      .leastOnes { -$0.equalEntities }
    let near = alike.leastOnes { $0.differingProperties ?? 0 }
    let nearer = near.leastOnes(by: \.distance)
    guard let newest = nearer.last else { return (nil, nil) }
    if nearer.count == 1 {
      return (newest, near.count < alike.count ? .properties(among: alike.count) : .entities)
    }
    let versions = labels.compactMap { Version(named: $0) }
    guard let labelled = nearer.last(where: { versions.contains($0.version) }) else {
      return (newest, .newest(among: nearer.count))
    }
    return (labelled, .label(among: nearer.count))
  }
}

extension Array {
  /// The elements of which a number is the smallest there is, in their order.
  fileprivate func leastOnes(by number: (Element) -> Int) -> Self {
    let least = map(number).min()
    return filter { number($0) == least }
  }
}

extension Version {
  /// The version that a label names, as `2.1` or `V2.1`.
  fileprivate init?(named label: String) {
    let isMarked = label.first.map { "vV".contains($0) } ?? false
    self.init(String(isMarked ? label.dropFirst() : label[...]))
  }
}

extension VersionIdentification.VersionName {
  fileprivate init(_ schema: Schema) { self.init(schema: schema.name, version: schema.version) }
}

extension VersionIdentification.Candidate {
  /// A schema, with how its entities stand to the store's; those that differ are looked at once more
  /// in the model that the store carries.
  fileprivate init(
    _ schema: Schema, matches: [String: CoreDataMetadata.EntityMatch], heldAgainst model: Schema?
  ) {
    let properties = model.map { model in
      matches.filter { $0.value != .same }.keys.reduce(0) { sum, entity in
        sum + max(1, schema.propertiesThatDiffer(of: entity, from: model))
      }
    }
    self.init(
      schema: schema.name, version: schema.version, matches: matches,
      differingProperties: properties)
  }

  /// How many entities are known to be the same.
  fileprivate var equalEntities: Int { matches.values.count { $0 == .same } }
}

extension CoreDataMetadata.EntityMatch {
  /// Whether both the store and the version have an entity of the name.
  fileprivate var isShared: Bool {
    switch self {
    case .same, .different, .unknown: true
    case .missingInStore, .missingInSchema: false
    }
  }

  /// Whether the store's entity may be the one that the version has.
  fileprivate var isPossible: Bool {
    switch self {
    case .same, .unknown: true
    case .different, .missingInStore, .missingInSchema: false
    }
  }
}
