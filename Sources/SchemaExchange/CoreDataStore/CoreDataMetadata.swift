public import SchemaModel

/// The metadata about its model in a store that Core Data or SwiftData wrote.
public struct CoreDataMetadata: Hashable, Sendable {
  /// The version hash of every entity, by the entity's name.
  public var versionHashes: [String: VersionHash]
  /// The digest over all version hashes, in Base64; nil if the framework was too old to write it.
  public var versionHashesDigest: String?
  /// The checksum of the model, in Base64; nil if the framework was too old to write it.
  public var modelChecksum: String?
  /// The team's labels of the version, which may be wrong.
  public var versionIdentifiers: [String]
  /// The version of the framework that last wrote the store.
  public var frameworkVersion: Int?
  /// The kind of store, in the platform's terms: `SQLite`.
  package var storeType: String?
  /// The relationships with a negative maximum in the store's own model, which only a model in code can have.
  ///
  /// The maximum is hashed, but a schema cannot declare it.
  package var negativeMaxima: [String] = []

  /// Metadata from its parts.
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
  /// The result of comparing an entity of a schema with the store's entity.
  public enum EntityMatch: Hashable, Sendable {
    /// Both have the same hash.
    case same
    /// Their hashes differ.
    case different
    /// The hash cannot be computed from the schema.
    case unknown(FingerprintObstacle)
    /// The entity exists only in the schema.
    case missingInStore
    /// The entity exists only in the store.
    case missingInSchema
  }

  /// Compares every entity of a schema with the store's entity, by name.
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

  /// Whether the store was created with exactly this schema.
  ///
  /// Nil if some hash cannot be computed and everything else is equal.
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
