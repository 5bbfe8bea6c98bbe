/// A story of commands and their output, as a file that a person can read.
///
/// ```
/// A mistake is shown with its line.
///
/// $ migrate lint V1.yaml
/// | V1.yaml:3:5: error: …
/// ! 1 error
/// > 1
///
/// -- V1.yaml --
/// schema: Library
/// ```
///
/// After `$` stands a line for the shell. What it must print follows: `|` before the lines of the
/// standard output, `!` before the lines of the standard error, `>` before the exit status, which is
/// 0 if it is left out. The order of the streams among each other is not checked. Every other line
/// before the first `-- name --` is prose. The sections after it are files that exist before the
/// first command.
package struct CommandCase: Sendable {
  /// The file's name without its ending.
  package let name: String
  /// The path of the file; nil for a story that is written in a test.
  package let path: String?
  /// The prose and the commands, in order.
  var items: [Item]
  /// The sections, as they stand in the file.
  let sections: [Section]

  /// A part of the story.
  enum Item: Sendable {
    case prose(String)
    case step(Step)
  }

  /// A command with its output.
  struct Step: Hashable, Sendable {
    var command: String
    var output: [String] = []
    var error: [String] = []
    var status: Int32 = 0
  }

  /// A file that exists from the beginning.
  struct Section: Sendable {
    var name: String
    var text: String
  }
}

extension CommandCase.Step {
  /// The step as it stands in the file.
  var lines: [String] {
    ["$ " + command] + output.map { Self.marked("|", $0) } + error.map { Self.marked("!", $0) }
      + (status == 0 ? [] : ["> \(status)"])
  }

  /// A marker and a line, without a blank at the end of the line.
  private static func marked(_ marker: String, _ line: String) -> String {
    line.isEmpty ? marker : marker + " " + line
  }
}

// MARK: - Reading and writing

extension CommandCase {
  /// Reads a story; lines that cannot be understood count as prose.
  package init(name: String, path: String? = nil, text: String) {
    self.name = name
    self.path = path
    var items: [Item] = []
    var sections: [Section] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        sections.append(Section(name: String(line.dropFirst(3).dropLast(3)), text: ""))
      } else if let last = sections.indices.last {
        sections[last].text += line + "\n"
      } else {
        items.add(String(line))
      }
    }
    // The last line ends with a line break, after which there is nothing.
    if let last = sections.indices.last { sections[last].text.removeLast() }
    self.items = items
    self.sections = sections
  }

  /// The story as it stands in the file.
  var text: String {
    let lines = items.flatMap { item in
      switch item {
      case .prose(let line): [line]
      case .step(let step): step.lines
      }
    }
    return lines.joined(separator: "\n") + (sections.isEmpty ? "" : "\n")
      + sections.map { "-- \($0.name) --\n" + $0.text }.joined()
  }
}

extension [CommandCase.Item] {
  fileprivate mutating func add(_ line: String) {
    guard !line.hasPrefix("$ ") else {
      return append(.step(CommandCase.Step(command: String(line.dropFirst(2)))))
    }
    guard case .step(var step) = last, let marker = line.first, "|!>".contains(marker) else {
      return append(.prose(line))
    }
    let content = String(line.dropFirst(line.dropFirst().first == " " ? 2 : 1))
    switch marker {
    case "|": step.output.append(content)
    case "!": step.error.append(content)
    default: step.status = Int32(content) ?? -1
    }
    self[count - 1] = .step(step)
  }
}
