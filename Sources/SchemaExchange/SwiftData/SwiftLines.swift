/// Lines of Swift source, indented in the style of swift-format.
struct SwiftLines {
  /// The maximum number of columns, unless a line cannot be broken.
  static let width = 100

  private(set) var lines: [String] = []
  private var depth = 0

  /// The lines as a text.
  var text: String { lines.joined(separator: "\n") + "\n" }

  /// The number of columns that are available at this depth.
  var room: Int { Self.width - depth * 2 }

  /// Adds a line; an empty line is not indented.
  mutating func add(_ line: String = "") {
    lines.append(line.isEmpty ? "" : String(repeating: "  ", count: depth) + line)
  }

  /// Appends a text to the last line.
  mutating func end(with text: String) {
    guard let last = lines.indices.last else { return }
    lines[last] += text
  }

  /// Adds a comment, wrapped if it is too long for one line.
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

  /// Adds indented lines in braces after a head.
  ///
  /// If the head is too long, the part after its colon is placed on a separate line.
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

  /// Adds indented lines.
  mutating func indented(_ body: (inout SwiftLines) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  /// Adds a list in brackets: on one line, or with one element a line if it is too long.
  mutating func list(_ elements: [String]) {
    let line = "[\(elements.joined(separator: ", "))]"
    // swift-format counts the trailing comma of a broken list, even if the list is on one line.
    guard line.count >= room else { return add(line) }
    add("[")
    indented { lines in
      for element in elements { lines.add(element + (elements.count == 1 ? "" : ",")) }
    }
    add("]")
  }

  /// Adds a call: on one line, or with its arguments on separate lines.
  mutating func call(_ name: String, _ arguments: [SwiftPiece.Argument]) {
    add(.call(name, arguments))
  }

  /// A parameter with its name, its type and its default.
  typealias Parameter = (name: String, type: String, value: SwiftPiece?)

  /// Adds an initializer; parameters that do not fit on one line are placed on separate lines.
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

  /// Adds a throwing function; parameters that do not fit on one line are placed on separate lines.
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
