internal import Diagnostics

/// Reads the words of one command, and collects all problems with them.
struct ArgumentParser {
  private let command: Command
  private var words: ArraySlice<String>
  /// The arguments so far, in order.
  private var positions: [String] = []
  /// Whether an option was found that is unknown and resembles no known option.
  ///
  /// The next word may be its value, so a surplus argument is then not reported as a further problem.
  private var metStranger = false

  private(set) var parsed = ParsedArguments()
  private(set) var problems: [UsageProblem] = []
  private(set) var asksForHelp = false

  init(command: Command, words: ArraySlice<String>) {
    self.command = command
    self.words = words
  }

  mutating func parse() {
    while let word = words.popFirst() {
      if word == "--" {
        positions += words
        break
      } else if word.hasPrefix("--") {
        readLong(word)
      } else if word.hasPrefix("-"), word != "-" {
        readShort(word)
      } else {
        positions.append(word)
      }
    }
    assignPositions()
  }
}

// MARK: - Options

extension ArgumentParser {
  /// Reads `--name`, `--name value` or `--name=value`.
  private mutating func readLong(_ word: String) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let attached = parts.count > 1 ? String(parts[1]) : nil
    if name == "help" {
      asksForHelp = true
    } else if let option = command.option(named: name) {
      record(option, named: "--" + name, attached: attached)
    } else {
      noteUnknown("--" + name, closeTo: name, attached: attached)
    }
  }

  /// Reads `-q`, several flags as `-qv`, `-o value`, `-ovalue` or `-o=value`.
  private mutating func readShort(_ word: String) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let option = command.option(short: letter) else {
        if letter == "h" {
          asksForHelp = true
          continue
        }
        // `-format` is more likely `--format` than six flags.
        return noteUnknown(
          letters.isEmpty ? name : word, closeTo: String(word.dropFirst()), attached: "")
      }
      if option.value != nil {
        let rest = letters.first == "=" ? letters.dropFirst() : letters
        return record(option, named: name, attached: letters.isEmpty ? nil : String(rest))
      }
      record(option, named: name, attached: nil)
    }
  }

  private mutating func record(_ option: OptionDeclaration, named name: String, attached: String?) {
    guard let kind = option.value else {
      if let attached { problems.append(.unexpectedValue(attached, flag: name)) }
      parsed.options[option.name] = []
      return
    }
    guard let value = attached ?? nextValue() else {
      return problems.append(.missingValue(option: name, placeholder: kind.placeholder))
    }
    if parsed.options[option.name] != nil, !option.isRepeatable {
      problems.append(.repeatedOption(name))
    }
    check(value, kind, of: .option(name))
    parsed.options[option.name, default: []].append(value)
  }

  /// Takes the next word unless it is an option: `-` and negative numbers are values.
  private mutating func nextValue() -> String? {
    guard let word = words.first else { return nil }
    let second = word.dropFirst().first
    if word.hasPrefix("-"), let second, !second.isNumber { return nil }
    return words.popFirst()
  }

  /// Records an unknown option, and skips the value of the known option that was probably meant.
  private mutating func noteUnknown(_ word: String, closeTo name: String, attached: String?) {
    let names = command.allOptions.map(\.name) + ["help"]
    let counterpart = command.allOptions.first { $0.otherNames.contains(name) }?.name
    let meant = names.contains(name) ? name : counterpart ?? nearest(to: name, among: names)
    problems.append(.unknownOption(word, suggestion: meant.map { "--" + $0 }))
    guard let meant else { return metStranger = true }
    if attached == nil, command.option(named: meant)?.value != nil { _ = nextValue() }
  }
}

// MARK: - Arguments

extension ArgumentParser {
  private mutating func assignPositions() {
    var rest = positions[...]
    for argument in command.arguments {
      let count = argument.count == .any ? rest.count : min(1, rest.count)
      let values = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      for value in values { check(value, argument.value, of: .argument(argument.name)) }
      parsed.arguments[argument.name] = values
      if values.isEmpty, argument.count == .one {
        problems.append(.missingArgument(argument.name))
      }
    }
    if !metStranger { problems += rest.map { .unexpectedArgument($0) } }
  }

  private mutating func check(
    _ value: String, _ kind: ValueDeclaration, of parameter: UsageProblem.Parameter
  ) {
    if kind.accepts(value) { return }
    let begun = kind.choices.filter { $0.hasPrefix(value) && !value.isEmpty }
    problems.append(
      .invalidValue(
        value, parameter: parameter, expectation: kind.expectation,
        suggestion: begun.count == 1 ? begun[0] : nil))
  }
}
