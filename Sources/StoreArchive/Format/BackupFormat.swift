/// The fixed texts of a backup.
///
/// `Documentation/backup-format.md` describes the whole format.
enum BackupFormat {
  /// The version that is written, which is also the newest that can be read.
  static let version = 1

  /// The text that distinguishes a backup of any version from other files.
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

  /// The number of bytes of an external file on one line: a multiple of three, so that only the last line of
  /// a file has padding.
  static let externalPiece = 3 << 16

  /// The longest line other than a record, in bytes.
  ///
  /// The longest of these lines are definitions of tables.
  static let longestLine = 1 << 24

  /// The longest record that is read at once, in bytes; the values of a longer one are read in parts.
  static let longestWholeRecord = 1 << 20

  /// The length up to which a reader looks at the first line and at lines with a fixed form.
  static let longestFirstLine = 1 << 10
}
