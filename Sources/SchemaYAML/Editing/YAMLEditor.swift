package import Diagnostics

/// Turns changes of YAML content into edits of the text.
///
/// Everything else stays as it is: comments, order, quotes, line breaks, and flow or block style.
///
/// ```swift
/// let editor = YAMLEditor(text: text, file: "V1.yaml")
/// editor?.edits(for: .set(key: "delete", value: "nullify", in: path))
/// // notes: {toMany: Note}  ->  notes: {toMany: Note, delete: nullify}
/// ```
package struct YAMLEditor {
  let lines: TextLines
  let layout: YAMLLayout
  private let file: String

  /// An editor of a text; nil if the text is not valid YAML.
  package init?(text: String, file: String) {
    lines = TextLines(text)
    guard let layout = YAMLLayout(lines.scalars) else { return nil }
    self.layout = layout
    self.file = file
  }

  /// The edits of the text; nil if the change cannot be made without changing something else.
  package func edits(for edit: YAMLEdit) -> [TextFix.Edit]? {
    replacements(for: edit)?.map { replacement in
      TextFix.Edit(
        from: lines.location(of: replacement.range.lowerBound, in: file),
        to: lines.location(of: replacement.range.upperBound, in: file), replacement.text)
    }
  }

  /// The number of keys of a path that the text has.
  package func depth(of path: [String]) -> Int { path.count - (find(path)?.missing.count ?? 0) }

  /// Whether a part of the path is an alias or has an anchor, so that it is used in several places.
  package func isShared(_ path: [String]) -> Bool {
    path.indices.contains { find(Array(path[...$0])) == nil }
  }

  func replacements(for edit: YAMLEdit) -> [Replacement]? {
    switch edit {
    case .set(let key, let value, let path): set(key, to: value, in: path)
    case .unset(let key, let path): unset(key, in: path)
    case .append(let value, let path): append(value, to: path)
    case .remove(let value, let path, let keepsEmptyList):
      remove(value, from: path, keepingEmptyList: keepsEmptyList)
    case .rename(let path, let name): rename(path, to: name)
    case .move(let key, let other, let path): move(key, before: other, in: path)
    }
  }
}

/// A range of the text and its replacement.
struct Replacement {
  var range: Range<Int>
  var text: String

  init(_ range: Range<Int>, _ text: String) {
    self.range = range
    self.text = text
  }

  /// An insertion at an offset.
  init(at offset: Int, _ text: String) { self.init(offset..<offset, text) }
}

// MARK: - Finding parts

extension YAMLEditor {
  /// The result of following a path, as far as the text has it.
  struct Target {
    /// The innermost existing value.
    var node: YAMLLayout.Node
    /// The key of the value; nil for the whole document and for list elements.
    var key: YAMLLayout.Node?
    /// The missing keys.
    var missing: ArraySlice<String>
  }

  /// The part at a path; nil if the path leads through an alias or an anchor.
  func find(_ path: [String]) -> Target? {
    var target = Target(node: layout.root, key: nil, missing: path[...])
    while let next = target.missing.first {
      if target.node.isShared { return nil }
      switch target.node.content {
      case .mapping(let pairs):
        guard let pair = pairs.first(where: { $0.key.text == next }) else { return target }
        (target.node, target.key) = (pair.value, pair.key)
      case .sequence(let elements):
        guard let position = Int(next), elements.indices.contains(position) else { return nil }
        (target.node, target.key) = (elements[position], nil)
      case .scalar, .alias: return target
      }
      target.missing = target.missing.dropFirst()
    }
    return target.node.isShared ? nil : target
  }

  /// The part at a path; nil unless the whole path exists.
  func findWhole(_ path: [String]) -> YAMLLayout.Node? {
    guard let target = find(path), target.missing.isEmpty else { return nil }
    return target.node
  }

  private func rename(_ path: [String], to name: String) -> [Replacement]? {
    guard let target = find(path), target.missing.isEmpty, let key = target.key else { return nil }
    return [Replacement(key.range, YAMLScalar.text(name, isWithinFlow: true))]
  }

  /// Whether a value is the first thing on its line.
  func beginsLine(_ node: YAMLLayout.Node) -> Bool {
    lines.scalars[lines.startOfLine(at: node.range.lowerBound)..<node.range.lowerBound]
      .allSatisfy { $0 == " " }
  }

  /// The indentation of a value: as many spaces as there are characters before it on its line.
  func indentation(of node: YAMLLayout.Node) -> String {
    String(repeating: " ", count: lines.column(of: node.range.lowerBound))
  }

  /// The place where a line can be added below a value; nil below a block that keeps its trailing empty
  /// lines.
  func endOfLines(of node: YAMLLayout.Node) -> Int? {
    if case .scalar(_, .block) = lastLeaf(of: node).content {
      let start = lastLeaf(of: node).range.lowerBound
      if lines.scalars[start..<lines.endOfLine(at: start)].contains("+") { return nil }
    }
    return lines.endOfLine(at: max(node.range.lowerBound, node.range.upperBound - 1))
  }

  private func lastLeaf(of node: YAMLLayout.Node) -> YAMLLayout.Node {
    var leaf = node
    while !leaf.isFlow {
      switch leaf.content {
      case .mapping(let pairs):
        guard let last = pairs.last else { return leaf }
        leaf = last.value
      case .sequence(let elements):
        guard let last = elements.last else { return leaf }
        leaf = last
      case .scalar, .alias: return leaf
      }
    }
    return leaf
  }
}
