public import Diagnostics
internal import Files
public import SchemaModel
public import SchemaYAML

/// The tests of one file, with the versions of their model.
public struct CaseSuite: Sendable {
  /// The file.
  public let file: String
  /// The versions of the model.
  public let history: SchemaHistory
  /// The tests, in the order of the file.
  public let cases: [MigrationCase]

  /// Reads the tests of a file for the model in a folder of schema files.
  ///
  /// - Throws: all problems of the file or of the schema files.
  public init(file: String, schemas folder: String) throws(DiagnosticsError) {
    try self.init(file: file, of: SchemaReader.history(inDirectory: folder))
  }

  /// Reads the tests of a file for a model.
  ///
  /// - Throws: all problems of the file.
  public init(file: String, of history: SchemaHistory) throws(DiagnosticsError) {
    self.file = file
    self.history = history
    cases = try MigrationCaseReader.read(file: file, of: history)
  }

  /// The tests in the files next to the schema files of a folder, in the order of the files.
  ///
  /// - Throws: all problems of these files or of the schema files.
  public static func all(beside folder: String) throws(DiagnosticsError) -> [CaseSuite] {
    let files = MigrationCaseReader.files(beside: folder)
    if files.isEmpty { return [] }
    let history = try SchemaReader.history(inDirectory: folder)
    var suites: [CaseSuite] = []
    var problems: [Diagnostic] = []
    for file in files {
      do throws(DiagnosticsError) {
        suites.append(try CaseSuite(file: file, of: history))
      } catch {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    return suites
  }

  /// The folder of schema files that a file of tests belongs to; nil if no such folder exists.
  public static func schemas(around file: String) -> String? {
    let tests = FilePath.folder(of: FilePath.shortened(file))
    let folder = tests == "." ? ".." : FilePath.folder(of: tests)
    guard FilePath.name(of: FileSystem.resolved(tests)) == MigrationCaseReader.folderName,
      MigrationCaseReader.hasSchemaFiles(folder)
    else { return nil }
    return folder
  }

  /// Runs a test.
  ///
  /// - Throws: an error that keeps the test from being run, such as a full disk or Ctrl-C.
  public func result(
    of item: MigrationCase, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws -> CaseResult {
    CaseResult(
      model: history.newest?.schema.name ?? "", file: file, name: item.name,
      problems: try CaseRunner(history, isCancelled: isCancelled).problems(of: item))
  }
}

/// The result of a test.
public struct CaseResult: Hashable, Sendable {
  /// The name of the model.
  public var model: String
  /// The file of the test.
  public var file: String
  /// The name of the test.
  public var name: String
  /// The reasons why the test fails, in the order in which they were found.
  public var problems: [Diagnostic]

  /// Whether it passes.
  public var isPassed: Bool { problems.isEmpty }
}
