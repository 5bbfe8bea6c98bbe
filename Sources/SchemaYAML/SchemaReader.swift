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
/// All problems in the files, and in the files that they extend, are reported in one run, with their places.
/// The returned model has been checked as a whole.
public enum SchemaReader {
  /// Reads one version from a file, merged with the versions that it extends.
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
  /// - Throws: every problem in the files; also if the folder is empty, or has two files of one version,
  ///   files of several schemas, or a missing version.
  public static func history(
    inDirectory path: String
  ) throws(DiagnosticsError) -> SchemaHistory {
    let loader = SchemaLoader()
    return try finish(loader, loader.history(inFolder: path))
  }

  /// Reads as much of a file as possible, for checks that report its problems.
  public static func inspect(file path: String) -> SchemaInspection {
    let loader = SchemaLoader()
    let document = loader.document(file: path)
    return SchemaInspection(documents: [document].compactMap(\.self), problems: loader.diagnostics)
  }

  /// Reads as much of a model's folder as possible, for checks that report its problems.
  public static func inspect(directory path: String) -> SchemaInspection {
    let loader = SchemaLoader()
    let documents = loader.history(inFolder: path)?.versions ?? []
    return SchemaInspection(documents: documents, problems: loader.diagnostics)
  }

  /// The folders with the schema files of one model each: the given folder, if it has schema files, and its
  /// direct subfolders, sorted.
  ///
  /// A folder `tests` next to schema files has files of another kind.
  ///
  /// - Throws: if the folder does not exist, if it or a subfolder cannot be read, or if there are no schema
  ///   files.
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

  /// Problems for the folders with schema files that ``systems(inDirectory:)`` does not find, because they
  /// are nested too deep.
  ///
  /// A folder `tests` and hidden folders have files of another kind.
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

  /// Runs a closure while these texts replace the content of schema files, by their paths.
  ///
  /// This shows the effect of an edit before it is made.
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

  /// Whether a path has the ending of a schema file: `.yaml` or `.yml`, in any letter case.
  public static func isSchemaFile(named path: String) -> Bool { YAMLFiles.hasEnding(path) }

  /// Whether a file gives the name and version of a model, as every schema file does.
  package static func describesModel(_ file: String) -> Bool {
    guard let bytes = try? YAMLFiles.bytes(of: file, limit: YAMLLimits.standard.bytes) else {
      return false
    }
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return ["schema:", "version:"].allSatisfy { key in
      lines.contains { $0.starts(with: key.utf8) }
    }
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
