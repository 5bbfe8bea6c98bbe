internal import Diagnostics
internal import Digests

/// A Swift file that was read, and what it said when it was.
struct ReadFile: Sendable {
  /// What it says.
  let facts: FileFacts
  /// The digest of its text.
  let digest: [UInt8]
  /// The same as bytes, to be kept; nil where it was not understood as a whole.
  let kept: ArraySlice<UInt8>?
  /// Whether it was not parsed, as what it says was kept.
  let wasKept: Bool
  /// Whether the parser came to its end.
  let isComplete: Bool

  /// Reads a file, or what was kept of it where its text is still the same.
  ///
  /// The digest is that of the text that is read, whatever becomes of the file meanwhile.
  init(
    at path: String, withinMilliseconds limit: Int, keeping known: KeptFacts?
  ) throws(DiagnosticsError) {
    let bytes = try SwiftFiles.bytes(of: path)
    guard let known else {
      let text = try SwiftFiles.text(bytes, of: path)
      (facts, isComplete) = SourceReader.facts(of: text, path: path, withinMilliseconds: limit)
      (digest, kept, wasKept) = ([], nil, false)
      return
    }
    digest = Digest.of(bytes)
    if let old = known[path, digest], let facts = FileFacts(kept: old, path: path) {
      (self.facts, kept, wasKept, isComplete) = (facts, old, true, true)
      return
    }
    let text = try SwiftFiles.text(bytes, of: path)
    (facts, isComplete) = SourceReader.facts(of: text, path: path, withinMilliseconds: limit)
    kept = facts.kept.map { $0[...] }
    wasKept = false
  }
}
