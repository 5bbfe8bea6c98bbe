internal import Diagnostics

/// The request of a command line.
package enum ParsingOutcome: Sendable {
  /// Run a command with these arguments.
  case run(CommandPath, ParsedArguments)
  /// Show the help text of a command.
  case help(HelpText)
  /// Show the version.
  case version
}

/// Parses command lines.
///
/// Every command understands `--help` and `-h`. The outermost command also understands `--version` and
/// `help COMMAND`.
package struct CommandParser: Sendable {
  /// The outermost command.
  package let root: Command

  /// A parser for a command and all its subcommands.
  package init(_ root: Command) { self.root = root }

  /// Parses the words after the name of the outermost command.
  ///
  /// Words that are not UTF-8 are refused before anything else, because no name in them can be trusted.
  package func parse(
    _ words: [String], illegible: [String] = []
  ) throws(UsageError) -> ParsingOutcome {
    let path = CommandPath(root)
    guard illegible.isEmpty else {
      throw UsageError(path: path, problems: illegible.map { .illegibleWord($0) })
    }
    if !root.leadsToOthers { return try parseArguments(words[...], of: path) }
    if words.first == "--version" { return .version }
    return try descend(words[...], from: path)
  }

  private func descend(
    _ words: ArraySlice<String>, from path: CommandPath
  ) throws(UsageError) -> ParsingOutcome {
    guard let word = words.first else { throw UsageError(path: path, problems: [.missingCommand]) }
    if word == "--help" || word == "-h" { return .help(HelpText(path)) }
    if word == "help" { return try help(words.dropFirst(), from: path) }
    let next = try path.appending(subcommand(word, of: path))
    return next.command.leadsToOthers
      ? try descend(words.dropFirst(), from: next)
      : try parseArguments(words.dropFirst(), of: next)
  }

  /// Follows the names after `help`; any further option is ignored.
  private func help(
    _ names: ArraySlice<String>, from path: CommandPath
  ) throws(UsageError) -> ParsingOutcome {
    guard let name = names.first, !name.hasPrefix("-") else { return .help(HelpText(path)) }
    return try help(names.dropFirst(), from: path.appending(subcommand(name, of: path)))
  }

  private func subcommand(_ name: String, of path: CommandPath) throws(UsageError) -> Command {
    if let command = path.command.subcommand(named: name) { return command }
    throw UsageError(path: path, problems: [unknown(name, of: path.command)])
  }

  private func unknown(_ word: String, of command: Command) -> UsageProblem {
    guard word.hasPrefix("-") else {
      let names = command.subcommandNames + ["help"]
      return .unknownCommand(word, suggestion: nearest(to: word, among: names))
    }
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    if command.subcommands.contains(where: { $0.accepts(name) }) {
      return .optionBeforeCommand(word)
    }
    let names = ["help", "version"]
    return .unknownOption(word, suggestion: nearest(to: name, among: names).map { "--" + $0 })
  }

  private func parseArguments(
    _ words: ArraySlice<String>, of path: CommandPath
  ) throws(UsageError) -> ParsingOutcome {
    var parser = ArgumentParser(command: path.command, words: words)
    parser.parse()
    if parser.asksForHelp { return .help(HelpText(path, isBrief: path.commands.count > 1)) }
    guard parser.problems.isEmpty else {
      throw UsageError(path: path, problems: parser.problems, given: parser.parsed)
    }
    return .run(path, parser.parsed)
  }
}

extension Command {
  /// Whether an option has this name, long or short.
  fileprivate func accepts(_ name: String) -> Bool {
    allOptions.contains { $0.name == name || $0.short.map(String.init) == name }
  }
}
