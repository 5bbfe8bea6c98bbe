internal import Diagnostics
internal import Digests

/// The facts of a Swift file, read from its text or from kept facts.
struct ReadFile: Sendable {
  /// The facts of the file.
  let facts: FileFacts
  /// The digest of the text.
  let digest: [UInt8]
  /// The facts as bytes to keep; nil if the file has problems.
  let kept: ArraySlice<UInt8>?
  /// Whether the kept facts were used instead of the parser.
  let wasKept: Bool
  /// Whether the parser finished in time.
  let isComplete: Bool

  /// Reads a file, or its kept facts if the text is unchanged.
  ///
  /// The digest belongs to the text that was read, even if the file changes meanwhile.
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
