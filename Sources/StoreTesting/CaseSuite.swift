public import Diagnostics
internal import Files
public import SchemaModel
public import SchemaYAML

/// The tests of one file, with the versions that they are about.
public struct CaseSuite: Sendable {
  /// The file.
  public let file: String
  /// The versions of the model.
  public let history: SchemaHistory
  /// The tests, in the order of the file.
  public let cases: [MigrationCase]

  /// The tests of a file about the model of a folder of schema files.
  ///
  /// - Throws: all that is wrong with the file, or with the schema files.
  public init(file: String, schemas folder: String) throws(DiagnosticsError) {
    try self.init(file: file, of: SchemaReader.history(inDirectory: folder))
  }

  /// The tests of a file about a model.
  ///
  /// - Throws: all that is wrong with the file.
  public init(file: String, of history: SchemaHistory) throws(DiagnosticsError) {
    self.file = file
    self.history = history
    cases = try MigrationCaseReader.read(file: file, of: history)
  }

  /// The tests that stand next to the schema files of a folder, in the order of their files.
  ///
  /// - Throws: all that is wrong with any of them, or with the schema files.
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
  /// - Throws: what keeps it from being tried, such as a full disk or Ctrl-C.
  public func result(
    of item: MigrationCase, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws -> CaseResult {
    CaseResult(
      model: history.newest?.schema.name ?? "", file: file, name: item.name,
      problems: try CaseRunner(history, isCancelled: isCancelled).problems(of: item))
  }
}

/// How a test ended.
public struct CaseResult: Hashable, Sendable {
  /// The model.
  public var model: String
  /// The file of the test.
  public var file: String
  /// The test's name.
  public var name: String
  /// Why it fails, in the order in which that was found.
  public var problems: [Diagnostic]

  /// Whether it passes.
  public var isPassed: Bool { problems.isEmpty }
}
