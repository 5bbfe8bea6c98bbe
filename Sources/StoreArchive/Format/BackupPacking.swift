/// The packing of a backup's text in its file.
public enum BackupPacking: Hashable, Sendable {
  /// The file contains the text itself.
  case none
  /// The file contains the text in the format of `gzip`, and `zcat` shows it.
  case gzip

  /// The packing that a file's name implies: `library.json.gz` is packed.
  public init(ofFileNamed name: String) {
    self = name.lowercased().hasSuffix(Self.gzip.suffix) ? .gzip : .none
  }

  /// The end of a file's name, after `.json`.
  public var suffix: String {
    switch self {
    case .none: ""
    case .gzip: ".gz"
    }
  }
}
