extension SwiftLines {
  /// Adds a value after a prefix: on the same line, or broken in the style of swift-format.
  mutating func add(_ piece: SwiftPiece, behind prefix: String = "", ending: String = "") {
    if fits(piece, behind: prefix, ending) { return add(prefix + piece.line + ending) }
    switch piece {
    case .text(let text): addFolded(text, behind: prefix, ending: ending)
    case .member(let base, let name):
      add(prefix + base)
      indented { $0.add(".\(name)\(ending)") }
    case .keyPath(let root, let name):
      add(prefix + "\\" + root)
      add(".\(name)\(ending)")
    case .call(let name, let arguments, let suffix) where !arguments.isEmpty:
      let end = ")" + suffix + ending
      if let elements = arguments.loneList {
        return add(.list(elements), behind: "\(prefix)\(name)(", ending: end)
      }
      add("\(prefix)\(name)(")
      add(arguments, ending: end)
    case .list(let elements) where !elements.isEmpty:
      add(prefix + "[")
      indented { $0.add(elements) }
      add("]" + ending)
    case .word, .call, .list: add(prefix + piece.line + ending)
    }
  }

  /// Adds indented arguments: all on one line if they fit, else one a line.
  private mutating func add(_ arguments: [SwiftPiece.Argument], ending: String) {
    let line = arguments.map(\.line).joined(separator: ", ") + ending
    let width = line.count + arguments.reduce(0) { $0 + $1.value.commas }
    var isEndingAlone = false
    indented { lines in
      if width <= lines.room { return lines.add(line) }
      for (place, argument) in arguments.enumerated() {
        let isLast = place == arguments.count - 1
        isEndingAlone = lines.breaksBehindLabel(argument, isLast ? ending : ",")
        lines.add(argument, ending: isLast ? isEndingAlone ? "" : ending : ",")
      }
    }
    if isEndingAlone { add(ending) }
  }

  private mutating func add(_ argument: SwiftPiece.Argument, ending: String) {
    guard let label = argument.label, breaksBehindLabel(argument, ending) else {
      return add(argument.value, behind: argument.prefix, ending: ending)
    }
    add("\(label):")
    indented { $0.add(argument.value, ending: ending) }
  }

  /// Whether an unbreakable value is placed on the line below its label.
  private func breaksBehindLabel(_ argument: SwiftPiece.Argument, _ ending: String) -> Bool {
    guard argument.label != nil, argument.value.opening == nil, !fits(argument.line + ending)
    else { return false }
    if case .text = argument.value { return fits("  " + argument.value.line + ending) }
    return true
  }

  /// Adds the elements of a list: several words a line, but any other elements one a line.
  private mutating func add(_ elements: [SwiftPiece]) {
    // A trailing comma follows only if the list has several elements.
    let comma = elements.count == 1 ? "" : ","
    guard elements.allSatisfy(\.isWord) else {
      for element in elements { add(element, ending: comma) }
      return
    }
    var line = ""
    for element in elements {
      let longer = line + (line.isEmpty ? "" : " ") + element.line + comma
      if !line.isEmpty, !fits(longer) {
        add(line)
        line = element.line + comma
      } else {
        line = longer
      }
    }
    add(line)
  }

  /// Adds a multi-line string literal whose value is a single line.
  private mutating func addFolded(
    _ text: String, behind prefix: String, ending: String, isIndented: Bool = true
  ) {
    add(prefix + "\"\"\"")
    func fold(_ lines: inout SwiftLines) {
      for line in SwiftSpelling.folded(text, width: lines.room) { lines.add(line) }
      lines.add("\"\"\"" + ending)
    }
    // Opening quotes at the start of a line are aligned with the closing quotes.
    if prefix.isEmpty || !isIndented { fold(&self) } else { indented(fold) }
  }

  // MARK: Declarations

  /// Adds a declaration of a name with a type, and with an initial value if there is one.
  mutating func declare(
    _ head: String, _ type: String, _ value: SwiftPiece? = nil, ending: String = "",
    isParameter: Bool = false
  ) {
    let typed = "\(head): \(type)"
    guard fits(typed + (value == nil ? ending : " =")) else {
      add("\(head):")
      return indented { lines in
        if let value {
          lines.assign(value, to: type, ending: ending, isParameter: isParameter)
        } else {
          lines.add(type + ending)
        }
      }
    }
    guard let value else { return add(typed + ending) }
    assign(value, to: typed, ending: ending, isParameter: isParameter)
  }

  /// Adds an assignment: on one line, with its value broken, or with an unbreakable value on the next line.
  mutating func assign(
    _ value: SwiftPiece, to target: String, ending: String = "", isParameter: Bool = false
  ) {
    let prefix = "\(target) = "
    if fits(value, behind: prefix, ending) { return add(prefix + value.line + ending) }
    if let opening = value.opening, fits(prefix + opening) {
      return add(value, behind: prefix, ending: ending)
    }
    if case .text(let text) = value, !fits("  " + value.line + ending), fits(prefix + "\"\"\"") {
      // After a parameter, swift-format aligns the text with the parameter itself.
      return addFolded(text, behind: prefix, ending: ending, isIndented: !isParameter)
    }
    add("\(target) =")
    indented { $0.add(value, ending: ending) }
  }

  /// Adds a case of an enumeration, with its raw value if one is given.
  mutating func enumCase(_ name: String, _ value: SwiftPiece? = nil) {
    let line = "case \(name)"
    guard fits(line + (value == nil ? "" : " =")) else {
      add("case")
      return indented { lines in
        guard let value else { return lines.add(name) }
        lines.add("\(name) =")
        lines.add(value)
      }
    }
    if let value { assign(value, to: line) } else { add(line) }
  }

  /// Whether a line fits at this depth.
  private func fits(_ line: String) -> Bool { line.count <= room }

  /// Whether a value fits on one line together with its prefix and ending.
  private func fits(_ piece: SwiftPiece, behind prefix: String, _ ending: String) -> Bool {
    prefix.count + piece.line.count + ending.count + piece.commas <= room
  }
}

extension SwiftPiece {
  /// The number of trailing commas that lists would have if they were broken.
  ///
  /// swift-format counts these commas even if the lists are on one line.
  fileprivate var commas: Int {
    switch self {
    case .word, .text, .member, .keyPath: 0
    case .call(_, let arguments, _): arguments.reduce(0) { $0 + $1.value.commas }
    case .list(let elements): elements.reduce(elements.count > 1 ? 1 : 0) { $0 + $1.commas }
    }
  }

  fileprivate var isWord: Bool { if case .word = self { true } else { false } }
}
