internal import ArgumentParsing
internal import Diagnostics
internal import Reports

/// `migrate explain`: what a lint rule is about, or what an exit status means.
enum ExplainCommand: RunnableCommand {
  private static let topic = Argument(
    optional: .text("TOPIC"), help: "an exit status such as 3; without it, what there is to explain"
  )
  private static let format = CommonOptions.format([.text, .json])

  static let declaration = Command(
    name: "explain", abstract: "Explain a lint rule or an exit status.",
    examples: [
      .init("migrate explain", "List everything there is to explain."),
      .init("migrate explain 3", "Say what it means when the tool ends with exit status 3."),
    ],
    section: "help", arguments: [topic], options: [format], commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    guard let name = invocation.arguments[topic] else { return list() }
    if let number = Int32(name), let status = ExitStatus(rawValue: number) {
      return explain(status)
    }
    throw unknown(name)
  }

  private static func list() -> Outcome {
    let statuses = ExitStatus.allCases
    return Outcome(
      text: "exit statuses:\n" + statuses.map { line($0) + "\n" }.joined(),
      members: [.init("exitStatuses", .list(statuses, value))])
  }

  private static func line(_ status: ExitStatus) -> String {
    let number = "\(status.rawValue)"
    return "  " + number + String(repeating: " ", count: 5 - number.count) + status.meaning
  }

  private static func explain(_ status: ExitStatus) -> Outcome {
    Outcome(
      text: "exit status \(status.rawValue): \(status.meaning)\n",
      members: [.init("exitStatus", value(status))])
  }

  private static func value(_ status: ExitStatus) -> JSONValue {
    [
      "number": .integer(Int64(status.rawValue)), "name": .string(status.name),
      "meaning": .string(status.meaning),
    ]
  }

  private static func unknown(_ name: String) -> Failure {
    Failure(
      unable: "unknown-topic", "there is nothing to explain about '\(name)'",
      notes: [.init("'migrate explain' lists what there is")])
  }
}
