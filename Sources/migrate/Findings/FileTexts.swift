internal import Diagnostics
internal import Files

/// The texts of files, each read once, so that an edit applies to the checked text.
final class FileTexts {
  private var known: [String: String?] = [:]

  /// The text of a file; nil if it cannot be read.
  subscript(path: String) -> String? {
    if let text = known[path] { return text }
    let text = Self.current(path)
    known[path] = .some(text)
    return text
  }

  /// Writes new texts to files, each completely or not at all.
  ///
  /// - Throws: if a file cannot be written, or was changed since it was read; nothing is written then.
  func write(_ texts: [String: String]) throws {
    let problems = texts.keys.sorted().compactMap(problem)
    guard problems.isEmpty else { throw Failure(.unable, problems) }
    for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
      try AtomicFile.write(text, to: path)
      known[path] = .some(text)
    }
  }

  private func problem(with path: String) -> Diagnostic? {
    if !FileSystem.isWritable(path) {
      return Diagnostic(code: "system-error", "'\(path)' cannot be written, and nothing was")
    }
    guard Self.current(path) == self[path] else {
      return Diagnostic(
        code: "changed-meanwhile", "'\(path)' was changed while it was looked at",
        notes: [.init("nothing was written; run the command again")])
    }
    return nil
  }

  private static func current(_ path: String) -> String? {
    // A file that was deleted has also changed.
    (try? FileSystem.contents(of: path, upTo: FileSystem.textLimit))
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
