public import Diagnostics
internal import Files
public import SchemaModel

/// Reads schema files: one version, or all versions of a model in a folder.
///
/// ```swift
/// let history = try SchemaReader.history(inDirectory: "Schemas/Epilogue")
/// history.newest?.schema.version // 4.0.0
/// ```
///
/// Every problem in the files, and in those that they extend, is reported in one run, with its
/// place. The model that comes back has been checked as a whole.
public enum SchemaReader {
  /// Reads one version from a file, with the versions that it extends folded in.
  ///
  /// - Throws: every problem in the file, in the files that it extends, and in the model as a whole.
  public static func read(file path: String) throws(DiagnosticsError) -> SchemaDocument {
    let loader = SchemaLoader()
    return try finish(loader, loader.document(file: path))
  }

  /// Reads one version from a text.
  ///
  /// A text has no folder, so it cannot extend another version. Messages call it by its name.
  ///
  /// - Throws: every problem in the text and in the model as a whole.
  public static func read(text: String, name: String) throws(DiagnosticsError) -> SchemaDocument {
    let loader = SchemaLoader()
    return try finish(loader, loader.document(text: text, name: name))
  }

  /// Reads all versions of one model: the YAML files of a folder.
  ///
  /// - Throws: every problem in the files, and where the folder is empty, has two files of one
  ///   version, files of several schemas, or a gap.
  public static func history(
    inDirectory path: String
  ) throws(DiagnosticsError) -> SchemaHistory {
    let loader = SchemaLoader()
    return try finish(loader, loader.history(inFolder: path))
  }

  /// Reads as much of a file as can be read, for those who judge it rather than work with it.
  public static func inspect(file path: String) -> SchemaInspection {
    let loader = SchemaLoader()
    let document = loader.document(file: path)
    return SchemaInspection(documents: [document].compactMap(\.self), problems: loader.diagnostics)
  }

  /// Reads as much of a model's folder as can be read, for those who judge it.
  public static func inspect(directory path: String) -> SchemaInspection {
    let loader = SchemaLoader()
    let documents = loader.history(inFolder: path)?.versions ?? []
    return SchemaInspection(documents: documents, problems: loader.diagnostics)
  }

  /// The folders that hold the schema files of one model each: the given one, if it has some, and
  /// those directly in it, sorted.
  ///
  /// Next to schema files, a folder `tests` has files of another kind.
  ///
  /// - Throws: where there is no such folder, where it or one in it cannot be read, or where none of
  ///   these holds a schema file.
  public static func systems(inDirectory path: String) throws(DiagnosticsError) -> [String] {
    if let problem = YAMLFiles.problem(listing: path) {
      throw DiagnosticsError([problem.diagnostic(at: nil)])
    }
    let isSystem = hasSchemaFiles(path)
    let folders =
      [FilePath.shortened(path)]
      + YAMLFiles.names(in: path).filter {
        !$0.hasPrefix(".") && !(isSystem && $0 == MigrationCaseReader.folderName)
      }
      .map { FilePath.join(path, $0) }.filter(FileSystem.isFolder)
    let systems = folders.filter(hasSchemaFiles)
    var problems =
      YAMLFiles.illegibleFolders(in: path) + folders.compactMap { YAMLFiles.problem(listing: $0) }
    if systems.isEmpty, problems.isEmpty { problems = [FileProblem.noSchemaFiles(path)] }
    guard problems.isEmpty else {
      throw DiagnosticsError(problems.map { $0.diagnostic(at: nil) })
    }
    return systems
  }

  /// The folders with schema files that nobody looks at, because they are in one of those that
  /// ``systems(inDirectory:)`` looks into, as problems.
  ///
  /// A folder `tests` and hidden ones have files of another kind.
  public static func unseenModels(inDirectory path: String) -> [Diagnostic] {
    let root = FilePath.shortened(path)
    let inner = YAMLFiles.names(in: root).filter { !$0.hasPrefix(".") }
      .map { FilePath.join(root, $0) }.filter(FileSystem.isFolder)
    let files = [".yaml", ".yml"].flatMap { FileSearch(endingIn: $0, at: inner).files }.sorted()
    var known = Set(inner)
    return files.compactMap { file in
      let folder = FilePath.folder(of: file)
      guard FilePath.name(of: folder) != MigrationCaseReader.folderName, !known.contains(folder),
        describesModel(file)
      else { return nil }
      known.insert(folder)
      return FileProblem.unseenModel(folder, below: root)
        .diagnostic(at: SourceLocation(file: file, line: 1, column: 1))
    }
  }

  /// Does something while schema files are taken to say what these texts say, by their paths.
  ///
  /// That is how one learns what an edit would lead to before it is made.
  public static func withEdits<Result, Failure: Error>(
    _ texts: [String: String], _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let edited = Dictionary(
      texts.map { (YAMLFiles.identity(of: $0.key), Array($0.value.utf8)) }
    ) { first, _ in first }
    let outcome = YAMLFiles.$edited.withValue(edited) {
      Swift.Result { () throws(Failure) -> Result in try body() }
    }
    return try outcome.get()
  }

  /// Whether a path ends as those of schema files do: `.yaml` or `.yml`, in whatever case.
  public static func isSchemaFile(named path: String) -> Bool { YAMLFiles.hasEnding(path) }

  /// Whether a file says of which model it is and which version, as every schema file does.
  package static func describesModel(_ file: String) -> Bool {
    guard let bytes = try? YAMLFiles.bytes(of: file, limit: YAMLLimits.standard.bytes) else {
      return false
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return ["schema:", "version:"].allSatisfy { key in lines.contains { $0.hasPrefix(key) } }
  }

  private static func hasSchemaFiles(_ folder: String) -> Bool {
    !YAMLFiles.schemaFiles(in: folder).isEmpty || YAMLFiles.isLocked(folder)
      || !YAMLFiles.illegibleSchemaFiles(in: folder).isEmpty
  }

  private static func finish<Value>(
    _ loader: SchemaLoader, _ value: Value?
  ) throws(DiagnosticsError) -> Value {
    guard let value, loader.diagnostics.isEmpty else { throw DiagnosticsError(loader.diagnostics) }
    return value
  }
}
