internal import Diagnostics

extension YAMLEdit {
  /// The changes that turn the content of one YAML text into the content of another.
  ///
  /// ```swift
  /// YAMLEdit.changes(from: "entities: {Book: {}}", to: "entities: {Book: {}, Note: {}}")
  /// // [.set(key: "Note", value: "{}", in: ["entities"])]
  /// ```
  ///
  /// The order of keys does not matter. The result is empty if a text is not valid YAML.
  package static func changes(from old: String, to new: String) -> [YAMLEdit] {
    guard let old = YAMLLayout(Array(old.unicodeScalars))?.root,
      let new = YAMLLayout(Array(new.unicodeScalars))?.root
    else { return [] }
    return changes(from: old, to: new, at: [])
  }

  private static func changes(
    from old: YAMLLayout.Node, to new: YAMLLayout.Node, at path: [String]
  ) -> [YAMLEdit] {
    if old.notation == new.notation { return [] }
    guard case (.mapping(let before), .mapping(let after)) = (old.content, new.content) else {
      return elements(from: old, to: new, at: path) ?? additions(of: new, at: path)
    }
    let gone = before.filter { pair in !after.contains { $0.key.text == pair.key.text } }
    return after.flatMap { pair -> [YAMLEdit] in
      let place = path + [pair.key.notation]
      guard let known = before.first(where: { $0.key.text == pair.key.text }) else {
        return additions(of: pair.value, at: place)
      }
      return changes(from: known.value, to: pair.value, at: place)
    } + gone.map { .unset(key: $0.key.notation, in: path) }
  }

  /// The changes of a list to which elements are only appended, and from which others are removed; nil if
  /// their order, which has no meaning in `removed`, differs too.
  private static func elements(
    from old: YAMLLayout.Node, to new: YAMLLayout.Node, at path: [String]
  ) -> [YAMLEdit]? {
    guard case (.sequence(let before), .sequence(let after)) = (old.content, new.content) else {
      return nil
    }
    let (known, wanted) = (before.map(\.notation), after.map(\.notation))
    let added = after.filter { !known.contains($0.notation) }
    let isInOrder = known.filter(wanted.contains) + added.map(\.notation) == wanted
    guard isInOrder || path.first == "removed" else { return nil }
    return added.map { .append(value: $0.line, to: path) }
      + before.filter { !wanted.contains($0.notation) }.map {
        .remove(value: $0.line, from: path, keepingEmptyList: false)
      }
  }

  /// The changes that write a value with a line for each key, as the text of the value does.
  private static func additions(of node: YAMLLayout.Node, at path: [String]) -> [YAMLEdit] {
    guard case .mapping(let pairs) = node.content, !node.isFlow, !pairs.isEmpty else {
      return path.last.map { [.set(key: $0, value: node.line, in: path.dropLast())] } ?? []
    }
    return pairs.flatMap { additions(of: $0.value, at: path + [$0.key.notation]) }
  }

  /// The change as advice: `write 'pages: int?' under 'entities: Book: attributes:'`.
  package var advice: String {
    func block(_ path: [String]) -> String {
      path.isEmpty ? "at the beginning of a line" : "under '\(path.joined(separator: ": ")):'"
    }
    return switch self {
    case .set(let key, let value, let path): "write '\(key): \(value)' \(block(path))"
    case .unset(let key, let path): "delete '\(key)' \(block(path))"
    // An exception at the end of another line must not hold for it.
    case .append(let value, let path):
      "add '- \(value)' to the list \(block(path)), on a line of its own"
    case .remove(let value, let path, _): "delete '\(value)' in the list \(block(path))"
    case .rename(let path, let name):
      "write '\(name)' in place of '\(path.last ?? "")' \(block(path.dropLast()))"
    case .move(let key, let other, let path): "move '\(key)' before '\(other)' \(block(path))"
    }
  }
}

extension YAMLEditor {
  /// A text after some changes, one after another; nil if one of them cannot be made without changing
  /// something else.
  package static func text(_ text: String, file: String, after edits: [YAMLEdit]) -> String? {
    edits.reduce(text) { text, edit in
      text.flatMap { text in
        YAMLEditor(text: text, file: file)?.edits(for: edit).flatMap(TextLines(text).applying)
      }
    }
  }
}

extension YAMLLayout.Node {
  /// The value on one line, as inside brackets and braces.
  fileprivate var line: String {
    switch content {
    case .scalar(let text, .plain):
      text.contains { ",[]{}".contains($0) } ? YAMLScalar.quoted(text) : text
    case .scalar(let text, _): YAMLScalar.quoted(text)
    case .alias: "*"
    case .sequence(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .mapping(let pairs):
      "{" + pairs.map { "\($0.key.line): \($0.value.line)" }.joined(separator: ", ") + "}"
    }
  }
}
