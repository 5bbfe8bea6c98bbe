internal import Diagnostics
internal import Reports
internal import SchemaExchange
internal import SchemaModel

/// What an import has to tell: the files, and what did not come along.
struct ImportReport {
  /// What was imported.
  let history: ImportedHistory
  /// What is to be told besides what did not come along.
  var problems: [Diagnostic] = []
  /// The schema files, one a version.
  let files: [NewFile]
  /// Whether nothing was written.
  let isDryRun: Bool
  /// Whether every remark is told, or of many notes of a kind the first one and their number.
  let listsAll: Bool

  /// The most notes of a kind that are told one by one to a person.
  private static let patience = 3

  /// The report as a command's outcome.
  var outcome: Outcome {
    Outcome(
      findings: (problems + (listsAll ? history.remarks.map(\.diagnostic) : digest)).sorted(),
      text: text,
      members: members,
      summary: isDryRun ? "nothing was written" : "next: 'migrate lint', and 'migrate diff'")
  }

  /// Every warning, and of many notes of one kind the first one with their number.
  private var digest: [Diagnostic] {
    var counts: [ImportRemark.Subject: Int] = [:]
    for remark in history.remarks { counts[remark.subject, default: 0] += 1 }
    var told: Set<ImportRemark.Subject> = []
    return history.remarks.compactMap { remark in
      let count = counts[remark.subject] ?? 0
      guard remark.subject.severity == .note, count > Self.patience else {
        return remark.diagnostic
      }
      guard told.insert(remark.subject).inserted else { return nil }
      var diagnostic = remark.diagnostic
      diagnostic.notes = [.init("and \(count - 1) more of this kind; --format json lists all")]
      return diagnostic
    }
  }

  private var text: String {
    zip(history.versions, zip(history.labels, files)).map { document, rest in
      let (label, file) = rest
      let version = document.schema.version
      let mark = version == history.current && history.versions.count > 1 ? ", the current one" : ""
      let source = label.isEmpty ? "" : " from '\(label)'"
      return "\(file.path): version \(version)\(source)\(mark)\n"
    }
    .joined()
  }

  private var members: [JSONValue.Member] {
    let versions = zip(history.versions, zip(history.labels, files)).map { document, rest in
      JSONValue.object([
        .init("version", .string("\(document.schema.version)")), .init("label", .string(rest.0)),
        .init("file", .string(rest.1.path)),
        .init("isCurrent", .bool(document.schema.version == history.current)),
      ])
    }
    return [
      .init("schema", .string(history.name)), .init("dryRun", .bool(isDryRun)),
      .init("versions", .array(versions)),
    ]
  }
}
