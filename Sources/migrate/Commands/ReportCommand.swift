internal import ArgumentParsing
internal import Diagnostics
internal import HTMLReport
internal import ProjectCheck
internal import SchemaLint
internal import SchemaYAML
internal import Terminal

/// `migrate report`: writes a page about a project's models and stores, for a browser.
enum ReportCommand: RunnableCommand {
  private static let stores = Option(
    repeating: "store", .file("STORE"),
    help:
      "a store to report on, with its objects and problems; may be given several times")

  static let commandName = "report"

  static let declaration = Command(
    name: commandName, abstract: "Write one HTML page about models, changes and stores.",
    discussion: """
      The page shows the newest version of each model as a diagram, the changes of every version \
      with what they may lose, every migration between versions, the data dictionary, and the findings of \
      'migrate lint'. It is one file that needs no network, works without JavaScript, and follows \
      the light or dark setting of the system.

      With --store, it also shows what 'migrate verify' finds in a store. Stores are only read. Ends \
      with exit status 2 where a file or a store could not be read; the page then says why. \
      'migrate check --html FILE' writes the same page with the results of a check.

      Graphviz's 'dot' lays out the diagram where it is on the path. The same files, with the same \
      'dot' or without one, give the same bytes.
      """,
    examples: [
      .init("migrate report --output report.html", "Write a page about the project."),
      .init(
        "migrate report --store library.store -o report.html", "Report on a store, too."),
    ],
    section: "models",
    options: [CommonOptions.output, CommonOptions.schemas, stores, CommonOptions.noCache],
    commonOptions: CommonOptions.allButOutput)

  static func run(_ invocation: Invocation) throws -> Outcome {
    if invocation.arguments[CommonOptions.output] == nil, StandardStream.output.isTerminal {
      throw Failure(
        .usage,
        [
          Diagnostic(
            code: "missing-option", "a page is for a browser, and not for a terminal",
            notes: [.init("write it to a file: migrate report -o report.html")])
        ])
    }
    let report = try report(invocation)
    let stores = try invocation.arguments[stores].map { try ReportedStore(at: $0, invocation) }
    let page = ProjectPage(report, stores: stores)
    let problems =
      report.unreadable.filter { $0.severity == .error }
      + stores.filter { !$0.isRead }.flatMap(\.findings)
    return Outcome(
      status: problems.isEmpty ? .done : .unable, findings: problems, isDocument: true,
      text: page.text, summary: summary(of: report, stores.count))
  }

  private static func summary(of report: ProjectReport, _ stores: Int) -> String {
    let versions = report.models.reduce(0) { $0 + $1.versions.count }
    return Quantity.count(report.models.count, "model") + ", "
      + Quantity.count(versions, "version")
      + (stores == 0 ? "" : ", \(Quantity.count(stores, "store"))")
  }

  /// The findings in the models, without trial migrations.
  private static func report(_ invocation: Invocation) throws -> ProjectReport {
    let configuration = try invocation.configuration()
    let schemas = try invocation.schemas()
    let folders = try SchemaReader.systems(inDirectory: schemas)
    var check = ProjectCheck()
    check.parts = [.lock, .lint, .hops]
    check.rules = configuration.rules
    check.context = configuration.lintContext
    check.context.baseline = try configuration.baseline.map { try BaselineFile(path: $0).content() }
    return try check.report(
      on: folders, in: schemas, source: try configuration.knownSources(), configuration, invocation)
  }
}
