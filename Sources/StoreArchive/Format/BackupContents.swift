internal import SQLite

/// What a backup says of itself: the store it is of, its schema, and how much it holds.
public struct BackupContents: Hashable, Sendable {
  /// The settings of the store.
  public var store: StoreFacts
  /// The schema, tables first, each kind in the order in which its objects were made.
  public var objects: [ArchivedObject]
  /// The tables whose rows are in the backup, in the order of their records.
  public var tables: [ArchivedTable]
  /// The check value of each table's content, in the order of ``tables``.
  ///
  /// Two backups in which a table has the same sum hold the same rows for it.
  public var sums: [UInt64]
  /// How many rows all tables have.
  public var records: Int64
  /// How many external files there are.
  public var externalFiles: Int64
  /// How many files of the app there are, which objects own by their paths.
  public var appFiles: Int64 = 0
  /// The external files whose content is not what they are named for, in the order of the backup.
  ///
  /// They were altered before: the backup has them as they were found.
  public var alteredFiles: [String]
  /// A table of which an index says that it has another number of rows than the backup has of it; known
  /// only to whoever writes it.
  public var miscountedTable: String?
  /// The SHA-256 of the backup, in hexadecimal digits.
  public var digest: String
}

extension BackupContents {
  /// What a reader knows before the first line.
  static var empty: Self {
    let store = StoreFacts(
      identity: nil, applicationID: 0, userVersion: 0, encoding: .utf8, isWAL: false, pageSize: 0,
      autoVacuum: 0)
    return Self(
      store: store, objects: [], tables: [], sums: [], records: 0, externalFiles: 0,
      alteredFiles: [], digest: "")
  }
}

/// The settings of a store that are kept in its file and decide how the rest is read.
public struct StoreFacts: Hashable, Sendable {
  /// What a native store's catalog says of its model; nil for any other database.
  public var identity: Identity?
  /// `PRAGMA application_id`.
  public var applicationID: Int64
  /// `PRAGMA user_version`.
  public var userVersion: Int64
  /// `PRAGMA encoding`.
  public var encoding: TextEncoding
  /// Whether the store keeps a write-ahead log.
  public var isWAL: Bool
  /// `PRAGMA page_size`.
  public var pageSize: Int64
  /// `PRAGMA auto_vacuum`.
  public var autoVacuum: Int64

  /// The model of a native store.
  public struct Identity: Hashable, Sendable {
    /// The name of the schema.
    public var schema: String
    /// The version of the schema.
    public var version: String
    /// The checksum of the schema.
    public var checksum: String
  }
}

/// How SQLite keeps text in a file (https://www.sqlite.org/pragma.html#pragma_encoding).
public enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  /// UTF-8, as in nearly every store.
  case utf8 = "UTF-8"
  /// UTF-16 with the low byte first.
  case utf16LittleEndian = "UTF-16le"
  /// UTF-16 with the high byte first.
  case utf16BigEndian = "UTF-16be"

  /// How many bytes the texts and blobs of a row may have, as a backup spells them.
  ///
  /// A text takes at most half as much again in UTF-8 as in UTF-16.
  var longestRow: Int {
    let limit = Int(Connection.longestRow)
    return self == .utf8 ? limit : limit / 2 * 3
  }

  /// The bytes of a text in this encoding.
  func bytes(of text: String) -> [UInt8] {
    if self == .utf8 { return Array(text.utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 2)
    for unit in text.utf16 {
      let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
      bytes.append(self == .utf16BigEndian ? high : low)
      bytes.append(self == .utf16BigEndian ? low : high)
    }
    return bytes
  }
}

/// An object of a schema, as `sqlite_schema` describes it.
public struct ArchivedObject: Hashable, Sendable {
  /// The kinds of objects, in the order in which they are written and made again.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A table, virtual or not.
    case table
    /// An index that a statement made. Those that a constraint implies come with their table.
    case index
    /// A view.
    case view
    /// A trigger.
    case trigger
  }

  /// What it is.
  public var kind: Kind
  /// Its name.
  public var name: String
  /// The table that it belongs to; its own name for tables and views.
  public var table: String
  /// The statement that made it.
  public var sql: String
}

/// A table whose rows are in a backup.
public struct ArchivedTable: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// The columns with values of their own, in order: generated ones are left out.
  public var columns: [String]
  /// The name under which the rowid is reached, where it is no column and is kept next to the row.
  public var rowID: String?
  /// How many rows it has.
  public var rows: Int64
}

/// How far a backup or a restore has come.
public struct ArchiveProgress: Hashable, Sendable {
  /// The rows dealt with so far.
  public var rows: Int64
  /// All rows.
  public var totalRows: Int64

  /// Progress from its parts.
  public init(rows: Int64, totalRows: Int64) {
    self.rows = rows
    self.totalRows = totalRows
  }
}

extension BackupContents {
  /// What only the app has and a restore would need: a collation or a function, in the words of SQLite; nil where
  /// nothing is missing.
  package var needOfApp: String? {
    guard let connection = try? Connection.inMemory() else { return nil }
    connection.allowDoubleQuotedStrings()
    for object in objects.filter({ $0.kind == .table }) + objects.filter({ $0.kind == .index }) {
      do throws(SQLiteError) {
        try connection.execute(SQL(raw: object.sql))
      } catch {
        if error.needsApp { return error.message }
      }
    }
    return nil
  }
}
