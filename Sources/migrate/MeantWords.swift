internal import ArgumentParsing
internal import Diagnostics
internal import Files

extension UsageProblem {
  /// Notes with the word to type, for a word of other tools or of another command.
  func insteadNotes(_ path: CommandPath) -> [Diagnostic.Note] {
    switch self {
    case .unknownCommand(let word, _):
      Self.commands[word].map { [.init("here it is: migrate \($0)")] }
        ?? (Self.options["--" + word] ?? []).map { .init($0) }
    case .unknownOption("--version", suggestion: .some): []
    case .unknownOption(let word, nil) where Self.argument(named: word, of: path) != nil:
      [.init("write it without '\(word.prefix { $0 != "=" })'")]
    case .unknownOption(let word, _) where Self.options[word] != nil:
      (Self.options[word] ?? []).map { .init($0) }
    case .invalidValue(let value, .option("--format"), _, nil),
      .invalidValue(let value, .option("--report"), _, nil):
      Self.notes(onForm: value, of: path)
    case .unknownOption(let word, nil), .optionBeforeCommand(let word):
      if word.hasPrefix("--dry"), path.command.allOptions.contains(where: { $0.name == "apply" }) {
        [.init("without '--apply' the command writes nothing")]
      } else {
        Self.owners(ofOption: word, besides: path)
      }
    case .illegibleWord, .missingCommand, .unknownOption, .missingValue, .unexpectedValue,
      .invalidValue, .repeatedOption, .missingArgument, .unexpectedArgument:
      []
    }
  }

  /// The argument that has the name of an option, or is a version as the option's value.
  private static func argument(named word: String, of path: CommandPath) -> ArgumentDeclaration? {
    let name = word.drop { $0 == "-" }.prefix { $0 != "=" }.uppercased()
    let names = [name] + (["VERSION", "FROM", "TO"].contains(name) ? ["VERSION", "A"] : [])
    return path.command.arguments.first { names.contains($0.name) }
  }

  /// Notes on an option that writes the form which another option was given as its value.
  private static func notes(onForm value: String, of path: CommandPath) -> [Diagnostic.Note] {
    let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return [] }
    guard let option = path.command.allOptions.first(where: { $0.name == name }),
      let kind = option.value
    else { return owners(ofOption: "--" + name, besides: path) }
    let file = parts.count > 1 ? parts[1].shellWord : kind.placeholder
    return [.init("here it is: --\(option.name) \(file)")]
  }

  /// Notes on the commands that have an option which this command does not have.
  private static func owners(ofOption word: String, besides path: CommandPath) -> [Diagnostic.Note]
  {
    let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
    let owners = CommandTable.root.subcommands.filter { command in
      command.name != path.command.name
        && command.allOptions.contains {
          $0.name == name || $0.short.map(String.init) ?? "" == name
        }
    }
    // An option of nearly all commands does not point to one of them.
    guard (1...4).contains(owners.count) else { return [] }
    let names = owners.map { "'migrate \($0.name)'" }.joined(separator: ", ")
    return [.init("'\(word)' is an option of \(names)")]
  }

  /// The words of other tools for commands.
  private static let commands = [
    "add": "new", "compare": "diff", "dump": "backup STORE", "fix": "lint --fix", "generate": "new",
    "inspect": "identify STORE", "list": "rows STORE", "migrate": "apply STORE",
    "rollback": "restore BACKUP STORE", "show": "rows STORE", "undo": "restore BACKUP STORE",
    "up": "apply STORE", "update": "apply STORE", "upgrade": "apply STORE", "validate": "check",
    "version": "--version",
  ]

  /// The words of other tools for options.
  private static let options = {
    let loss = "each loss is approved by itself: 'migrate plan STORE' prints the '--allow' for it"
    let losses = [
      loss, "a file that exists is replaced with '--replace', where a command has that option",
    ]
    let unlocking = [
      "where no store has the version yet, delete its lines in schema.lock; to lock it as it is now: "
        + "migrate lock --repin VERSION"
    ]
    let allowing = [
      "a loss is approved where a store is migrated: migrate apply STORE --allow RULE:SUBJECT",
      "in a schema file, write '# migrate:ignore RULE -- reason' at the end of the line, with your reason",
    ]
    let version = ["the version of the tool: migrate --version"]
    return [
      "--force": losses, "-f": losses, "--approve": [loss], "--accept": [loss], "--yes": [loss],
      "-y": [loss], "-v": version, "-V": version, "--version": version,
      "--unlock": unlocking, "--allow": allowing,
    ]
  }()
}
