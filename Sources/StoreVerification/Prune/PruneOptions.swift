public import SchemaModel

/// The settings of a prune, which removes the objects of an entity whose date is before a time.
///
/// ```swift
/// PruneOptions(entity: "RecordingSession", attribute: "createdAt", before: cutoff)
/// ```
public struct PruneOptions: Hashable, Sendable {
  /// The entity; its sub-entities are included.
  public var entity: String
  /// The attribute with the date.
  public var attribute: String
  /// The first instant that stays, in seconds since 1970-01-01 00:00 UTC.
  public var cutoff: Double
  /// The versions, one of which may describe a database without a catalog.
  ///
  /// Such a database has no history, so nothing is recorded in it.
  public var history: SchemaHistory?
  /// The folder of the files that objects own; nil to leave these files alone.
  ///
  /// Files in the folder that no object names afterwards are moved away.
  public var ownedFiles: OwnedFiles?
  /// The version of the tool, for the store's history.
  public var toolVersion = ""

  /// Options from their parts.
  public init(entity: String, attribute: String, before cutoff: Double) {
    self.entity = entity
    self.attribute = attribute
    self.cutoff = cutoff
  }
}
