internal import Diagnostics
internal import Files

/// The texts of files, each read once, so that an edit is made to what was looked at.
final class FileTexts {
  private var known: [String: String?] = [:]

  /// The text of a file; nil where it cannot be read.
  subscript(path: String) -> String? {
    if let text = known[path] { return text }
    let text = Self.current(path)
    known[path] = .some(text)
    return text
  }

  /// Writes what files are to say now, each whole or not at all.
  ///
  /// - Throws: before anything is written, where a file cannot be written or says something else by
  ///   now than what was read.
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
    // A file that is gone says something else than it did, too.
    (try? FileSystem.contents(of: path, upTo: FileSystem.textLimit))
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
