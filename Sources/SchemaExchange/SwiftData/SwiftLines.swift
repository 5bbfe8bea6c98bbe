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

  /// Adds a text to the last line.
  mutating func end(with text: String) {
    guard let last = lines.indices.last else { return }
    lines[last] += text
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

  /// Adds lines one step further in, between a head that opens a brace and its end; what follows
  /// the colon of a head that is too long stands on a line of its own.
  mutating func braces(_ head: String, _ body: (inout SwiftLines) -> Void) {
    let parts = head.split(separator: ": ", maxSplits: 1)
    if head.count + 2 > room, parts.count == 2 {
      add("\(parts[0]):")
      indented { $0.add(String(parts[1])) }
      add("{")
    } else {
      add(head + " {")
    }
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
      for element in elements { lines.add(element + (elements.count == 1 ? "" : ",")) }
    }
    add("]")
  }

  /// Adds a call: on one line, or with its arguments on lines of their own.
  mutating func call(_ name: String, _ arguments: [SwiftPiece.Argument]) {
    add(.call(name, arguments))
  }

  /// A parameter with its name, its type and its default.
  typealias Parameter = (name: String, type: String, value: SwiftPiece?)

  /// Adds an initializer, its parameters on lines of their own where one is too short for all.
  mutating func initializer(
    _ head: String, _ parameters: [Parameter], _ body: (inout SwiftLines) -> Void
  ) {
    let list = parameters.map { name, type, value in
      "\(name): \(type)" + (value.map { " = \($0.line)" } ?? "")
    }.joined(separator: ", ")
    if head.count + list.count + 4 <= room {
      add("\(head)(\(list)) {")
    } else {
      add("\(head)(")
      indented { lines in
        if list.count <= lines.room { return lines.add(list) }
        for (place, (name, type, value)) in parameters.enumerated() {
          let comma = place == parameters.count - 1 ? "" : ","
          lines.declare(name, type, value, ending: comma, isParameter: true)
        }
      }
      add(") {")
    }
    indented(body)
    add("}")
  }

  /// Adds a function that throws, its parameters on lines of their own where they are too long for one.
  mutating func function(
    _ head: String, _ parameters: [String], _ body: (inout SwiftLines) -> Void
  ) {
    let list = parameters.joined(separator: ", ")
    if head.count + list.count + "() throws {".count <= room {
      add("\(head)(\(list)) throws {")
    } else {
      add("\(head)(")
      indented { lines in
        if list.count <= lines.room { return lines.add(list) }
        for (place, parameter) in parameters.enumerated() {
          lines.add(parameter + (place == parameters.count - 1 ? "" : ","))
        }
      }
      add(") throws {")
    }
    indented(body)
    add("}")
  }
}
