package import SchemaModel

extension CoreDataMetadata {
  /// The framework that stores made here name as their writer: the first with everything that they
  /// have, so that no later one takes them for newer than itself.
  package static let writingFramework = 1344

  /// What a store says that a model made; nil where some version hash cannot be computed.
  package init?(of schema: Schema) {
    var hashes: [String: VersionHash] = [:]
    for (entity, result) in schema.versionHashes() {
      guard let hash = result.value else { return nil }
      hashes[entity] = hash
    }
    guard let digest = schema.storeDigest.value, let checksum = schema.checksum.value else {
      return nil
    }
    // A model of Xcode has an empty label where the team gave none; SwiftData's is the version.
    let label = schema.platform == .swiftData ? "\(schema.version)" : ""
    self.init(
      versionHashes: hashes, versionHashesDigest: digest, modelChecksum: checksum,
      versionIdentifiers: [label], frameworkVersion: Self.writingFramework)
  }

  /// The property list that `Z_METADATA` holds.
  package var propertyList: [UInt8] {
    var members: [String: PropertyList] = [
      "NSStoreModelVersionHashes": .dictionary(versionHashes.mapValues { .data($0.bytes) }),
      "NSStoreModelVersionHashesVersion": .integer(3),
      "NSStoreModelVersionIdentifiers": .array(versionIdentifiers.map { .string($0) }),
      "NSStoreType": .string("SQLite"),
      "_NSAutoVacuumLevel": .string("2"),
    ]
    members["NSStoreModelVersionHashesDigest"] = versionHashesDigest.map { .string($0) }
    members["NSStoreModelVersionChecksumKey"] = modelChecksum.map { .string($0) }
    members["NSPersistenceFrameworkVersion"] = frameworkVersion.map { .integer(Int64($0)) }
    return BinaryPropertyList.bytes(of: .dictionary(members))
  }
}
