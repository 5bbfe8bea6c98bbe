public import Diagnostics
public import SQLite
public import StoreVerification

/// Objects with the same values in properties that must be unique.
public struct DuplicateValues: Hashable, Sendable {
  /// Objects that share their values.
  public struct Group: Hashable, Sendable {
    /// The `_id`s of the first of them, ascending.
    public var identities: [Int64]
    /// The shared values, in the order of the properties.
    public var values: [SQLValue]
    /// The keys of the objects in an existing table: `rowid 1, 2`; nil for `_id`s.
    public var key: String?
  }

  /// The entity.
  public var entity: String
  /// The properties that no two objects may share.
  public var properties: [String]
  /// The number of groups of objects that share their values.
  public var groups: Int64
  /// The number of objects in all groups.
  public var objects: Int64
  /// Some of the groups.
  public var examples: [Group]
  /// The place of the key in the schema file.
  public var location: SourceLocation?
  /// The key by the names of the store's own version, as `Book:title`, if the objects share these values
  /// there already; nil if the values are made in the migration.
  public var keyBefore: String?
  /// The to-one, as `Book.note`, that would lead to several objects, if this is the cause and not a key.
  ///
  /// The objects with the shared value are then its destinations.
  public var toOne: PropertyName?
  /// Whether the objects may have been of several entities before.
  public var comeTogether = false
}
