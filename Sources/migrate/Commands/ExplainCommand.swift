internal import ArgumentParsing
internal import Diagnostics
internal import JSON
internal import MigrationPlanner
internal import Reports
internal import SchemaLint

/// `migrate explain`: explains a lint rule, the code of a problem, a change or a class of changes, an error
/// of the platform, or an exit status.
enum ExplainCommand: RunnableCommand {
  private static let topic = Argument(
    optional: .text("TOPIC", offering: topics),
    help: """
      a lint rule or a problem, such as missing-inverse or drift, the number of an error of Core Data \
      or SwiftData, such as 134110, or an exit status such as 3
      """)
  private static let format = CommonOptions.format([.text, .json])

  /// The names of all topics.
  private static let topics =
    RuleRegistry.rules.map(\.id.name) + ProblemExplanation.codes
    + ChangeKind.allCases.map(\.rawValue) + ChangeClass.allCases.map(\.rawValue)
    + PlatformError.allCases.map(\.name)

  static let commandName = "explain"

  static let declaration = Command(
    name: commandName,
    abstract: "Explain a rule, a change, an error or an exit status.",
    discussion: """
      A message ends with the name of its rule or problem in square brackets. Without a topic, \
      lists all there is to explain.
      """,
    examples: [
      .init("migrate explain missing-inverse", "Say why the rule is there and what to write."),
      .init("migrate explain drift", "Say what is the matter, and what to do."),
      .init("migrate explain change-cardinality", "Say what a change means for the data."),
      .init("migrate explain lightweight", "Say what a migration of that class is."),
      .init("migrate explain 134110", "Say what Core Data means by it, and what shows the reason."),
      .init("migrate explain 3", "Say what exit status 3 means."),
    ],
    section: "help", arguments: [topic], options: [format], commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    guard let topic = invocation.arguments[topic] else { return list() }
    // The name as it appears after a message, without brackets.
    let name =
      topic.hasPrefix("[") && topic.hasSuffix("]") ? "\(topic.dropFirst().dropLast())" : topic
    if let rule = RuleRegistry.rule(RuleID(name)) { return explain(rule) }
    if let problem = ProblemExplanation.of(name) { return explain(problem) }
    if let kind = ChangeKind(rawValue: name) { return explain(kind) }
    if let kind = ChangeClass(rawValue: name) { return explain(kind) }
    if let error = PlatformError.of(name) { return explain(error) }
    if let status = Int32(name).flatMap(ExitStatus.init) { return explain(status) }
    throw unknown(name)
  }

  private static func unknown(_ name: String) -> Failure {
    // Numbers of errors are copied from a log, and a similar number means something else.
    let isNumber = name.allSatisfy(\.isNumber)
    let meant =
      isNumber ? "" : nearest(to: name, among: topics).map { ", did you mean '\($0)'?" } ?? ""
    let longer = Set(topics.filter { $0.contains(name.lowercased()) }).sorted().prefix(8)
    return Failure(
      unable: "unknown-topic", "there is nothing to explain about '\(name)'\(meant)",
      notes: [
        isNumber || longer.isEmpty
          ? .init("'migrate explain' lists what there is")
          : .init("topics with this word: \(longer.joined(separator: ", "))")
      ])
  }
}

// MARK: - All topics

extension ExplainCommand {
  private static func list() -> Outcome {
    Outcome(
      text: section("lint rules", RuleRegistry.rules.map { ($0.id.name, $0.summary) }) + "\n"
        + ProblemExplanation.chapters
        .map { section($0.title, $0.entries.map { ($0.code, $0.meaning) }) + "\n" }
        .joined()
        + section("changes", ChangeKind.allCases.map { ($0.rawValue, $0.summary) }) + "\n"
        + section("classes of changes", ChangeClass.allCases.map { ($0.rawValue, $0.summary) })
        + "\n"
        + section(
          "errors of Core Data and SwiftData", PlatformError.allCases.map { ($0.name, $0.reason) })
        + "\n"
        + section("exit statuses", ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }),
      members: [
        .init("rules", .list(RuleRegistry.rules, value)),
        .init("problems", .list(ProblemExplanation.chapters.flatMap(\.entries), value)),
        .init("changes", .list(ChangeKind.allCases, value)),
        .init("classes", .list(ChangeClass.allCases, value)),
        .init("platformErrors", .list(PlatformError.allCases, value)),
        .init("exitStatuses", .list(ExitStatus.allCases, value)),
      ])
  }

  private static func section(_ title: String, _ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { name, meaning in
      "  " + name + String(repeating: " ", count: width - name.count + 2) + meaning
    }
    return ([title + ":"] + lines).map { $0 + "\n" }.joined()
  }
}

