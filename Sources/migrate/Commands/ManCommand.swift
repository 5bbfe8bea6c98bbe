internal import ArgumentParsing

/// `migrate man`: prints the manual page.
enum ManCommand: RunnableCommand {
  static let commandName = "man"

  static let declaration = Command(
    name: commandName, abstract: "Print the manual page, for 'man'.",
    discussion: "'make install' puts it where 'man migrate' finds it.",
    examples: [
      .init("migrate man > migrate.1; man ./migrate.1", "Read it without installing it.")
    ],
    section: "help", commonOptions: [CommonOptions.output])

  static func run(_ invocation: Invocation) throws -> Outcome {
    let statuses = ExitStatus.allCases.map { (term: "\($0.rawValue)", meaning: $0.meaning) }
    let files = [
      (
        term: "Schemas/NAME/V1.yaml, V2.yaml, ...",
        meaning: "the versions of a model, each whole or extending the previous version"
      ),
      (
        term: Configuration.fileName,
        meaning: "the defaults of a project; the nearest one up to the root of the repository"
      ),
    ]
    let variables = [
      (term: "NO_COLOR", meaning: "where it is set, nothing is coloured unless --color says so")
    ]
    let page = ManualPage(
      CommandTable.root, version: CommandTable.version,
      sections: [
        .init("EXIT STATUS", statuses), .init("FILES", files), .init("ENVIRONMENT", variables),
      ])
    return Outcome(text: page.text)
  }
}
