/// Lines of Swift source, indented as swift-format does.
struct SwiftLines {
  /// The most columns that a line may have where there is another way.
  static let width = 100

  private(set) var lines: [String] = []
  private var depth = 0

  /// The lines as a text.
  var text: String { lines.joined(separator: "\n") + "\n" }

  /// How many columns are left at this depth.
  var room: Int { Self.width - depth * 2 }

  /// Adds a line; an empty one has no spaces.
  mutating func add(_ line: String = "") {
    lines.append(line.isEmpty ? "" : String(repeating: "  ", count: depth) + line)
  }

  /// Adds a comment, folded where it is too long for one line.
  mutating func comment(_ text: String, mark: String = "//") {
    var line = mark
    for word in text.split(whereSeparator: \.isWhitespace) {
      if line.count + word.count + 1 > room, line != mark {
        add(line)
        line = mark
      }
      line += " " + word
    }
    if line != mark { add(line) }
  }

  /// Adds lines one step further in, between a head that opens a brace and its end.
  mutating func braces(_ head: String, _ body: (inout SwiftLines) -> Void) {
    add(head + " {")
    indented(body)
    add("}")
  }

  /// Adds lines one step further in.
  mutating func indented(_ body: (inout SwiftLines) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  /// Adds a list in brackets: on one line, or one element a line where that is too long.
  mutating func list(_ elements: [String]) {
    let line = "[\(elements.joined(separator: ", "))]"
    // swift-format counts the comma that would follow the last of several lines.
    guard line.count >= room else { return add(line) }
    add("[")
    indented { lines in
      for element in elements { lines.add(element + ",") }
    }
    add("]")
  }

  /// Adds a call: on one line, or with its arguments on lines of their own, as many as fit.
  mutating func call(_ name: String, _ arguments: [String], ending: String = "") {
    let line = "\(name)(\(arguments.joined(separator: ", ")))\(ending)"
    guard line.count > room else { return add(line) }
    add("\(name)(")
    // What follows the parenthesis stands with it on a line of its own.
    let inner = arguments.joined(separator: ", ") + (ending.isEmpty ? ")" : "")
    indented { lines in
      if inner.count <= lines.room { return lines.add(inner) }
      for (place, argument) in arguments.enumerated() {
        lines.add(argument + (place == arguments.count - 1 ? "" : ","))
      }
    }
    if inner.count > room - 2 || !ending.isEmpty { add(")" + ending) }
  }

  /// Adds an assignment: on one line, or with its value on the next where that is too long.
  mutating func assignment(of value: String, to target: String) {
    let line = "\(target) = \(value)"
    guard line.count > room else { return add(line) }
    add("\(target) =")
    indented { $0.add(value) }
  }
}
