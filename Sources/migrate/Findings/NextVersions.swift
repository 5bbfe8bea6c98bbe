internal import Diagnostics
internal import Files
internal import Reports
internal import SchemaModel
internal import SchemaYAML

/// The versions that models in Swift source need next, each as a file of its own.
struct NextVersions {
  /// The schema files.
  private(set) var files: [NewFile] = []
  /// The JSON Schemas that they name and that are not there yet.
  private(set) var jsonSchemas: [NewFile] = []
  /// The findings that are others, or none, once the files are written.
  private(set) var findings: Set<Diagnostic> = []
  private var reasons: [String] = []

  /// The next versions of some models.
  ///
  /// - Throws: where the newest version of one cannot be read.
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

  /// The versions next to the newest one that can be read, and that one.
  private static func history(to newest: SchemaDocument, _ file: String) -> SchemaHistory {
    let others = SchemaReader.inspect(directory: FilePath.folder(of: file)).documents.filter {
      $0.schema.name == newest.schema.name && $0.schema.version < newest.schema.version
    }
    return SchemaHistory(others + [newest])
  }

  /// A line for each file that was begun, described by its corrected text if it has one.
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
