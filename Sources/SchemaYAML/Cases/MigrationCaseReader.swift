public import Diagnostics
internal import Files
public import SchemaModel

/// Reads files of migration tests.
///
/// ```yaml
/// cases:
///   - name: a book keeps its title
///     from: 1.0.0
///     rows:
///       Book:
///         dune: {title: Dune}
///     to: 2.0.0
///     expect:
///       - {row: dune, has: {title: Dune, currentPage: 0}}
/// ```
public enum MigrationCaseReader {
  /// The name of the folder with test files, next to the schema files.
  public static let folderName = "tests"

  /// The test files of a folder of schema files, sorted.
  public static func files(beside folder: String) -> [String] {
    let tests = FilePath.join(folder, folderName)
    return YAMLFiles.schemaFiles(in: tests).map { FilePath.join(tests, $0) }
  }

  /// Whether a folder has schema files.
  package static func hasSchemaFiles(_ folder: String) -> Bool {
    !YAMLFiles.schemaFiles(in: folder).isEmpty
  }

  /// Reads the cases of a file for the versions of a model.
  ///
  /// - Throws: all problems of the file.
  public static func read(
    file path: String, of history: SchemaHistory
  ) throws(DiagnosticsError) -> [MigrationCase] {
    let log = ProblemLog()
    let cases = try read(file: path, of: history, log).map(\.item)
    checkNames(cases, log)
    guard log.diagnostics.isEmpty else { throw DiagnosticsError(log.diagnostics) }
    return cases
  }

  /// The readable cases of a file, with or without problems, each with its position in the list.
  package static func inspect(
    file path: String, of history: SchemaHistory
  ) -> [(position: Int, item: MigrationCase)] {
    (try? read(file: path, of: history, ProblemLog())) ?? []
  }

  private static func read(
    file path: String, of history: SchemaHistory, _ log: ProblemLog
  ) throws(DiagnosticsError) -> [(position: Int, item: MigrationCase)] {
    let document = try SettingsReader.document(
      ofFile: path, beginning: "a file of tests begins with 'cases:'")
    log.add(document.problems)
    var cases: [(Int, MigrationCase)] = []
    if let fields = Fields(
      document.root, of: "a file of tests", key: "the file", allowed: ["doc", "cases"], log: log),
      fields.require("cases")
    {
      let nodes = fields.list("cases")
      if nodes.isEmpty, let place = fields.keyLocation("cases") {
        log.report(.emptyCaseList, at: place)
      }
      cases = nodes.enumerated().compactMap { position, node in
        CaseReading(history, file: path, log: log).migrationCase(node).map { (position, $0) }
      }
    }
    return cases
  }

  private static func checkNames(_ cases: [MigrationCase], _ log: ProblemLog) {
    var first: [String: SourceLocation] = [:]
    for item in cases {
      if let other = first[item.name] {
        log.report(.duplicateName(item.name, subject: "cases", first: other), at: item.location)
      } else {
        first[item.name] = item.location
      }
    }
  }
}

extension ProblemLog {
  /// Records a problem of a case.
  func report(_ problem: CaseProblem, at location: SourceLocation) {
    add([problem.diagnostic(at: location)])
  }
}
