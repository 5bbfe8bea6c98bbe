/// The help text of a command, in full or in brief, and the usage line that is printed with an error.
package struct HelpText: Sendable {
  /// The path of the command.
  package let path: CommandPath
  /// Whether the text leaves out the explanations, the examples, and the options that every command has.
  private let isBrief: Bool
  private static let width = 80
  /// The column at which explanations begin, unless a label is too long.
  private static let indent = 26

  /// The help text of the last command of a path.
  package init(_ path: CommandPath, isBrief: Bool = false) {
    (self.path, self.isBrief) = (path, isBrief)
  }

  /// The text, in lines of at most 80 characters.
  package var text: String {
    let sections =
      isBrief
      ? [[command.abstract], usageLines, arguments, ownOptions, hint]
      : [
        [command.abstract], usageLines, discussion, arguments, options, commonOptions, subcommands,
        examples, hint,
      ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// The usage line: `usage: migrate lint [PATH]... [options]`.
  package var usage: String { usageLines.joined(separator: "\n") }

  /// The reference to the full help text.
  package var pointer: String { "see '\(path.name) --help'" }

  private var command: Command { path.command }
}

// MARK: - The sections

extension HelpText {
  private var usageLines: [String] {
    let words =
      command.leadsToOthers
      ? ["COMMAND ..."] : command.arguments.map(\.usage) + ["[options]"]
    return wrapped("usage: " + ([path.name] + words).joined(separator: " "), to: Self.width)
  }

  private var discussion: [String] { wrapped(command.discussion, to: Self.width) }

  private var arguments: [String] {
    section("arguments", command.arguments.map { ("  " + $0.name, $0.help + remarks($0.value)) })
  }

  private var ownOptions: [String] { section("options", rows(command.options)) }

  private var options: [String] {
    section("options", rows(command.options) + (command.commonOptions.isEmpty ? help : []))
  }

  private var commonOptions: [String] {
    command.commonOptions.isEmpty
      ? [] : section("common options", rows(command.commonOptions) + help)
  }

  /// The `--help` option, which every command has without declaring it.
  private var help: [(String, String)] {
    command.leadsToOthers ? [] : [("  -h, --help", "show this help")]
  }

  private func rows(_ options: [OptionDeclaration]) -> [(String, String)] {
    options.map { (label($0), $0.help + remarks($0.value, $0.fallback)) }
  }

  private var subcommands: [String] {
    let subcommands = command.subcommands
    var names: [String] = []
    for command in subcommands where !names.contains(command.section) {
      names.append(command.section)
    }
    let sections = names.map { name in
      section(
        name, subcommands.filter { $0.section == name }.map { ("  " + $0.name, $0.abstract) })
    }
    return Array(sections.joined(separator: [""]))
  }

  private var examples: [String] {
    guard !command.examples.isEmpty else { return [] }
    return ["examples:"]
      + command.examples.flatMap { example in
        ["  " + example.line] + wrapped(example.outcome, to: Self.width - 6).map { "      " + $0 }
      }
  }

  private var hint: [String] {
    if command.leadsToOthers { return ["'\(path.name) help COMMAND' explains a command."] }
    guard isBrief else { return [] }
    let related = command.related.isEmpty ? "" : "See also: \(command.related)"
    return wrapped(related, to: Self.width)
      + ["'\(path.helpLine)' explains the command, with examples and all options."]
  }
}

// MARK: - Parts of the sections

extension HelpText {
  private func label(_ option: OptionDeclaration) -> String {
    let short = option.short.map { "  -\($0), " } ?? "      "
    return short + "--" + option.name + (option.value.map { " " + $0.placeholder } ?? "")
  }

  private func section(_ title: String, _ rows: [(label: String, help: String)]) -> [String] {
    rows.isEmpty ? [] : [title + ":"] + rows.flatMap { row($0.label, $0.help) }
  }

  /// A label with its explanation next to it, or below it if the label is long.
  private func row(_ label: String, _ help: String) -> [String] {
    let margin = String(repeating: " ", count: Self.indent)
    var lines = wrapped(help, to: Self.width - Self.indent).map { margin + $0 }
    guard let first = lines.first, label.count + 2 <= Self.indent else { return [label] + lines }
    lines[0] = label + first.dropFirst(label.count)
    return lines
  }
}

/// The allowed values and the default of a value, in parentheses.
func remarks(_ value: ValueDeclaration?, _ fallback: String? = nil) -> String {
  let choices = value.map(\.choices) ?? []
  let parts = [
    choices.isEmpty ? nil : choices.joined(separator: ", "), fallback.map { "default: " + $0 },
  ].compactMap { $0 }
  return parts.isEmpty ? "" : " (" + parts.joined(separator: "; ") + ")"
}
