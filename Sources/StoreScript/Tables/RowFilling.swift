internal import SQLite
internal import StoreLayout

/// What one `INSERT … SELECT` of a script writes, value by value.
///
/// For those who look for the rows that keep the statement from being carried out.
package struct RowFilling: Hashable, Sendable {
  /// A value that is computed for every row.
  package struct Value: Hashable, Sendable {
    /// The column that it is for, by its name afterwards.
    package var column: String
    /// The expression.
    package var sql: String
    /// Whether it is carried over as it is, into a column that is declared otherwise now.
    package var isCarried = false
    /// Whether it becomes the number of its row, which only a whole number can be
    /// (https://www.sqlite.org/lang_createtable.html#rowid).
    package var isRowNumber = false
  }

  /// What stands before SELECT: tables as they were, under their names; empty where none are read.
  package var context = ""
  /// What stands behind FROM.
  package var relation: String
  /// The condition for the rows; nil for all of them.
  package var condition: String?
  /// The expression for the identity of a row's object.
  package var identity: String
  /// The expression for the entity that the object becomes; nil where the table holds one only.
  package var entity: String?
  /// The entity of before of whose objects more are made; nil for objects that go on.
  package var origin: String?
  /// The values that are not simply carried over into columns like those that they stood in.
  package var computed: [Value]
}

/// A table, by its name afterwards, and what some rows of it are filled with.
package struct TableFilling: Hashable, Sendable {
  package var table: String
  package var filling: RowFilling
}

extension StoreScript {
  /// What the tables are filled with, as queries of the tables of before, in the order in which that
  /// happens.
  package var fillings: [TableFilling] {
    statements.compactMap { statement in
      statement.filling.map { filling in
        var filling = filling
        filling.context = ""
        return TableFilling(table: statement.table, filling: filling)
      }
    }
  }
}

extension FillGroup {
  /// The values to look at where the rows cannot be inserted; nil for rows that are no objects.
  var filling: RowFilling? {
    guard let identity else { return nil }
    return RowFilling(
      context: context, relation: relation, condition: condition, identity: identity,
      entity: columns.first { $0.name == StoreLayout.discriminatorColumn }?.value.sql,
      origin: origin,
      computed: columns.filter { name, value in
        value.kind != .generated && name != StoreLayout.discriminatorColumn
          && (!value.isCopied || types[name] != nil)
      }.map { name, value in
        .init(
          column: name, sql: value.sql, isCarried: value.isCopied,
          isRowNumber: name == rowNumber)
      })
  }
}
