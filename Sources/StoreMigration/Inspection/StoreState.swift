public import MigrationPlanner
public import SQLite
public import SchemaModel

/// The state of a file, by the versions of a schema: the first question about any store.
public enum StoreState: Hashable, Sendable {
  /// It cannot be opened as a database.
  case unopenable(StoreOpenError)
  /// It is a database without a catalog of 'migrate'.
  case foreign
  /// It is a store of Core Data's or SwiftData's, which the app itself migrates.
  case ofPlatform
  /// It is a database without a recorded identity, and no version describes it; the nearest version has these
  /// differences.
  case undescribed(nearest: Version, differences: [DefinitionDifference])
  /// It is a database without a recorded identity, and several versions describe it equally well.
  case ambiguous([Version])
  /// It is a store, but its recorded identity makes no sense.
  case illegible(reason: String)
  /// It holds another schema.
  case otherSchema(found: String, expected: String)

  /// Its version is newer than every known one.
  case newer(Version, newest: Version)
  /// Its version is not a known one.
  case unknownVersion(Version, known: [Version])
  /// The schema file of its version has changed since the store was made.
  ///
  /// The changes lead from the store's model to the file's; nil if a rename keeps them from being computed.
  case editedVersion(Version, changes: [SchemaChange]?)
  /// Its tables differ from its version's definition.
  case drifted(Version, differences: [DefinitionDifference])

  /// Its tables match its version, which is known.
  case sound(Version)
}

extension StoreState {
  /// The version of the store, if known.
  public var version: Version? {
    switch self {
    case .unopenable, .foreign, .ofPlatform, .undescribed, .ambiguous, .illegible, .otherSchema:
      nil
    case .newer(let version, _), .unknownVersion(let version, _), .editedVersion(let version, _),
      .drifted(let version, _), .sound(let version):
      version
    }
  }
}

extension DatabaseDefinition {
  /// The state of a database without a recorded identity that matches no version.
  package var undescribedState: StoreState {
    isOfPlatform ? .ofPlatform : .foreign
  }
}
