import ArgumentParsing
import Testing

struct HelpTextTests {
  @Test func `the help of a command names all its arguments and options`() throws {
    #expect(
      try help("apply") == """
        Migrate a store.

        usage: migrate apply STORE [BACKUP] [options]

        A discussion has paragraphs of any length, and they are broken into lines that
        an ordinary terminal can show.

        A line that begins with a space
            stays as it is.

        arguments:
          STORE                   the store to migrate
          BACKUP                  the backup to write

        options:
              --to VERSION        the version to go to
          -o, --output FILE       where the result goes
              --color WHEN        when to colour (auto, always, never; default: auto)
              --allow CHANGE      a loss that is meant, as the plan names it; may be
                                  given several times
              --sample N          how many to make up
              --seed N            what makes another sample
              --a-name-that-is-long DIR
                                  explained on a line of its own
          -q, --quiet             say nothing but the result
          -d, --deep              look twice
          -h, --help              show this help

        examples:
          migrate apply library.store
              Go to the newest version.
          migrate apply library.store --to 2.0.0
              Go to version 2.0.0 and no further.

        """)
  }

  @Test func `the help of a group lists its commands by section`() throws {
    #expect(
      try help("") == """
        Keep data safe.

        usage: migrate COMMAND ...

        models:
          lint                    Look for mistakes.

        stores:
          apply                   Migrate a store.
          head                    Show the first.

        'migrate help COMMAND' explains a command.

        """)
  }

  @Test func `a short command has a short help`() throws {
    #expect(
      try help("lint") == """
        Look for mistakes.

        usage: migrate lint [PATH]... [options]

        arguments:
          PATH                    what to look at

        options:
          -q, --quiet             say nothing but the result
          -h, --help              show this help

        """)
  }

  @Test func `options that other commands have too are listed apart`() throws {
    #expect(
      try help("head") == """
        Show the first.

        usage: migrate head [LIMIT] [options]

        arguments:
          LIMIT                   how many

        options:
          -d, --deep              look twice

        common options:
          -q, --quiet             say nothing but the result
              --color WHEN        when to colour (auto, always, never; default: auto)
          -h, --help              show this help

        """)
  }

  @Test func `'--help' leaves out explanations, examples and common options`() throws {
    guard case .help(let help) = try Sample.parse("lint --help") else { throw Sample.Unexpected() }
    #expect(
      help.text == """
        Look for mistakes.

        usage: migrate lint [PATH]... [options]

        arguments:
          PATH                    what to look at

        options:
          -q, --quiet             say nothing but the result

        'migrate help lint' explains the command, with examples and all options.

        """)
  }

  private func help(_ command: String) throws -> String {
    guard case .help(let help) = try Sample.parse("help " + command) else {
      throw Sample.Unexpected()
    }
    return help.text
  }
}
