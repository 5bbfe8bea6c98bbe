/// The script with which fish completes the command lines of a tool with subcommands.
package struct FishCompletion {
  private let root: Command

  /// The script for an outermost command.
  package init(_ root: Command) { self.root = root }

  /// The text of the script.
  package var text: String {
    let first = "__fish_use_subcommand"
    let names = root.subcommands.map { ($0.name, $0.abstract) }
    let head = [
      "# Completion of '\(root.name)' for fish.",
      "# Written by '\(root.name) completions fish': save it as \(root.name).fish among the "
        + "completions of fish.",
      "",
      line("-f"),
      line(condition: first, "-s h -l help", "show help"),
      line(condition: first, "-l version", "show the version"),
    ]
    let commands = (names + [("help", "Explain a command.")]).map {
      line(condition: first, "-a \($0.0)", $0.1)
    }
    let help = line(
      condition: seen("help"), "-a \(names.map(\.0).joined(separator: " ").fishQuoted)")
    return (head + commands + [help] + root.subcommands.flatMap(lines)).map { $0 + "\n" }.joined()
  }

  private func lines(_ command: Command) -> [String] {
    let condition = seen(command.name)
    let options = command.allOptions.map { option in
      let short = option.short.map { "-s \($0) " } ?? ""
      let value = option.value.map { (isPath($0) ? " -r" : " -x") + offer($0) } ?? ""
      return line(condition: condition, short + "-l " + option.name + value, option.help)
    }
    let arguments = command.arguments.last.map { offer($0.value) }.flatMap { offer in
      offer.isEmpty ? nil : line(condition: condition, String(offer.dropFirst()))
    }
    return options + [line(condition: condition, "-s h -l help", "show help")]
      + [arguments].compactMap(\.self)
  }

  private func seen(_ command: String) -> String { "__fish_seen_subcommand_from \(command)" }

  private func line(condition: String? = nil, _ rest: String, _ help: String? = nil) -> String {
    "complete -c \(root.name)" + (condition.map { " -n \($0.fishQuoted)" } ?? "") + " " + rest
      + (help.map { " -d \($0.fishQuoted)" } ?? "")
  }

  private func isPath(_ value: ValueDeclaration) -> Bool {
    if case .file = value.completion { true } else { false }
  }

  private func offer(_ value: ValueDeclaration) -> String {
    switch value.completion {
    case .nothing: ""
    case .choices: " -a " + value.choices.joined(separator: " ").fishQuoted
    case .words(let words): " -a " + words.joined(separator: " ").fishQuoted
    case .file: " -F"
    case .directory: " -a '(__fish_complete_directories)'"
    }
  }
}

extension String {
  /// The text in single quotes, with fish's two escapes.
  fileprivate var fishQuoted: String {
    "'" + replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
