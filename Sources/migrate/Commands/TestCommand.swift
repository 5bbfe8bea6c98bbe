internal import ArgumentParsing
internal import Diagnostics
internal import JSON
internal import ProjectCheck
internal import Reports
internal import SchemaYAML
internal import StoreTesting

/// `migrate test`: runs migration tests.
enum TestCommand: RunnableCommand {
  private static let files = Argument(
    rest: .file("FILE"),
    help: "files of tests; by default the files in the folders 'tests' next to the schema files")
  private static let format = CommonOptions.format(CommonOptions.findingsFormats)

  static let commandName = "test"

  static let declaration = Command(
    name: commandName, abstract: "Run the tests of migrations.",
    discussion: """
      A test says in YAML what a store of one version holds, and what that must be in a later \
      version: numbers of objects, values, links, what a query gives, or how the migration must \
      fail. Each is tried on a store of its own, which is removed afterwards, and the store is \
      verified before and after. Documentation/migration-tests.md has the whole format.

      Ends with exit status 1 where a test fails, and with 2 where a file cannot be read.
      """,
    examples: [
      .init("migrate test", "Run all tests of the project."),
      .init("migrate test Schemas/Library/tests/titles.yaml", "Run the tests of one file."),
    ],
    section: "models", arguments: [files],
    options: [CommonOptions.schemas, format, CommonOptions.report],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let (suites, problems) = try suites(invocation)
    let work = Work(invocation)
    let total = suites.reduce(0) { $0 + $1.cases.count }
    var results: [CaseResult] = []
    try work.run {
      for suite in suites {
        for item in suite.cases {
          try work.report("testing \(item.name)", results.count, of: total, unit: "tests")
          results.append(try suite.result(of: item, isCancelled: work.isCancelled))
        }
      }
    }
    let failed = results.count { !$0.isPassed }
    return Outcome(
      status: !problems.isEmpty ? .unable : failed > 0 ? .findings : .done,
      findings: (problems + results.flatMap(\.problems)).sorted(),
      subjects: suites.map(\.file),
      cases: CheckedCase.cases(of: problems, in: []) + results.map(\.checked),
      text: results.map { $0.line + "\n" }.joined(),
      members: [.init("tests", .list(results, \.value))],
      summary: suites.isEmpty && problems.isEmpty
        ? "there are no tests: they are files in the folder 'tests' next to the schema files"
        : summary(results.count, failed: failed))
  }

  private static func summary(_ count: Int, failed: Int) -> String {
    let what = Quantity.count(count, "test")
    return failed == 0 ? "\(what) passed" : "\(failed) of \(what) failed"
  }

  /// The requested tests, and the problems of files that cannot be read.
  private static func suites(
    _ invocation: Invocation
  ) throws -> (suites: [CaseSuite], problems: [Diagnostic]) {
    let files = invocation.arguments[files]
    let folders = try files.isEmpty ? SchemaReader.systems(inDirectory: invocation.schemas()) : []
    var suites: [CaseSuite] = []
    var problems: [Diagnostic] = []
    for folder in folders {
      do throws(DiagnosticsError) {
        suites += try CaseSuite.all(beside: folder)
      } catch {
        problems += error.diagnostics
      }
    }
    for file in files {
      do {
        suites.append(try CaseSuite(file: file, schemas: schemas(of: file, invocation)))
      } catch let error as DiagnosticsError {
        problems += error.diagnostics.map { problem in
          var problem = problem
          problem.notes += Failure.folderNotes(on: file, of: commandName)
          return problem
        }
      }
    }
    return (suites, Set(problems).sorted())
  }

  /// The folder of schema files for a test file: the folder around the tests, or else the project's only
  /// model.
  private static func schemas(of file: String, _ invocation: Invocation) throws -> String {
    if invocation.arguments[CommonOptions.schemas] == nil,
      let folder = CaseSuite.schemas(around: file)
    {
      return folder
    }
    return try SchemaFolder.find(in: invocation.schemas())
  }
}

extension CaseResult {
  /// The result in a line: `passed  Library: a book keeps its title`.
  var line: String { "\(isPassed ? "passed" : "failed")  \(model): \(name)" }

  /// The result for JSON.
  var value: JSONValue {
    [
      "model": .string(model), "file": .string(file), "name": .string(name),
      "passed": .bool(isPassed),
    ]
  }
}
