package import SQLite

/// The interim names of tables and columns, which messages do not show.
package enum InterimNames {
  /// The prefix of a table's or a column's name while another one takes its name.
  static let roomPrefix = "_migrate_old_"

  /// Rewrites a message of SQLite's with the names that people know.
  ///
  /// ```
  /// no such column: new._migrate_old_price
  /// // it names the column 'price', which is dropped
  /// ```
  package static func replaced(in message: String) -> String {
    // SQLite misses a column whose name another column takes only after the column was dropped.
    for phrase in ["no such column: ", " has no column named "] {
      guard let found = message.firstRange(of: phrase),
        let prefix = message[found.upperBound...].firstRange(of: roomPrefix)
      else { continue }
      return "it names the column '\(message[prefix.upperBound...])', which is dropped"
    }
    return message.replacing(roomPrefix, with: "").replacing(StoreScript.draftPrefix, with: "")
  }
}

extension SQLiteError {
  /// SQLite's message, with the names that people know.
  package var knownWords: String { InterimNames.replaced(in: message) }
}
