internal import Diagnostics

// MARK: - Keys

extension YAMLEditor {
  func unset(_ key: String, in path: [String]) -> [Replacement]? {
    guard let node = findWhole(path),
      let position = node.pairs.firstIndex(where: { $0.key.text == key })
    else { return nil }
    let parts = node.pairs.map {
      $0.key.range.lowerBound..<YAMLLayout.Node(block: $0).range.upperBound
    }
    return (node.isFlow ? removeFromFlow(position, parts) : removeLines(parts[position]))
      .map { [$0] }
  }
}

// MARK: - Elements

extension YAMLEditor {
  func remove(
    _ value: String, from path: [String], keepingEmptyList keepsEmptyList: Bool
  ) -> [Replacement]? {
    // A name that YAML reads as null is not a text unless it is quoted.
    let wanted = YAMLLayout(Array(value.unicodeScalars))?.root.notation ?? value
    guard let node = findWhole(path), case .sequence(let elements) = node.content,
      let position = elements.firstIndex(where: { $0.notation == wanted })
    else { return nil }
    if elements.count == 1 {
      if !keepsEmptyList, let name = path.last {
        return unset(name, in: Array(path.dropLast()))
      }
      return node.isFlow ? [Replacement(node.range, "[]")] : nil
    }
    if node.isFlow { return removeFromFlow(position, elements.map(\.range)).map { [$0] } }
    // The dash is before the element, on the same line.
    return removeLines(elements[position].range, dashed: true).map { [$0] }
  }
}

// MARK: - Parts

extension YAMLEditor {
  /// Removes a part from brackets or braces, together with the comma next to it; nil if a comment is between
  /// them.
  private func removeFromFlow(_ position: Int, _ parts: [Range<Int>]) -> Replacement? {
    let part = parts[position]
    let range =
      position > 0
      ? parts[position - 1].upperBound..<part.upperBound
      : parts.count > 1 ? part.lowerBound..<parts[1].lowerBound : part
    let gap = lines.scalars[range].indices.filter { !part.contains($0) }
    guard !gap.contains(where: { lines.scalars[$0] == "#" }) else { return nil }
    return Replacement(range, "")
  }

  /// Removes the lines of a part; nil if it shares a line with something else.
  private func removeLines(_ part: Range<Int>, dashed: Bool = false) -> Replacement? {
    let start = lines.startOfLine(at: part.lowerBound)
    let before = lines.scalars[start..<part.lowerBound].filter { $0 != " " }
    guard before == (dashed ? ["-"] : []) else { return nil }
    let end = lines.startOfNextLine(at: max(part.lowerBound, part.upperBound - 1))
    // At the end of a text without a final line break, the previous line break is removed.
    if end == lines.scalars.count, start > 0, lines.endOfLine(at: part.lowerBound) == end,
      part.upperBound > start
    {
      return Replacement(lines.endOfLine(at: start - 1)..<end, "")
    }
    return Replacement(start..<end, "")
  }
}

// MARK: - Comments

extension YAMLEditor {
  /// The comments that an edit deletes, and those directly above the lines that it deletes.
  ///
  /// Open questions are not among them.
  package func comments(deletedBy edit: YAMLEdit) -> [String] {
    (replacements(for: edit) ?? []).filter(\.text.isEmpty).flatMap { replacement in
      let start = startOfComments(above: replacement.range.lowerBound)
      let text = textWithoutValues(start..<replacement.range.upperBound)
      let questions = Set(OpenQuestion.all(in: text, file: "").flatMap(\.lines))
      let all = text.split(separator: lines.lineBreak, omittingEmptySubsequences: false)
      return all.enumerated().filter { !questions.contains($0.offset + 1) }.compactMap { _, line in
        let start = line.hasPrefix("#") ? line.startIndex : line.firstRange(of: " #")?.lowerBound
        return start.map { String(line[$0...].drop { $0 == " " }) }
      }
    }
  }
}

extension YAMLEditor {
  /// The text with another sign for each `#` within a value.
  private func textWithoutValues(_ range: Range<Int>) -> String {
    var scalars = lines.scalars[range]
    for leaf in layout.root.leaves.map({ $0.range.clamped(to: range) }) {
      for index in leaf where scalars[index] == "#" { scalars[index] = "_" }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension YAMLLayout.Node {
  /// The scalars in the value.
  fileprivate var leaves: [YAMLLayout.Node] {
    switch content {
    case .scalar: [self]
    case .alias: []
    case .sequence(let elements): elements.flatMap(\.leaves)
    case .mapping(let pairs): pairs.flatMap { [$0.key] + $0.value.leaves }
    }
  }
}

// MARK: - Order

extension YAMLEditor {
  func move(_ key: String, before other: String, in path: [String]) -> [Replacement]? {
    guard let node = findWhole(path),
      let source = node.pairs.firstIndex(where: { $0.key.text == key }),
      let target = node.pairs.firstIndex(where: { $0.key.text == other }), target < source
    else { return nil }
    let parts = node.pairs.map { YAMLLayout.Node(block: $0).range }
    guard !node.isFlow else {
      guard let removal = removeFromFlow(source, parts) else { return nil }
      let text = self.text(parts[source]) + ", "
      return [Replacement(at: parts[target].lowerBound, text), removal]
    }
    guard let moved = linesWithComments(node.pairs[source]),
      let place = linesWithComments(node.pairs[target])
    else { return nil }
    var text = self.text(moved)
    var removed = moved
    if !text.hasSuffix(lines.lineBreak) {
      text += lines.lineBreak
      removed = lines.endOfLine(at: moved.lowerBound - 1)..<moved.upperBound
    }
    return [Replacement(at: place.lowerBound, text), Replacement(removed, "")]
  }

  /// The lines of a pair, and the comments directly above with the same indentation.
  private func linesWithComments(_ pair: YAMLLayout.Pair) -> Range<Int>? {
    guard beginsLine(pair.key), let end = endOfLines(of: .init(block: pair)) else { return nil }
    let start = lines.startOfLine(at: pair.key.range.lowerBound)
    return startOfComments(above: start)..<lines.startOfNextLine(at: end)
  }

  /// The start of the comments directly above a line, with the same indentation; the place itself if it does
  /// not begin a line.
  private func startOfComments(above place: Int) -> Int {
    guard lines.startOfLine(at: place) == place else { return place }
    let column = lines.scalars[place...].prefix { $0 == " " }.count
    var start = place
    while start > 0 {
      let above = lines.startOfLine(at: start - 1)
      let blanks = lines.scalars[above..<start].prefix { $0 == " " }.count
      guard blanks == column, lines.scalars[above + blanks] == "#" else { break }
      start = above
    }
    return start
  }

  private func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: lines.scalars[range])
    return String(view)
  }
}
