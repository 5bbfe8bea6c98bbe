/// Whether the text of a backup is packed in its file.
public enum BackupPacking: Hashable, Sendable {
  /// The file is the text itself.
  case none
  /// The file is what `gzip` makes of the text, and `zcat` shows the text.
  case gzip

  /// The one that a file's name promises: `library.json.gz` is packed.
  public init(ofFileNamed name: String) {
    self = name.lowercased().hasSuffix(Self.gzip.suffix) ? .gzip : .none
  }

  /// What a file's name ends in, after `.json`.
  public var suffix: String {
    switch self {
    case .none: ""
    case .gzip: ".gz"
    }
  }
}
