package import SchemaModel

extension CoreDataMetadata {
  /// The framework version that new stores name as their writer.
  ///
  /// It is the first version that has everything in these stores, so that no later framework considers them
  /// newer than itself.
  package static let writingFramework = 1344

  /// The metadata of a new store of a model; nil if a version hash cannot be computed.
  package init?(of schema: Schema) {
    var hashes: [String: VersionHash] = [:]
    for (entity, result) in schema.versionHashes() {
      guard let hash = result.value else { return nil }
      hashes[entity] = hash
    }
    guard let digest = schema.storeDigest.value, let checksum = schema.checksum.value else {
      return nil
    }
    // Xcode gives a model an empty label unless the team sets one; SwiftData's label is the version.
    let label = schema.platform == .swiftData ? "\(schema.version)" : ""
    self.init(
      versionHashes: hashes, versionHashesDigest: digest, modelChecksum: checksum,
      versionIdentifiers: [label], frameworkVersion: Self.writingFramework)
  }

  /// The property list for `Z_METADATA`.
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
