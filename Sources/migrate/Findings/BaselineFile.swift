internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SchemaLint
internal import StoreMigration

/// The file of a baseline.
struct BaselineFile {
  /// The default name of the file.
  static let usualName = "lint-baseline.txt"

  let path: String

  /// The content of the file, which must exist.
  func content() throws -> Baseline {
    guard let baseline = try read() else {
      throw Failure(
        unable: "missing-file", "there is no baseline '\(path)'",
        notes: [.init("'migrate lint --write-baseline --baseline \(path.shellWord)' makes one")])
    }
    return baseline
  }

  /// The content of the file; nil if it does not exist.
  func read() throws -> Baseline? {
    guard FileSystem.exists(path) else { return nil }
    return try Baseline(text: text(), file: path)
  }

  private func text() throws -> String {
    String(decoding: try FileSystem.contents(of: path, upTo: FileSystem.textLimit), as: UTF8.self)
  }

  /// Writes the file completely or not at all; another kind of file is never replaced.
  ///
  /// Existing entries of parts that were not checked are kept. The summary names the rules of the errors.
  func replace(
    with entries: [Baseline.Entry], of findings: [Diagnostic], _ configuration: Configuration,
    keeping isKept: (Baseline.Entry) -> Bool
  ) throws -> Outcome {
    let others: [Baseline.Entry]
    do {
      others = try read()?.entries.filter(isKept) ?? []
    } catch let error as DiagnosticsError {
      if Baseline.isBaseline(try text()) { throw error }
      throw Failure(
        unable: "file-exists", "'\(path)' is no baseline, and is left as it is",
        notes: [.init("name another file with --baseline")])
    }
    let found = saidFromFolder(Baseline(entries)).entries
    try AtomicFile.write(Baseline(found + others).text, to: path)
    return Outcome(
      members: [.init("baseline", .string(path)), .init("excepted", JSONValue(found.count))],
      summary: "\(Quantity.count(found.count, "finding")) listed in '\(path)'"
        + Self.remark(on: findings, found)
        + (configuration.baseline == nil
          ? "\nnext: write 'baseline: \(configuration.said(path))' in migrate.yml, and commit both"
          : ""))
  }

  /// A remark on the errors among the listed findings, which no check reports any more.
  private static func remark(on findings: [Diagnostic], _ entries: [Baseline.Entry]) -> String {
    let listed = Set(entries.map(\.rule.name))
    let errors = findings.filter { $0.severity == .error && listed.contains($0.code) }
    if errors.isEmpty { return "" }
    let rules = Set(errors.map(\.code)).sorted().joined(separator: ", ")
    let fail = errors.count == 1 ? "an error that fails" : "errors that fail"
    return ", \(errors.count) of them \(fail) no check from now on: \(rules)"
  }

  /// The findings with file paths relative to the folder of the baseline, so that they match from any working
  /// directory.
  private func saidFromFolder(_ baseline: Baseline) -> Baseline {
    let folder = FilePath.folder(of: path)
    let realFolder = FileSystem.resolved(folder)
    return Baseline(
      baseline.entries.map { entry in
        let leadsOut = ["/", ".."].contains(where: entry.file.hasPrefix)
        guard folder != "." || leadsOut else { return entry }
        var entry = entry
        entry.file = FilePath.path(FileSystem.resolved(entry.file), from: realFolder)
        return entry
      })
  }
}
