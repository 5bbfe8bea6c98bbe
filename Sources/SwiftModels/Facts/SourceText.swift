internal import Files

/// The text of a file that was read before, for whoever shows lines of it.
///
/// A file's text is not kept but read again; of one that says something else by then there is none,
/// for its lines are not where they were.
struct SourceText: Sendable {
  private enum Place: Sendable {
    case here(String)
    case file(String, sum: Int)
  }

  private let place: Place

  /// A text that is nowhere else.
  init(_ text: String) { place = .here(text) }

  /// The text of the file at a path.
  init(_ text: String, ofFileAt path: String) {
    place = .file(path, sum: Self.sum(Array(text.utf8)))
  }

  /// The bytes of the text, if it still says the same.
  var bytes: [UInt8]? {
    switch place {
    case .here(let text): return Array(text.utf8)
    case .file(let path, let sum):
      // What cannot be read any more is as good as changed.
      let bytes = try? FileSystem.contents(of: path, upTo: FileSystem.textLimit)
      return bytes.flatMap { Self.sum($0) == sum ? $0 : nil }
    }
  }

  private static func sum(_ bytes: [UInt8]) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes)
    return hasher.finalize()
  }
}
