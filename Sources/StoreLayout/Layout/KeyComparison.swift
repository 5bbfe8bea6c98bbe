internal import SQLite

/// The comparison by which SQLite finds the parent of a foreign key: by the type and the collation of the
/// parent's column alone (https://www.sqlite.org/foreignkeys.html#fk_schemacommands).
///
/// Every query that follows a link compares in this way: '1' in a TEXT column leads to the INTEGER 1, 7 in a
/// column without a type to the '7' of a TEXT key, 1.0 in a REAL column to its '1.0' and not its '1', and 'E'
/// to the 'e' of a NOCASE key.
struct KeyComparison {
  private let key: String

  /// A comparison with a column, as SQL.
  init(of key: String) { self.key = key }

  /// The condition that a value leads to the key.
  ///
  /// A plus removes the type of the value's own column
  /// (https://www.sqlite.org/datatype3.html#affinity_of_expressions); the left side determines the collation.
  ///
  /// ```swift
  /// KeyComparison(of: "albums.AlbumId").holds(for: "tracks.album")  // albums.AlbumId = +tracks.album
  /// ```
  func holds(for value: String) -> String { "\(key) = +\(value)" }
}
