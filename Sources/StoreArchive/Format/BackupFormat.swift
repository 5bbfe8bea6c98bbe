/// The fixed words of a backup.
///
/// `Documentation/backup-format.md` describes the whole.
enum BackupFormat {
  /// The version that is written, and the newest that is read.
  static let version = 1

  /// What tells a backup of any version from other files.
  static let beginning = #"{"format": "migrate-backup""#
  static let firstLine = beginning + #", "formatVersion": "#
  static let storePrefix = #""store": "#
  static let footerPrefix = #""footer": {"records": "#
  static let footerExternal = #", "external": "#
  static let footerDigest = #", "digest": "sha256:"#
  static let externalFilePrefix = #"{"file":"#
  static let appFilePrefix = #"{"path":"#
  static let end = "\"}}"
  static let sectionEnd = "],"

  /// The lists of a backup, in their order.
  enum Section: String, CaseIterable {
    case objects, tables, records, external, checks, sums

    /// The line that opens the list.
    var opening: String { "\"\(rawValue)\": [" }
  }

  /// How many bytes of an external file go on one line: a multiple of three, so that no line but
  /// a file's last has padding.
  static let externalPiece = 3 << 16

  /// The longest line that is not a record, in bytes.
  ///
  /// The longest of them is the definition of a table.
  static let longestLine = 1 << 24

  /// The longest record that is read at once, in bytes; the values of a longer one are read in parts.
  static let longestWholeRecord = 1 << 20

  /// The longest first line and the longest line with a fixed form that a reader looks at.
  static let longestFirstLine = 1 << 10
}
