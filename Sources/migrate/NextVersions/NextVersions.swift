internal import Diagnostics
internal import Files
internal import Reports
internal import SchemaFixes
internal import SchemaModel
internal import SchemaYAML

/// The next versions of models in Swift source, each in its own file.
struct NextVersions {
  /// The new schema files.
  private(set) var files: [NewFile] = []
  /// The new texts of the schema files of unlocked versions, which exist.
  private(set) var amended: [String: String] = [:]
  /// The texts of these files until now.
  private(set) var before: [String: String] = [:]
  /// The JSON Schemas that the files refer to and that do not exist yet.
  private(set) var jsonSchemas: [NewFile] = []
  /// The findings that change or disappear once the files are written.
  private(set) var findings: Set<Diagnostic> = []
  /// The schema files of unlocked versions that cannot be edited.
  private(set) var refused: Set<String> = []
  private var reasons: [String] = []
  /// The reasons of exceptions in the source, by the question that each answers.
  private let answers: [String: String]

  /// Makes the next versions of the models that a lint found changed, or amends those that are not locked.
  ///
  /// An exception in the source is written in the file, too, in place of the question that it answers.
  ///
  /// - Throws: if the newest version of a model cannot be read.
  init(after run: LintRun, _ state: LintState) throws {
    let (models, texts) = (run.unversioned(in: state), run.texts)
    answers = run.answers(in: state)
    for model in models {
      let newest = try SchemaReader.read(file: model.newest)
      if model.isAmended {
        try amend(newest, texts[model.newest] ?? "", like: model)
      } else {
        try begin(after: newest, like: model)
      }
    }
  }

  private mutating func begin(after newest: SchemaDocument, like model: UnversionedSource) throws {
    let file = try NextVersionFile(after: newest, file: model.newest, version: model.number)
    let next = try NextVersion(
      file.version,
      after: SchemaHistory(Self.versions(before: newest, model.newest) + [newest]),
      like: model.model, path: file.path, answers)
    let new = EditorFiles([NewFile(file.path, next.text)], in: FilePath.folder(of: file.path))
    files += new.schemaFiles
    jsonSchemas += [new.jsonSchema].compactMap(\.self)
    findings.formUnion(model.findings)
    if let whole = next.whole {
      reasons.append("'\(file.path)' describes the whole model, as \(whole)")
    }
  }

  private mutating func amend(
    _ file: SchemaDocument, _ text: String, like model: UnversionedSource
  ) throws {
    let next = try AmendedVersion(
      of: file, text, like: model.model,
      after: SchemaHistory(Self.versions(before: file, model.newest)), answers)
    if let refusal = next.refusal {
      refused.insert(model.newest)
      reasons.append("'\(model.newest)': \(refusal)")
    }
    guard next.text != text else { return }
    (amended[model.newest], before[model.newest]) = (next.text, text)
    findings.formUnion(model.findings)
  }

  /// Whether no file is new or changed.
  var isEmpty: Bool { files.isEmpty && amended.isEmpty }

  /// The texts of all files that are new or changed.
  var contents: [String: String] {
    Dictionary(files.map { ($0.path, $0.text) }) { first, _ in first }
      .merging(amended) { first, _ in first }
  }

  /// The readable versions next to the newest one, without it.
  private static func versions(
    before newest: SchemaDocument, _ file: String
  ) -> [SchemaDocument] {
    SchemaReader.inspect(directory: FilePath.folder(of: file)).documents.filter {
      $0.schema.name == newest.schema.name && $0.schema.version < newest.schema.version
    }
  }

  private static func changedLines(
    of path: String, from old: String, to new: String
  ) -> [String] {
    UnifiedDiff.text(of: path, from: old, to: new).split(separator: "\n").dropFirst(2)
      .filter { $0.hasPrefix("+") || $0.hasPrefix("-") }.map(String.init)
  }

  /// A line for each new file, and the changed lines of amended ones; if a file has a corrected text, its
  /// questions are counted there.
  func words(isRehearsal: Bool, _ corrected: [String: String]) -> String {
    let tasks = contents.sorted { $0.key < $1.key }.compactMap { path, text in
      NextVersion.task(in: corrected[path] ?? text, path)
    }
    let written = (files + jsonSchemas).map {
      "\(isRehearsal ? "would write" : "wrote") \($0.path)"
    }
    let changed =
      isRehearsal
      ? amended.keys.sorted().map { "would amend \($0)" }
      : amended.sorted { $0.key < $1.key }.flatMap { path, text in
        ["amended \(path)"] + Self.changedLines(of: path, from: before[path] ?? "", to: text)
      }
    return (written + changed + reasons + (isRehearsal ? [] : tasks.map { "next: \($0)" }))
      .map { $0 + "\n" }.joined()
  }
}
