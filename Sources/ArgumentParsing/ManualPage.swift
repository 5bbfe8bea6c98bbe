/// The manual page of a tool with subcommands, for `man`.
///
/// The format is groff's `man` macros; see `groff_man(7)`.
package struct ManualPage {
  /// A section that is not made from the declarations of commands.
  package struct Section: Sendable {
    /// The heading, in capitals.
    package var title: String
    /// The terms and their meanings.
    package var rows: [(term: String, meaning: String)]

    /// Creates a section from its parts.
    package init(_ title: String, _ rows: [(term: String, meaning: String)]) {
      self.title = title
      self.rows = rows
    }
  }

  private let root: Command
  private let version: String
  private let sections: [Section]

  /// The page of an outermost command, with further sections after the sections about commands.
  package init(_ root: Command, version: String, sections: [Section] = []) {
    self.root = root
    self.version = version
    self.sections = sections
  }

  /// The text of the page.
  package var text: String {
    let head = [
      ".TH \(root.name.uppercased()) 1 \"\" \"\(Roff.text(root.name + " " + version))\" \"\"",
      // Words to type are not hyphenated, and the spaces between them are not stretched.
      ".nh", ".ad l",
      ".SH NAME", Roff.line("\(root.name) - \(Self.phrase(root.abstract))"),
      ".SH SYNOPSIS", ".B \(Roff.text(root.name))", ".I COMMAND", "[arguments] [options]",
      ".SH DESCRIPTION",
    ]
    let commands = [".SH COMMANDS"] + root.subcommands.flatMap(lines)
    let others = sections.flatMap { section in
      [".SH \(Roff.text(section.title))"]
        + section.rows.flatMap { Roff.row(term: $0.term, $0.meaning) }
    }
    return (head + Roff.paragraphs(root.discussion) + commands + others).map { $0 + "\n" }.joined()
  }

  /// A sentence as the one line that `apropos` shows.
  private static func phrase(_ sentence: String) -> String {
    let start = sentence.prefix(1).lowercased() + sentence.dropFirst()
    return start.hasSuffix(".") ? String(start.dropLast()) : start
  }

  private func lines(_ command: Command) -> [String] {
    let usage = [root.name, command.name] + command.arguments.map(\.usage) + ["[options]"]
    let rows =
      command.arguments.flatMap { Roff.row(term: $0.name, Roff.phrase($0.help, $0.value)) }
      + command.allOptions.flatMap { option in
        Roff.row(term: option.usage, Roff.phrase(option.help, option.value, option.fallback))
      }
    let examples = command.examples.flatMap { [".PP", Roff.line($0.outcome)] + Roff.code($0.line) }
    return [".SS \(Roff.text(command.name))"] + Roff.paragraphs(command.abstract)
      + Roff.code(usage.joined(separator: " ")) + Roff.paragraphs(command.discussion)
      + rows
      + examples
  }
}

extension ArgumentDeclaration {
  /// The argument as a usage line shows it: in brackets if it is optional.
  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)]..."
    }
  }
}

extension OptionDeclaration {
  /// The option with all its names and its value.
  fileprivate var usage: String {
    words.joined(separator: ", ") + (value.map { " " + $0.placeholder } ?? "")
  }
}

/// Texts as requests and lines of roff.
private enum Roff {
  /// Escapes a text so that no character has a meaning in roff.
  static func text(_ text: String) -> String {
    let quoted = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("\"", with: "\\(dq")
    return quoted.unicodeScalars.map { $0.isASCII ? String($0) : code(of: $0) }.joined()
  }

  /// The escape of a character by its number, which works for any encoding of the page.
  private static func code(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
  }

  /// A text as a line; a dot or a quote at its beginning, which would make it a request, is escaped.
  static func line(_ content: String) -> String {
    let text = text(content)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  /// Paragraphs that are separated by empty lines; a line that begins with a space is kept unchanged.
  static func paragraphs(_ content: String) -> [String] {
    guard !content.isEmpty else { return [] }
    var lines = [".PP"]
    for next in content.split(separator: "\n", omittingEmptySubsequences: false) {
      if next.isEmpty {
        lines.append(".PP")
      } else if next.hasPrefix(" ") {
        lines += code(String(next.drop { $0 == " " }))
      } else {
        lines.append(line(String(next)))
      }
    }
    return lines
  }

  /// A line that is shown as typed.
  static func code(_ content: String) -> [String] {
    [".RS 4", ".nf", line(content), ".fi", ".RE"]
  }

  /// A term with its meaning below it.
  static func row(term: String, _ meaning: String) -> [String] {
    [".TP", ".B \(text(term))", line(meaning)]
  }

  /// The explanation of a value, with the allowed values and the default.
  static func phrase(
    _ help: String, _ value: ValueDeclaration?, _ fallback: String? = nil
  ) -> String {
    help + remarks(value, fallback)
  }
}
