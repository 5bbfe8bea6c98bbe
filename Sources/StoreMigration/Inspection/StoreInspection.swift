public import SQLite
public import StoreLayout
public import SchemaModel

/// The result of inspecting a store.
public struct StoreInspection: Hashable, Sendable {
  /// The inspected path.
  public var path: String
  /// The state of the store.
  public var state: StoreState
  /// The identity that is recorded in the store, if any.
  public var identity: StoreIdentity?
  /// The version's document: from the schema files if they have it, or else from the model that the store
  /// contains.
  public var document: SchemaDocument?
  /// Tables, indexes, views and triggers that the model does not name.
  public var unmanagedObjects: [SchemaObject] = []
  /// The digest of the store's recorded identity and of all its definitions, in hexadecimal.
  ///
  /// The rows do not count: a plan stays valid while an app writes.
  public var fingerprint: String?
  /// Remarks that block nothing, in the form of messages.
  public var remarks: [String] = []
  /// Newer versions with the same tables, to which a declared migration changes data: another program may
  /// have carried it out.
  var alike: [Version] = []
  /// The definition of the database, as it was read; nil if it could not be.
  var definition: DatabaseDefinition?
  /// The reasons for which Android's Room refuses to open its database.
  public var roomRefusals: [RoomRefusal] = []
}
