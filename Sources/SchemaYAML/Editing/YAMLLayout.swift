/// The values of a YAML text with their start and end.
struct YAMLLayout {
  /// A value.
  struct Node {
    /// The content of the value.
    var content: Content
    /// The range in Unicode scalars; a block extends to the end of its last value.
    var range: Range<Int>
    /// Whether the value is written in brackets or braces.
    var isFlow = false
    /// Whether the value is an alias or has an anchor: an edit would change other places too.
    var isShared = false
  }

  /// The content of a value.
  enum Content {
    case scalar(String, YAMLNode.Style)
    case alias
    case sequence([Node])
    case mapping([Pair])
  }

  /// A key and its value.
  struct Pair {
    var key: Node
    var value: Node
  }

  /// The value of the document.
  let root: Node

  /// The layout of a text; nil if the text is empty or not valid YAML.
  init?(_ scalars: [Unicode.Scalar]) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    let bytes = Array(String(view).utf8)
    // The text was read before, and its problems are reported already.
    guard (try? YAMLDocument(parsing: bytes, at: .file(""))) != nil else { return nil }
    var builder = Builder(scalars: scalars)
    guard let root = try? withEvents(of: bytes, { try builder.root(of: &$0) }) else { return nil }
    self.root = root
  }
}

extension YAMLLayout.Node {
  /// The text of a scalar.
  var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// The keys and values of a mapping; empty for any other value.
  var pairs: [YAMLLayout.Pair] { if case .mapping(let pairs) = content { pairs } else { [] } }

  /// Whether the value is null: an empty value, `~` or `null`, without quotes.
  var isNull: Bool {
    guard case .scalar(let text, .plain) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The value in the form of one line, for comparison with another value.
  var notation: String {
    switch content {
    case .scalar(let text, _): text
    case .alias: "*"
    case .sequence(let elements): "[" + elements.map(\.notation).joined(separator: ", ") + "]"
    case .mapping(let pairs):
      "{" + pairs.map { "\($0.key.notation): \($0.value.notation)" }.joined(separator: ", ") + "}"
    }
  }
}

// MARK: - From events

/// Builds a layout from events, with an explicit stack instead of recursion.
private struct Builder {
  /// A list or mapping that has begun but not ended.
  private struct Frame {
    var isMapping: Bool
    var start: Int
    var isFlow: Bool
    var isShared: Bool
    var nodes: [YAMLLayout.Node] = []
  }

  private let scalars: [Unicode.Scalar]
  private var stack: [Frame] = []
  private var result: YAMLLayout.Node?

  init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func root(of events: inout YAMLEvents) throws -> YAMLLayout.Node? {
    while true {
      let event = try events.next()
      switch event.kind {
      case .streamStart, .documentStart, .documentEnd: continue
      case .streamEnd: return result
      case .scalar(let text, let style): attach(scalar(text, style, event))
      case .alias:
        attach(.init(content: .alias, range: range(of: event), isShared: true))
      case .sequenceStart: open(event, isMapping: false)
      case .mappingStart: open(event, isMapping: true)
      case .sequenceEnd, .mappingEnd: close(event)
      }
    }
  }

  private func range(of event: YAMLEvent) -> Range<Int> {
    event.mark.offset..<max(event.mark.offset, event.end.offset)
  }

  private func scalar(
    _ text: String, _ style: YAMLNode.Style, _ event: YAMLEvent
  ) -> YAMLLayout.Node {
    var range = range(of: event)
    // The event of a block ends at the start of the next line.
    while !range.isEmpty, scalars[range.upperBound - 1].properties.isWhitespace {
      range = range.lowerBound..<(range.upperBound - 1)
    }
    return .init(content: .scalar(text, style), range: range, isShared: event.anchor != nil)
  }

  private mutating func open(_ event: YAMLEvent, isMapping: Bool) {
    stack.append(
      Frame(
        isMapping: isMapping, start: event.mark.offset, isFlow: event.isFlow,
        isShared: event.anchor != nil))
  }

  private mutating func close(_ event: YAMLEvent) {
    guard let frame = stack.popLast() else { return }
    // The event that ends a block is at the start of the next value.
    let end = frame.isFlow ? event.end.offset : frame.nodes.last?.range.upperBound ?? frame.start
    attach(
      .init(
        content: frame.isMapping
          ? .mapping(Self.pairs(frame.nodes)) : .sequence(frame.nodes),
        range: frame.start..<max(frame.start, end), isFlow: frame.isFlow,
        isShared: frame.isShared))
  }

  private static func pairs(_ nodes: [YAMLLayout.Node]) -> [YAMLLayout.Pair] {
    stride(from: 0, to: nodes.count - 1, by: 2).map { .init(key: nodes[$0], value: nodes[$0 + 1]) }
  }

  private mutating func attach(_ node: YAMLLayout.Node) {
    if stack.isEmpty {
      result = node
    } else {
      stack[stack.count - 1].nodes.append(node)
    }
  }
}
