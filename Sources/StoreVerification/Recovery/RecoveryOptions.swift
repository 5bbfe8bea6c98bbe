package import SchemaModel

/// How objects of a store and of its backup are found to be the same, and what comes back.
package struct RecoveryOptions: Hashable, Sendable {
  /// The attributes that tell it, for the entities that are named; of all others, `_id` tells it.
  ///
  /// `Book:_id` says so even where a declared key speaks against it.
  package var keys: [UniqueKey] = []
  /// The entities whose objects may have got another `_id` when the copy of the backup was brought to
  /// the store's version, or may have been merged: there the same `_id` does not tell the same object.
  package var renumberedEntities: Set<String> = []
  /// The versions of which one may describe a database that says nothing about itself, and has no history.
  package var history: SchemaHistory?
  /// The version of the tool, for the store's history.
  package var toolVersion = ""

  /// The usual options: objects are the same that have the same `_id`, and stay as they are.
  package init() {}
}
