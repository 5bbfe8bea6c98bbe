internal import SQLite

/// How SQLite finds what a foreign key leads to: by the type and the collation of the column there, and
/// of that column alone (https://www.sqlite.org/foreignkeys.html#fk_schemacommands).
///
/// All that asks where a link leads asks so: '1' in a TEXT column leads to the INTEGER 1, 7 in one
/// without a type to the '7' of a TEXT key, 1.0 in a REAL one to its '1.0' and not its '1', and 'E' to
/// the 'e' of a NOCASE key.
struct KeyComparison {
  private let key: String

  /// A comparison with a column, as SQL.
  init(of key: String) { self.key = key }

  /// The condition that a value leads to it.
  ///
  /// A plus takes the type of a value's own column away
  /// (https://www.sqlite.org/datatype3.html#affinity_of_expressions); the collation is that of the side
  /// that stands first.
  ///
  /// ```swift
  /// KeyComparison(of: "albums.AlbumId").holds(for: "tracks.album")  // albums.AlbumId = +tracks.album
  /// ```
  func holds(for value: String) -> String { "\(key) = +\(value)" }
}
