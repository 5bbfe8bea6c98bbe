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

    /// How many entities are not known to be the same.
    public var distance: Int { matches.values.count { $0 != .same } }

    /// The entities that are not known to be the same, sorted by name.
    public var differences: [(entity: String, match: CoreDataMetadata.EntityMatch)] {
      matches.filter { $0.value != .same }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// The versions that the store was made by: several where they have the same hashes.
  public let made: [Candidate]
  /// The versions that it may have been made by: what cannot be told is all that is not the same.
  public let possible: [Candidate]
  /// The version that is most like the store, where it was made by none; nil where none has an
  /// entity that the store has.
  public let nearest: Candidate?

  /// Holds what a store that Core Data or SwiftData wrote says against all versions of some models.
  public init(of metadata: CoreDataMetadata, among histories: [SchemaHistory]) {
    self.init(
      histories.flatMap(\.versions).map { document in
        Candidate(document.schema, matches: metadata.matches(with: document.schema))
      }, isMade: { $0.distance == 0 })
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
        return Candidate(document.schema, matches: matches)
      }, isMade: { digests[VersionName(schema: $0.schema, version: $0.version)] == digest })
  }

  fileprivate struct VersionName: Hashable {
    var schema: String
    var version: Version
  }

  private init(_ candidates: [Candidate], isMade: (Candidate) -> Bool) {
    made = candidates.filter(isMade)
    possible = candidates.filter { candidate in
      candidate.matches.values.contains { $0 != .same }
        && candidate.matches.values.allSatisfy(\.isPossible) && !isMade(candidate)
    }
    guard made.isEmpty, possible.isEmpty else {
      nearest = nil
      return
    }
    // Of versions that are equally near it is the newest, as that is what was changed last.
    nearest = candidates.filter { $0.matches.values.contains(where: \.isShared) }.reversed()
      .min { $0.distance < $1.distance }
  }
}

extension VersionIdentification.VersionName {
  fileprivate init(_ schema: Schema) { self.init(schema: schema.name, version: schema.version) }
}

extension VersionIdentification.Candidate {
  fileprivate init(_ schema: Schema, matches: [String: CoreDataMetadata.EntityMatch]) {
    self.init(schema: schema.name, version: schema.version, matches: matches)
  }
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
