public import SchemaModel

/// The version of a model with which a store was created, identified by its version hashes.
///
/// ```swift
/// let store = try CoreDataStore.read(path: "default.store")
/// VersionIdentification(of: store.metadata, among: [history]).made.map(\.version) // [2.0.0]
/// ```
public struct VersionIdentification: Hashable, Sendable {
  /// A version that was compared with the store.
  public struct Candidate: Hashable, Sendable {
    /// The name of the model.
    public var schema: String
    /// The version.
    public var version: Version
    /// The result of comparing each entity of the version and the store, by the entity's name.
    public var matches: [String: CoreDataMetadata.EntityMatch]
    /// The number of properties that differ from the store's own model, in entities that are not the same.
    ///
    /// Nil if the store carries no model.
    public var differingProperties: Int?

    /// The number of entities that are not known to be the same.
    public var distance: Int { matches.values.count { $0 != .same } }

    /// The entities that are not known to be the same, sorted by name.
    public var differences: [(entity: String, match: CoreDataMetadata.EntityMatch)] {
      matches.filter { $0.value != .same }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// The criterion that decided which version is the nearest.
  public enum Closeness: Hashable, Sendable {
    /// The version has the most entities in common with the store, or the fewest that differ.
    case entities
    /// The version has the fewest differing properties among versions with as many equal entities.
    case properties(among: Int)
    /// The version has the store's label, among versions that are equally near.
    case label(among: Int)
    /// The version is the newest one among versions that are equally near.
    case newest(among: Int)
  }

  /// The versions with which the store was created; several if they have the same hashes.
  public let made: [Candidate]
  /// The versions with which the store may have been created: all differences are hashes that cannot be
  /// computed.
  public let possible: [Candidate]
  /// The version that is most similar to the store, if no version matches.
  ///
  /// Nil if no version shares an entity with the store.
  public let nearest: Candidate?
  /// The criterion that decided on the nearest version; nil if none exists.
  public let closeness: Closeness?

  /// Compares a store's metadata, and the model in its cache if there is one, with all versions of some
  /// models.
  public init(
    of metadata: CoreDataMetadata, carrying model: Schema? = nil, among histories: [SchemaHistory]
  ) {
    self.init(
      histories.flatMap(\.versions).map { document in
        Candidate(
          document.schema, matches: metadata.matches(with: document.schema), heldAgainst: model)
      }, labels: metadata.versionIdentifiers, isMade: { $0.distance == 0 })
  }

  /// Compares the complete model of a store with all versions of some models.
  ///
  /// The store was created with the version that has the same definition. If none has, version hashes decide
  /// which version is similar.
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

  /// The version with the most equal entities.
  ///
  /// Among several, these criteria decide in this order: the fewest differing properties, the fewest
  /// differing entities, the store's label, and the newest version.
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
  /// The elements with the smallest number, in their order.
  fileprivate func leastOnes(by number: (Element) -> Int) -> Self {
    let least = map(number).min()
    return filter { number($0) == least }
  }
}

extension Version {
  /// The version in a label, such as `2.1` or `V2.1`.
  fileprivate init?(named label: String) {
    let isMarked = label.first.map { "vV".contains($0) } ?? false
    self.init(String(isMarked ? label.dropFirst() : label[...]))
  }
}

extension VersionIdentification.VersionName {
  fileprivate init(_ schema: Schema) { self.init(schema: schema.name, version: schema.version) }
}

extension VersionIdentification.Candidate {
  /// A schema with its comparison; entities that differ are compared again with the store's own model.
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

  /// The number of entities that are known to be the same.
  fileprivate var equalEntities: Int { matches.values.count { $0 == .same } }
}

extension CoreDataMetadata.EntityMatch {
  /// Whether both the store and the version have an entity with the name.
  fileprivate var isShared: Bool {
    switch self {
    case .same, .different, .unknown: true
    case .missingInStore, .missingInSchema: false
    }
  }

  /// Whether the store's entity may be the version's entity.
  fileprivate var isPossible: Bool {
    switch self {
    case .same, .unknown: true
    case .different, .missingInStore, .missingInSchema: false
    }
  }
}
