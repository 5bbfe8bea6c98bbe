internal import Diagnostics
internal import Files
internal import Reports
internal import SchemaModel
internal import SchemaYAML

/// The next versions of models in Swift source, each in its own file.
struct NextVersions {
  /// The schema files.
  private(set) var files: [NewFile] = []
  /// The JSON Schemas that the files refer to and that do not exist yet.
  private(set) var jsonSchemas: [NewFile] = []
  /// The findings that change or disappear once the files are written.
  private(set) var findings: Set<Diagnostic> = []
  private var reasons: [String] = []

  /// Makes the next versions of some models.
  ///
  /// - Throws: if the newest version of a model cannot be read.
  init(of models: [UnversionedSource]) throws {
    for model in models {
      let newest = try SchemaReader.read(file: model.newest)
      let file = try NextVersionFile(after: newest, file: model.newest, version: model.number)
      let next = try NextVersion(
        file.version, after: Self.history(to: newest, model.newest), like: model.model,
        path: file.path)
      let new = EditorFiles(
        [NewFile(file.path, next.text)], in: FilePath.folder(of: file.path))
      files += new.schemaFiles
      jsonSchemas += [new.jsonSchema].compactMap(\.self)
      findings.formUnion(model.findings)
      if let whole = next.whole {
        reasons.append("'\(file.path)' describes the whole model, as \(whole)")
      }
    }
  }

  /// The readable versions next to the newest one, followed by the newest one.
  private static func history(to newest: SchemaDocument, _ file: String) -> SchemaHistory {
    let others = SchemaReader.inspect(directory: FilePath.folder(of: file)).documents.filter {
      $0.schema.name == newest.schema.name && $0.schema.version < newest.schema.version
    }
    return SchemaHistory(others + [newest])
  }

  /// A line for each new file; if a file has a corrected text, its questions are counted there.
  func words(isRehearsal: Bool, _ corrected: [String: String]) -> String {
    let tasks = files.compactMap {
      NextVersion.task(in: corrected[$0.path] ?? $0.text, $0.path)
    }
    let written = (files + jsonSchemas).map {
      "\(isRehearsal ? "would write" : "wrote") \($0.path)"
    }
    return (written + reasons + (isRehearsal ? [] : tasks.map { "next: \($0)" }))
      .map { $0 + "\n" }.joined()
  }
}
