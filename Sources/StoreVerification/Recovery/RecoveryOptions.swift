package import SchemaModel

/// The settings of a recovery, above all the keys by which objects of a store and its backup are matched.
package struct RecoveryOptions: Hashable, Sendable {
  /// The attributes that identify the objects of some entities; objects of other entities are identified by
  /// `_id`.
  ///
  /// `Book:_id` selects `_id` even if a declared key contradicts it.
  package var keys: [UniqueKey] = []
  /// The entities in which the same `_id` does not mean the same object.
  ///
  /// The migration of the backup's copy to the store's version may have renumbered or merged their objects.
  package var renumberedEntities: Set<String> = []
  /// The versions, one of which may describe a database without a catalog and without a history.
  package var history: SchemaHistory?
  /// The version of the tool, for the store's history.
  package var toolVersion = ""

  /// The default options: objects with the same `_id` are the same, and stay as they are.
  package init() {}
}
