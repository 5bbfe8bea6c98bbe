public import SQLite

/// The contents of a backup in short: the store's facts, its schema, and the numbers of rows and files.
public struct BackupContents: Hashable, Sendable {
  /// The settings of the store.
  public var store: StoreFacts
  /// The schema, tables first; objects of one kind are in the order of their creation.
  public var objects: [SchemaObject]
  /// The tables whose rows are in the backup, in the order of their records.
  public var tables: [ArchivedTable]
  /// The check value of each table's content, in the order of ``tables``.
  ///
  /// If two backups have the same sum for a table, they have the same rows for it.
  public var sums: [UInt64]
  /// The number of rows of all tables.
  public var records: Int64
  /// The number of external files.
  public var externalFiles: Int64
  /// The number of the app's files, which objects own by their paths.
  public var appFiles: Int64 = 0
  /// The external files whose content does not match their name, in the order of the backup.
  ///
  /// They were altered earlier: the backup contains them in the state in which it found them.
  public var alteredFiles: [String]
  /// A table with an index that has another number of rows than the backup; only the writer knows it.
  public var miscountedTable: String?
  /// The SHA-256 of the backup, in hexadecimal digits.
  public var digest: String
}

extension BackupContents {
  /// The contents that a reader starts with.
  static var empty: Self {
    let store = StoreFacts(
      identity: nil, applicationID: 0, userVersion: 0, encoding: .utf8, isWAL: false, pageSize: 0,
      autoVacuum: 0)
    return Self(
      store: store, objects: [], tables: [], sums: [], records: 0, externalFiles: 0,
      alteredFiles: [], digest: "")
  }
}

/// The settings in a store's file that determine how the rest is read.
public struct StoreFacts: Hashable, Sendable {
  /// The model in a native store's catalog; nil for any other database.
  public var identity: Identity?
  /// `PRAGMA application_id`.
  public var applicationID: Int64
  /// `PRAGMA user_version`.
  public var userVersion: Int64
  /// `PRAGMA encoding`.
  public var encoding: TextEncoding
  /// Whether the store has a write-ahead log.
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

/// The encoding of texts in a file (https://www.sqlite.org/pragma.html#pragma_encoding).
public enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  /// UTF-8, as in nearly every store.
  case utf8 = "UTF-8"
  /// UTF-16 with the low byte first.
  case utf16LittleEndian = "UTF-16le"
  /// UTF-16 with the high byte first.
  case utf16BigEndian = "UTF-16be"

  /// The largest number of bytes that the texts and blobs of a row may have in a backup.
  ///
  /// A text in UTF-8 takes at most one and a half times its size in UTF-16.
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

/// A table whose rows are in a backup.
public struct ArchivedTable: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// The columns that are not generated, in order.
  public var columns: [String]
  /// The name by which SQL reaches the rowid; nil if no rowid is stored next to the row, or no name reaches
  /// it.
  public var rowID: String?
  /// The number of its rows.
  public var rows: Int64
}

/// The progress of a backup or a restore.
public struct ArchiveProgress: Hashable, Sendable {
  /// The number of rows so far.
  public var rows: Int64
  /// The number of all rows.
  public var totalRows: Int64
}

extension BackupContents {
  /// SQLite's message on a collation or a function that only the app has and a restore would need; nil if
  /// nothing is missing.
  package var needOfApp: String? {
    guard let connection = try? Connection.inMemory() else { return nil }
    connection.allowDoubleQuotedStrings()
    for object in objects where object.id.kind == .table || object.id.kind == .index {
      do throws(SQLiteError) {
        try connection.execute(SQL(raw: object.sql))
      } catch {
        if error.needsApp { return error.message }
      }
    }
    return nil
  }
}
