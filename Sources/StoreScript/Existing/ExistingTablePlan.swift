internal import SQLite
internal import StoreLayout

/// What happens to one table that was there before any model.
struct ExistingTablePlan {
  /// The entity of the target.
  var entity: String
  /// The table's name in the target.
  var table: String
  /// The table that it continues, by its name in the source; nil for one that is new, and for one
  /// that the schema did not name before.
  var source: String?
  /// Whether it has to be made.
  var isNew = false
  /// The columns that get another name.
  var renames: [(from: String, to: String)] = []
  /// The changes of its statement, by the names that columns have once they are renamed.
  var edits: [TableEdit] = []
  /// The types of new links that lead to keys declared with none: what such a key holds is compared as
  /// it is.
  var linkTypes: [String: String] = [:]
  /// The columns to be dropped, by the names that they have once the others are renamed.
  var dropped: [String] = []
  /// The columns that are added, with their definitions.
  var added: [(name: String, sql: String)] = []
  /// The indexes to be dropped.
  var droppedIndexes: [String] = []
  /// The indexes to be made.
  var createdIndexes: [IndexDefinition] = []
  /// Why nothing cheaper than writing it anew will do; empty where it can be altered.
  var reasons: [String] = []
  /// Whether ids are never used again, so that the highest one is to be kept.
  var isAutoincrementing = false
  /// Whether its statement says what to do where a constraint is broken.
  var resolvesConflicts = false
  /// The values of its columns, in their order, where it is written anew or new.
  var values: [(column: String, sql: String)] = []
  /// The columns whose values SQLite computes from others that change.
  var recomputed: [RecomputedColumn] = []
  /// What stands before the query that gives these values.
  var context = ""
  /// What stands behind FROM to give these values.
  var relation = ""
  /// The values that the statement computes which fills it.
  var filling: RowFilling?
  /// The same over the tables of before; nil where no row is written.
  var fillingBefore: RowFilling?
  /// The proof that its rows arrive.
  var conservation: ConservationCheck?

  /// The columns that are declared with another type, by their names in the target.
  var retypedColumns: Set<String> {
    Set(edits.compactMap { edit in if case .type(let name, _) = edit { name } else { nil } })
  }

  var isRebuilt: Bool { !reasons.isEmpty }

  /// Whether anything at all happens to it.
  var isUntouched: Bool {
    !isNew && !isRebuilt && (source ?? table) == table && renames.isEmpty && edits.isEmpty
      && dropped.isEmpty && added.isEmpty && droppedIndexes.isEmpty && createdIndexes.isEmpty
  }
}
