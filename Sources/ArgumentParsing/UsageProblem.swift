/// One thing that is wrong with a command line, as facts; ``message`` makes the sentence.
package enum UsageProblem: Error, Hashable, Sendable {
  /// A word is no UTF-8; what is none in it is given as `\xff`.
  case illegibleWord(String)
  /// No command is named where one is needed.
  case missingCommand
  /// There is no such command.
  case unknownCommand(String, suggestion: String?)
  /// The command has no such option. Both are given with their dashes.
  case unknownOption(String, suggestion: String?)
  /// The option exists, but only after the name of a command.
  case optionBeforeCommand(String)
  /// The option stands without the value that it needs.
  case missingValue(option: String, placeholder: String)
  /// The flag stands with a value, which it does not take.
  case unexpectedValue(String, flag: String)
  /// The value is none that the option or argument takes.
  case invalidValue(String, parameter: Parameter, expectation: String, suggestion: String? = nil)
  /// The option stands there several times and may do so only once.
  case repeatedOption(String)
  /// The argument is not there.
  case missingArgument(String)
  /// There is one argument more than the command takes.
  case unexpectedArgument(String)

  /// What a value belongs to.
  package enum Parameter: Hashable, Sendable {
    /// An option, with its dashes.
    case option(String)
    /// An argument, by its placeholder.
    case argument(String)
  }
}

/// Everything that is wrong with a command line.
package struct UsageError: Error, Sendable {
  /// The command that was meant, as far as it is known.
  package let path: CommandPath
  /// The problems, in the order of the command line; never empty.
  package let problems: [UsageProblem]
  /// What was given all the same.
  package var given = ParsedArguments()
}
