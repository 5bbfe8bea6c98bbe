extension UsageProblem {
  /// The message: what is wrong and, if known, what to write instead.
  package var message: String {
    switch self {
    case .illegibleWord(let word):
      "argument '\(word)' is not UTF-8, and would name another file; rename it, or use a link to it"
    case .missingCommand: "a command is missing"
    case .unknownCommand(let name, let suggestion):
      "unknown command '\(name)'" + didYouMean(suggestion)
    case .unknownOption(let name, let suggestion):
      "unknown option '\(name)'" + didYouMean(suggestion)
    case .optionBeforeCommand(let name):
      "option '\(name)' stands before the command; write it after"
    case .missingValue(let option, let placeholder):
      "option '\(option)' needs a value: '\(option) \(placeholder)'"
    case .unexpectedValue(let value, let flag):
      "option '\(flag)' takes no value, but has '\(value)'"
    case .invalidValue(let value, let parameter, let expectation, let suggestion):
      "\(parameter.phrase) needs \(expectation), not '\(value)'" + didYouMean(suggestion)
    case .repeatedOption(let name): "option '\(name)' is given more than once"
    case .missingArgument(let name): "argument '\(name)' is missing"
    case .unexpectedArgument(let value): "unexpected argument '\(value)'"
    }
  }

  /// The stable name of the kind of problem.
  package var code: String {
    switch self {
    case .illegibleWord: "not-utf8"
    case .missingCommand: "missing-command"
    case .unknownCommand: "unknown-command"
    case .unknownOption: "unknown-option"
    case .optionBeforeCommand: "option-before-command"
    case .missingValue: "missing-value"
    case .unexpectedValue: "unexpected-value"
    case .invalidValue: "invalid-value"
    case .repeatedOption: "repeated-option"
    case .missingArgument: "missing-argument"
    case .unexpectedArgument: "unexpected-argument"
    }
  }

  private func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { ", did you mean '\($0)'?" } ?? ""
  }
}

extension UsageProblem.Parameter {
  fileprivate var phrase: String {
    switch self {
    case .option(let name): "option '\(name)'"
    case .argument(let name): "argument '\(name)'"
    }
  }
}
