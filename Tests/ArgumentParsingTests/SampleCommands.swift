import ArgumentParsing

/// A small table of commands that uses everything that can be declared.
enum Sample {
  enum Color: String, CaseIterable { case auto, always, never }

  static let store = Argument(.file("STORE"), help: "the store to migrate")
  static let backup = Argument(optional: .file("BACKUP"), help: "the backup to write")
  static let paths = Argument(rest: .file("PATH"), help: "what to look at")
  static let limit = Argument(optional: .integer("LIMIT"), help: "how many")

  static let to = Option(
    "to", elsewhere: ["version"], .text("VERSION"), help: "the version to go to")
  static let output = Option("output", short: "o", .file(), help: "where the result goes")
  static let color = Option<Color>("color", .choice("WHEN"), default: .auto, help: "when to colour")
  static let allow = Option(
    repeating: "allow", .text("CHANGE"),
    help: "a loss that is meant, as the plan names it; may be given several times")
  static let sample = Option("sample", .integer("N", atLeast: 0), help: "how many to make up")
  static let seed = Option("seed", .integer("N"), help: "what makes another sample")
  static let rather = Option(
    "a-name-that-is-long", .directory(), help: "explained on a line of its own")
  static let quiet = Flag("quiet", short: "q", help: "say nothing but the result")
  static let deep = Flag("deep", short: "d", help: "look twice")

  static let apply = Command(
    name: "apply", abstract: "Migrate a store.",
    discussion: """
      A discussion has paragraphs of any length, and they are broken into lines that an \
      ordinary terminal can show.

      A line that begins with a space
          stays as it is.
      """,
    examples: [
      .init("migrate apply library.store", "Go to the newest version."),
      .init("migrate apply library.store --to 2.0.0", "Go to version 2.0.0 and no further."),
    ],
    section: "stores", arguments: [store, backup],
    options: [to, output, color, allow, sample, seed, rather, quiet, deep])

  static let lint = Command(
    name: "lint", abstract: "Look for mistakes.", section: "models", arguments: [paths],
    options: [quiet])

  static let head = Command(
    name: "head", abstract: "Show the first.", section: "stores", arguments: [limit],
    options: [deep], commonOptions: [quiet, color])

  static let root = Command(
    name: "migrate", abstract: "Keep data safe.",
    subcommands: [lint, apply, head].map { Subcommand($0) })

  /// The request in a command line of words without spaces.
  static func parse(_ line: String) throws(UsageError) -> ParsingOutcome {
    try CommandParser(root).parse(line.split(separator: " ").map(String.init))
  }

  /// The arguments that it gives a command.
  static func arguments(_ line: String) throws -> ParsedArguments {
    guard case .run(_, let arguments) = try parse(line) else { throw Unexpected() }
    return arguments
  }

  struct Unexpected: Error {}
}
