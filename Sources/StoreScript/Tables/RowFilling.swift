internal import SQLite
internal import StoreLayout

/// The values that one `INSERT … SELECT` of a script writes.
///
/// It serves the search for the rows on which the statement fails.
package struct RowFilling: Hashable, Sendable {
  /// A value that is computed for every row.
  package struct Value: Hashable, Sendable {
    /// The column of the value, by its new name.
    package var column: String
    /// The expression.
    package var sql: String
    /// Whether the value is copied into a column with another declaration.
    package var isCarried = false
    /// Whether it becomes the rowid, which must be an integer
    /// (https://www.sqlite.org/lang_createtable.html#rowid).
    package var isRowNumber = false
  }

  /// The table, by its new name.
  package var table: String
  /// The SQL before SELECT: former tables under their names; empty if none are read.
  package var context = ""
  /// The SQL behind FROM.
  package var relation: String
  /// The condition for the rows; nil for all of them.
  package var condition: String?
  /// The expression for the identity of a row's object.
  package var identity: String
  /// The expression for the object's new entity; nil if the table holds only one entity.
  package var entity: String?
  /// The source entity from whose objects additional objects are made; nil for objects that continue.
  package var origin: String?
  /// The values that are not simply copied into a column like their own.
  package var computed: [Value]
}

extension StoreScript {
  /// The fillings of the tables, in order, as queries over the source tables.
  package var fillings: [RowFilling] {
    statements.compactMap(\.filling).map { filling in
      var filling = filling
      filling.context = ""
      return filling
    }
  }
}

extension FillGroup {
  /// The values to examine if the rows cannot be inserted into a table; nil for rows that are not objects.
  func filling(of table: String) -> RowFilling? {
    guard let identity = rows.identity else { return nil }
    return RowFilling(
      table: table, context: context, relation: rows.relation, condition: rows.condition,
      identity: identity,
      entity: rows.columns.first { $0.name == StoreLayout.discriminatorColumn }?.value.sql,
      origin: rows.isAddition ? rows.entities?.source : nil,
      computed: rows.columns.filter { name, value in
        value.kind != .generated && name != StoreLayout.discriminatorColumn
          && (!value.isCopied || types[name] != nil)
      }.map { name, value in
        .init(
          column: name, sql: value.sql, isCarried: value.isCopied,
          isRowNumber: name == rowNumber)
      })
  }
}
