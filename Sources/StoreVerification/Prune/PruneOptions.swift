public import SchemaModel

/// Which objects a prune removes: those of an entity whose date is before a time.
///
/// ```swift
/// PruneOptions(entity: "RecordingSession", attribute: "createdAt", before: cutoff)
/// ```
public struct PruneOptions: Hashable, Sendable {
  /// The entity; what inherits from it is meant too.
  public var entity: String
  /// The attribute with the date.
  public var attribute: String
  /// The first instant that stays, in seconds since 1970-01-01 00:00 UTC.
  public var cutoff: Double
  /// The versions of which one may describe a database that says nothing about itself.
  ///
  /// Nothing is noted in such a one: it has no history.
  public var history: SchemaHistory?
  /// The folder of the files that objects own; nil to leave them.
  ///
  /// Files there that no object names afterwards are moved aside.
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
