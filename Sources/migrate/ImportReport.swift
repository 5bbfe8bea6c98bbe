internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SchemaExchange
internal import SchemaModel

/// The report on an import: the files, and the parts of the model that were not imported.
struct ImportReport {
  /// The imported versions.
  let history: ImportedHistory
  /// Further diagnostics besides the parts that were not imported.
  var problems: [Diagnostic] = []
  /// The schema files, one for each version, and the JSON Schema for editors.
  let files: EditorFiles
  /// Whether no files were written.
  let isDryRun: Bool
  /// The folder of the schema files.
  let folder: String
  /// The named settings file, which the next commands need too.
  let config: String?
  /// The advice that comes first, if every check should read what was imported.
  let advice: String?
  /// Whether the only version can be locked before it is checked.
  let isLockedFirst: Bool
  /// Whether all diagnostics are listed; otherwise many warnings or notes of one kind are folded into the
  /// first one and their number.
  let listsAll: Bool

  /// The outcome of the command.
  var outcome: Outcome {
    let all = (problems + history.remarks.map(\.diagnostic)).sorted()
    return Outcome(
      findings: listsAll ? all : all.folded,
      text: text,
      members: members,
      summary: isDryRun ? "nothing was written" : "next: \(next)")
  }

  /// The next commands: a version that users may not have yet is checked before it is locked.
  private var next: String {
    let options =
      " --schemas \(FilePath.shortened(folder).shellWord)"
      + (config.map { " --config \($0.shellWord)" } ?? "")
    let released = history.versions.count > 1 ? history.versions.dropLast() : history.versions[...]
    let names = released.map { " \($0.schema.version)" }.joined()
    let check = "migrate check\(options)"
    return (advice.map { "\($0), then " } ?? "")
      + (isLockedFirst
        ? "migrate lock\(options), then \(check)"
        : "\(check), then lock only the versions that users have: migrate lock\(names)\(options)")
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
  /// The number of warnings or notes of one kind that are listed for people.
  private static var patience: Int { 3 }

  /// Every error; of many warnings or notes of one kind only the first, with their number.
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
