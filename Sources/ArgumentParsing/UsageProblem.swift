/// One problem with a command line, as facts; ``message`` makes the sentence.
package enum UsageProblem: Error, Hashable, Sendable {
  /// A word is not UTF-8; the bytes that are not UTF-8 are given as `\xff`.
  case illegibleWord(String)
  /// The name of a command is missing.
  case missingCommand
  /// The command does not exist.
  case unknownCommand(String, suggestion: String?)
  /// The command has no such option. Both names are given with their dashes.
  case unknownOption(String, suggestion: String?)
  /// The option exists, but must follow the name of a command.
  case optionBeforeCommand(String)
  /// The option needs a value, which is missing.
  case missingValue(option: String, placeholder: String)
  /// The flag is given with a value, but takes none.
  case unexpectedValue(String, flag: String)
  /// The option or argument does not accept the value.
  case invalidValue(String, parameter: Parameter, expectation: String, suggestion: String? = nil)
  /// The option is given several times, but allowed only once.
  case repeatedOption(String)
  /// The argument is missing.
  case missingArgument(String)
  /// There is one argument more than the command takes.
  case unexpectedArgument(String)

  /// The option or argument that a value belongs to.
  package enum Parameter: Hashable, Sendable {
    /// An option, with its dashes.
    case option(String)
    /// An argument, by its placeholder.
    case argument(String)
  }
}

/// All problems with a command line.
package struct UsageError: Error, Sendable {
  /// The command, as far as it could be recognized.
  package let path: CommandPath
  /// The problems, in the order of the command line; never empty.
  package let problems: [UsageProblem]
  /// The arguments that could be read in spite of the problems.
  package var given = ParsedArguments()
}
