internal import SchemaModel
internal import StoreArchive

/// The default name of a backup: `library.store.v1.0.0.backup-2.json.gz`.
struct BackupName: Hashable {
  /// The name of the store's file.
  var store: String
  /// The version of the store; nil for a database without a model.
  var version: Version?
  /// The number of the backup among those of its version, from 1.
  var number = 1
  /// Whether it is packed.
  var packing = BackupPacking.none
  /// Whether the backup is a copy of the database, and not a document.
  var isDatabase = false

  /// The name; the first backup's has no number.
  var text: String {
    store + (version.map { ".v\($0)" } ?? "") + Self.word + (number == 1 ? "" : "-\(number)")
      + ending
  }

  private static let word = ".backup"
  private var ending: String { isDatabase ? DatabaseCopy.ending : ".json" + packing.suffix }
  /// A higher number was not reached by counting.
  private static let highestNumber = 999_999_999

  /// Whether both are in the same form, packed or not.
  func hasForm(of other: Self) -> Bool { ending == other.ending }
}

extension BackupName {
  /// Reads a name; nil if backups of this store do not have such names.
  init?(_ text: String, ofStore store: String) {
    self.init(
      store: store, packing: BackupPacking(ofFileNamed: text),
      isDatabase: text.hasSuffix(DatabaseCopy.ending))
    guard text.hasPrefix(store), text.hasSuffix(ending) else { return nil }
    let middle = text.dropFirst(store.count).dropLast(ending.count)
    guard let word = middle.lastRange(of: Self.word) else { return nil }
    if middle[..<word.lowerBound] != "" {
      version = Version(String(middle[..<word.lowerBound].dropFirst(2)))
    }
    if middle[word.upperBound...] != "" {
      number = Int(middle[word.upperBound...].dropFirst()) ?? 0
    }
    // A name that would be written in another way was not given by this tool.
    guard 1...Self.highestNumber ~= number, self.text == text else { return nil }
  }
}

extension Substring {
  /// The last occurrence of a text.
  fileprivate func lastRange(of text: String) -> Range<Index>? {
    ranges(of: text).last
  }
}