// MARK: - One topic

extension ExplainCommand {
  private static func explain(_ rule: any LintRule) -> Outcome {
    // Some rules have the same names as the changes that they report.
    let kind = ChangeKind(rawValue: rule.id.name)
    let change = kind.flatMap { ChangeExplanation.of($0)?.text }
    return Outcome(
      text: RulePage.text(of: rule) + (change.map { "\n## The change\n\n" + $0 } ?? ""),
      members: [.init("rule", value(rule)), .init("page", .string(rule.page))]
        + (kind.map { [.init("change", value($0))] } ?? []))
  }

  private static func explain(_ kind: ChangeKind) -> Outcome {
    Outcome(
      text: "# \(kind.rawValue)\n\n\(ChangeExplanation.of(kind)?.text ?? "")",
      members: [.init("change", value(kind))])
  }

  private static func explain(_ kind: ChangeClass) -> Outcome {
    Outcome(
      text: "# \(kind.rawValue)\n\n\(kind.page)\n", members: [.init("class", value(kind))])
  }

  private static func explain(_ problem: ProblemExplanation) -> Outcome {
    Outcome(
      text: "# \(problem.code)\n\n\(problem.page)\n",
      members: [.init("problem", value(problem))])
  }

  private static func explain(_ error: PlatformError) -> Outcome {
    Outcome(
      text: "# error \(error.name)\n\n\(error.page)\n",
      members: [.init("platformError", value(error))])
  }

  private static func explain(_ status: ExitStatus) -> Outcome {
    Outcome(
      text: "# exit status \(status.rawValue)\n\n\(StatusExplanation.of(status).page)\n",
      members: [.init("exitStatus", value(status))])
  }

  private static func value(_ rule: any LintRule) -> JSONValue {
    [
      "name": .string(rule.id.name),
      "level": .string(RuleSettings().level(of: rule.id).rawValue),
      "summary": .string(rule.summary),
    ]
  }

  private static func value(_ problem: ProblemExplanation) -> JSONValue {
    [
      "name": .string(problem.code), "meaning": .string(problem.meaning),
      "remedy": .string(problem.remedy),
    ]
  }

  private static func value(_ kind: ChangeKind) -> JSONValue {
    let explanation = ChangeExplanation.of(kind)
    return [
      "name": .string(kind.rawValue), "summary": JSONValue(explanation?.summary),
      "class": JSONValue(explanation?.classification), "data": JSONValue(explanation?.data),
    ]
  }

  private static func value(_ kind: ChangeClass) -> JSONValue {
    [
      "name": .string(kind.rawValue), "summary": .string(kind.summary),
      "remedy": .string(kind.remedy), "changes": .list(kind.changes) { .string($0.rawValue) },
    ]
  }

  private static func value(_ error: PlatformError) -> JSONValue {
    [
      "number": .integer(Int64(error.rawValue)), "message": .string(error.message),
      "reason": .string(error.reason), "commands": .list(error.commandLines) { .string($0) },
      "remedy": .string(error.remedy),
    ]
  }

  private static func value(_ status: ExitStatus) -> JSONValue {
    [
      "number": .integer(Int64(status.rawValue)), "name": .string(status.name),
      "meaning": .string(status.meaning),
      "remedy": .string(StatusExplanation.of(status).remedy),
    ]
  }
}
