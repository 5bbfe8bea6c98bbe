internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SchemaExchange
internal import SchemaModel

/// What an import has to tell: the files, and what did not come along.
struct ImportReport {
  /// What was imported.
  let history: ImportedHistory
  /// What is to be reported besides what did not come along.
  var problems: [Diagnostic] = []
  /// The schema files, one a version, and the JSON Schema for editors.
  let files: EditorFiles
  /// Whether nothing was written.
  let isDryRun: Bool
  /// The folder of the schema files.
  let folder: String
  /// The settings that were named, which the next commands need too.
  let config: String?
  /// What else is to be done first, where every check is to read what was imported.
  let advice: String?
  /// Whether everything is reported, or of many warnings or notes of a kind the first one and their number.
  let listsAll: Bool

  /// The report as a command's outcome.
  var outcome: Outcome {
    let all = (problems + history.remarks.map(\.diagnostic)).sorted()
    return Outcome(
      findings: listsAll ? all : all.folded,
      text: text,
      members: members,
      summary: isDryRun ? "nothing was written" : "next: \(next)")
  }

  /// What to type next.
  private var next: String {
    let settings = config.map { " --config \($0.shellWord)" } ?? ""
    let folder = FilePath.shortened(folder).shellWord
    // What is imported was released; a newest version that changes nothing has to be named.
    let last = history.versions.suffix(2)
    let isNamed = last.first.flatMap { last.last?.changesNothing(since: $0) } ?? false
    let names = isNamed ? history.versions.map { " \($0.schema.version)" }.joined() : ""
    return (advice.map { "\($0), then " } ?? "")
      + "migrate lock\(names) --schemas \(folder)\(settings), then migrate check --schemas \(folder)\(settings)"
  }

  private var text: String {
    zip(history.versions, zip(history.labels, files.schemaFiles)).map { document, rest in
      let (label, file) = rest
      let version = document.schema.version
      let mark = version == history.current && history.versions.count > 1 ? ", the current one" : ""
      let source = label.isEmpty ? "" : " from '\(label)'"
      return "\(file.path): version \(version)\(source)\(mark)\n"
    }
    .joined() + (files.jsonSchema.map { "\($0.path): what editors check them by\n" } ?? "")
  }

  private var members: [JSONValue.Member] {
    let versions = zip(history.versions, zip(history.labels, files.schemaFiles)).map {
      document, rest in
      JSONValue.object([
        .init("version", .string("\(document.schema.version)")), .init("label", .string(rest.0)),
        .init("file", .string(rest.1.path)),
        .init("isCurrent", .bool(document.schema.version == history.current)),
      ])
    }
    return [
      .init("schema", .string(history.name)), .init("dryRun", .bool(isDryRun)),
      .init("versions", .array(versions)),
      .init("jsonSchema", JSONValue(files.jsonSchema?.path)),
    ]
  }
}

extension [Diagnostic] {
  /// The most warnings or notes of a kind that are reported one by one to a person.
  private static var patience: Int { 3 }

  /// Every error; of many warnings or notes of one kind the first one, with their number.
  var folded: [Diagnostic] {
    let kinds = Dictionary(grouping: self) { [$0.code, $0.severity.rawValue] }
    var told: Set<[String]> = []
    return compactMap { diagnostic in
      let kind = [diagnostic.code, diagnostic.severity.rawValue]
      let count = kinds[kind]?.count ?? 0
      guard diagnostic.severity != .error, count > Self.patience else { return diagnostic }
      guard told.insert(kind).inserted else { return nil }
      var first = diagnostic
      first.notes.append(.init("and \(count - 1) more of this kind; --format json lists all"))
      return first
    }
  }
}
