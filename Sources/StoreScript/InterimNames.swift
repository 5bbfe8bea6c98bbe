package import SQLite

/// The names that tables and columns have for a while, of which no message speaks.
package enum InterimNames {
  /// What the name of a table or a column begins with while another one takes its name.
  static let roomPrefix = "_migrate_old_"

  /// A message of SQLite's, by the names that people know.
  ///
  /// ```
  /// no such column: new._migrate_old_price
  /// // it names the column 'price', which is dropped
  /// ```
  package static func replaced(in message: String) -> String {
    // A column whose name another one takes is looked for only after it was dropped.
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
  /// What SQLite says, by the names that people know.
  package var knownWords: String { InterimNames.replaced(in: message) }
}
