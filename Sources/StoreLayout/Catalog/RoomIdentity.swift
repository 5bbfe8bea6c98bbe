package import SQLite
public import SchemaModel

/// The values that Android's Room checks before it opens a database: the number of its version, and the hash
/// of the schema that it was made with.
///
/// ```swift
/// try RoomIdentity(of: connection)?.refusals(as: schema) // none, where Room opens it as that version
/// ```
///
/// Room compares the tables themselves only after a migration. So its hash covers parts that are not in a
/// model here: the names of indexes, and the text of defaults.
package struct RoomIdentity: Hashable, Sendable {
  /// The `user_version`.
  let version: Int64
  /// The hash in Room's own table; nil if the table has none.
  let hash: String?

  /// The values of a database; nil if Room does not keep it.
  package init?(of connection: Connection) throws(SQLiteError) {
    let isKept = try connection.value(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'room_master_table'")
    guard isKept != nil else { return nil }
    version = try connection.integer("PRAGMA user_version") ?? 0
    // A table of another form has no hash.
    let value = try? connection.value("SELECT identity_hash FROM room_master_table WHERE id = 42")
    if case .text(let text)? = value { hash = text } else { hash = nil }
  }

  /// The reasons for which Room would not open the database as a version that it exported.
  package func refusals(as schema: Schema) -> [RoomRefusal] {
    guard let expected = Self.hash(of: schema) else { return [] }
    if version != schema.version.major {
      return [.otherVersion(found: version, declared: schema.version)]
    }
    return hash == expected
      ? [] : [.otherIdentity(found: hash, declared: expected, schema.version)]
  }
}

// MARK: - The hash in a schema file

extension RoomIdentity {
  private static let beginning = "Room's "

  /// The documentation of a version with a hash.
  package static func documentation(ofHash hash: String) -> String { beginning + hash }

  /// The hash in the documentation of a version's schema file, as written by an import.
  private static func hash(of schema: Schema) -> String? {
    schema.documentation.flatMap { text in
      // A user's own sentence has several words.
      let word = text.dropFirst(beginning.count)
      return text.hasPrefix(beginning) && !word.contains(" ") ? String(word) : nil
    }
  }
}

/// A reason for which Room does not open a database.
public enum RoomRefusal: Hashable, Sendable {
  /// The tables match one version, but the number is another's.
  case otherVersion(found: Int64, declared: Version)
  /// The database was made with another schema of that version.
  case otherIdentity(found: String?, declared: String, Version)

  /// The stable name of the reason.
  public var code: String {
    switch self {
    case .otherVersion: "room-version"
    case .otherIdentity: "room-identity"
    }
  }

  /// The reason as a sentence.
  public var message: String {
    switch self {
    case .otherVersion(let found, let declared):
      "the tables are of version \(declared), and 'user_version' is \(found): Room takes the database "
        + "for another version"
    case .otherIdentity(let found?, let declared, let version):
      "Room does not open the database: it was made with the identity hash '\(found)', and version "
        + "\(version) has '\(declared)'"
    case .otherIdentity(nil, let declared, let version):
      "Room does not open the database: 'room_master_table' has no identity hash, and version "
        + "\(version) has '\(declared)'"
    }
  }

  /// The advice.
  public var advice: String {
    switch self {
    case .otherVersion(_, let declared):
      "let a migration of the app make the tables of \(declared), which sets 'user_version', too"
    case .otherIdentity:
      "the text of a default, the name of an index or a view differs: compare the exported schema of that "
        + "build, and release what differs as a new version"
    }
  }
}
