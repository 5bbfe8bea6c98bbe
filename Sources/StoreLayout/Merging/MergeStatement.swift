/// One of the statements that merge objects, with its table.
package struct MergeStatement: Hashable, Sendable {
  /// The statement.
  package var sql: String
  /// The table of the store that it reads or changes.
  package var table: String
  /// Whether it changes rows of that table.
  package var isChange: Bool

  /// A statement that writes or drops temporary records.
  static func note(_ sql: String, about table: String) -> Self {
    Self(sql: sql, table: table, isChange: false)
  }

  /// A change of rows.
  static func change(_ sql: String, of table: String) -> Self {
    Self(sql: sql, table: table, isChange: true)
  }
}
