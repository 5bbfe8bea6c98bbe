public import SchemaModel

/// What a store that Core Data or SwiftData wrote says about the model it was made by.
public struct CoreDataMetadata: Hashable, Sendable {
  /// The version hash of every entity, by the entity's name.
  public var versionHashes: [String: VersionHash]
  /// The digest over all of them, in Base64, where the framework was recent enough to write it.
  public var versionHashesDigest: String?
  /// The checksum of the model, in Base64, where the framework was recent enough to write it.
  public var modelChecksum: String?
  /// The labels that the team gave the version; they need not be true.
  public var versionIdentifiers: [String]
  /// The version of the framework that wrote the store last.
  public var frameworkVersion: Int?
  /// The kind of store, in the platform's words: `SQLite`.
  package var storeType: String?
  /// The relationships whose maximum is negative in the store's own model, as code can have it.
  ///
  /// The maximum is hashed, and no schema says it.
  package var negativeMaxima: [String] = []

  /// Metadata from their parts.
  public init(
    versionHashes: [String: VersionHash], versionHashesDigest: String? = nil,
    modelChecksum: String? = nil, versionIdentifiers: [String] = [], frameworkVersion: Int? = nil
  ) {
    self.versionHashes = versionHashes
    self.versionHashesDigest = versionHashesDigest
    self.modelChecksum = modelChecksum
    self.versionIdentifiers = versionIdentifiers
    self.frameworkVersion = frameworkVersion
  }
}

extension CoreDataMetadata {
  /// How an entity of a schema stands to the same entity of the store.
  public enum EntityMatch: Hashable, Sendable {
    /// Both have the same hash.
    case same
    /// Their hashes differ.
    case different
    /// The hash cannot be computed from the schema.
    case unknown(FingerprintObstacle)
    /// The schema has it, the store has not.
    case missingInStore
    /// The store has it, the schema has not.
    case missingInSchema
  }

  /// Compares every entity of a schema and of the store, by the entity's name.
  public func matches(with schema: Schema) -> [String: EntityMatch] {
    let computed = schema.versionHashes()
    var result: [String: EntityMatch] = [:]
    for (name, hash) in computed {
      switch (hash, versionHashes[name]) {
      case (_, nil): result[name] = .missingInStore
      case (.unknown(let obstacle), _?): result[name] = .unknown(obstacle)
      case (.known(let hash), let stored?) where hash == stored: result[name] = .same
      case (.known, _?):
        let lineage = schema.lineage(of: name).map(\.name)
        let maximum = negativeMaxima.first { name in lineage.contains { name.hasPrefix("\($0).") } }
        result[name] = maximum.map { .unknown(.negativeMaximum(property: $0)) } ?? .different
      }
    }
    for name in versionHashes.keys where computed[name] == nil { result[name] = .missingInSchema }
    guard !schema.composites.isEmpty, result.values.contains(.different) else { return result }
    for (name, hash) in schema.versionHashes(requiringLeaves: true)
    where result[name] == .different && hash.value == versionHashes[name] {
      result[name] = .same
    }
    return result
  }

  /// Whether the store was made by exactly this schema; nil where some hash cannot be computed and
  /// everything else is the same.
  public func isMade(by schema: Schema) -> Bool? {
    var isCertain = true
    for match in matches(with: schema).values {
      switch match {
      case .same: break
      case .unknown: isCertain = false
      case .different, .missingInStore, .missingInSchema: return false
      }
    }
    return isCertain ? true : nil
  }
}
