package import Diagnostics

/// A complete YAML file: its value, and the problems that do not hide the rest.
package struct YAMLDocument {
  /// The value.
  package var root: YAMLNode
  /// Problems such as duplicate keys, of which the first counts.
  package var problems: [Diagnostic]
  /// The values that were left out because of their keys, by the paths of keys.
  ///
  /// An invalid key, such as `<<`, is the empty text here.
  var omissions: [[String]]
}

extension YAMLDocument {
  /// The origin of a parsed text: a file, or a part of a line in a file.
  enum Origin {
    /// A complete file with that name.
    case file(String)
    /// A part of a line, beginning at that place.
    case inline(SourceLocation)

    /// The file.
    var file: String {
      switch self {
      case .file(let name): name
      case .inline(let start): start.file
      }
    }

    /// The place of a mark in the file.
    func location(_ mark: YAMLMark) -> SourceLocation {
      switch self {
      case .file(let name): SourceLocation(file: name, line: mark.line, column: mark.column)
      case .inline(let start):
        SourceLocation(
          file: start.file, line: start.line,
          column: mark.line == 1 ? start.column + mark.column - 1 : start.column)
      }
    }
  }

  /// Parses a text, under the name that messages use.
  ///
  /// - Throws: a problem that hides everything after it, or makes the text dangerous to read.
  package init(parsing text: String, name: String) throws(DiagnosticsError) {
    try self.init(parsing: Array(text.utf8), at: .file(name))
  }

  /// Parses a text.
  ///
  /// - Throws: a problem that hides everything after it, or makes the text dangerous to read.
  init(
    parsing bytes: [UInt8], at origin: Origin, limits: YAMLLimits = .standard
  ) throws(DiagnosticsError) {
    let start = YAMLMark(line: 1, column: 1)
    let text: YAMLText
    do { text = try YAMLText(bytes, limits: limits) } catch {
      throw DiagnosticsError([error.diagnostic(at: origin.location(start))])
    }
    var composer = YAMLComposer(origin: origin, limits: limits)
    do {
      if let mark = text.directive { throw YAMLComposer.Halt(problem: .directive, mark: mark) }
      let root = try withEvents(of: text.bytes) { events in try composer.compose(&events) }
      self.init(root: root, problems: composer.problems, omissions: composer.omissions)
    } catch {
      let halt = YAMLComposer.Halt(error, in: text)
      let last = halt.problem.diagnostic(at: origin.location(halt.mark))
      throw DiagnosticsError(composer.problems + [last])
    }
  }
}

/// Builds the tree of nodes from events, with an explicit stack instead of recursion.
struct YAMLComposer {
  /// A problem that ends reading.
  struct Halt: Error {
    var problem: YAMLProblem
    var mark: YAMLMark
  }

  /// A list or mapping that has begun but not ended.
  private struct Frame {
    var isMapping: Bool
    var mark: YAMLMark
    var anchor: String?
    /// The number of parts of the lists and mappings around it.
    var start = 0
    var key: Key = .due
    /// The keys; empty while they are few.
    var keys: Set<String> = []
    /// A mark of each key, by which most new keys are known to be new.
    var marks: UInt64 = 0
    /// The size of the content, with aliases followed.
    var extent = Extent()

    /// The number of keys that are sooner compared than hashed.
    static let few = 64

    /// One of 64 marks by the bytes of a key.
    ///
    /// All marks for a key that is not ASCII, which may be equal to one of other bytes.
    static func mark(of key: String) -> UInt64 {
      let mark: UInt64? = unsafe key.utf8.withContiguousStorageIfAvailable { bytes in
        guard unsafe bytes.allSatisfy({ $0 < 0x80 }) else { return .max }
        return unsafe 1 << (bytes.reduce(0) { 7 &* $0 &+ UInt64($1) } % 64)
      }
      return mark ?? .max
    }
  }

  /// The state of a mapping between its keys and values.
  private enum Key {
    case due
    case given(Int32)
    /// The key was refused, and its value will be dropped.
    case refused
  }

  /// The size of a value, with aliases followed.
  private struct Extent {
    var nodes = 1
    var depth = 0

    mutating func enclose(_ inner: Extent) {
      nodes += inner.nodes
      depth = max(depth, inner.depth + 1)
    }
  }

  let origin: YAMLDocument.Origin
  let limits: YAMLLimits
  private(set) var problems: [Diagnostic] = []
  private(set) var omissions: [[String]] = []
  private var stack: [Frame] = []
  private var anchors: [String: (node: Int32, extent: Extent)] = [:]
  private var nodeCount = 0
  private var root: Int32?
  private var values: [YAMLValues.Value] = []
  /// The parts of the lists and mappings that have ended.
  private var parts: [Int32] = []
  /// The parts of the lists and mappings of the stack.
  private var open: [Int32] = []

  init(origin: YAMLDocument.Origin, limits: YAMLLimits) {
    self.origin = origin
    self.limits = limits
  }

  /// The value of the only document.
  mutating func compose(_ events: inout YAMLEvents) throws -> YAMLNode {
    var documents = 0
    while true {
      let event = try events.next()
      switch event.kind {
      case .streamStart, .documentEnd: continue
      case .documentStart:
        documents += 1
        if documents > 1 { throw Halt(problem: .severalDocuments, mark: event.mark) }
      case .streamEnd:
        let start = YAMLMark(line: 1, column: 1)
        guard let root else { throw Halt(problem: .empty, mark: start) }
        let node = YAMLNode(YAMLValues(values, parts: parts, file: origin.file), at: root)
        if node.isNull { throw Halt(problem: .empty, mark: start) }
        return node
      default: try add(event)
      }
    }
  }

  private mutating func add(_ event: YAMLEvent) throws(Halt) {
    if let tag = event.tag { report(.tag(tag), at: event.mark) }
    switch event.kind {
    case .scalar(let text, let style):
      try finish(.scalar(text, style), Extent(), anchor: event.anchor, at: event.mark)
    case .sequenceStart: try open(Frame(isMapping: false, mark: event.mark, anchor: event.anchor))
    case .mappingStart: try open(Frame(isMapping: true, mark: event.mark, anchor: event.anchor))
    case .sequenceEnd, .mappingEnd: try close()
    case .alias(let name): try follow(name, at: event.mark)
    default: break
    }
  }
}

// MARK: - Lists and mappings

extension YAMLComposer {
  private mutating func open(_ frame: Frame) throws(Halt) {
    guard stack.count < limits.depth else {
      throw Halt(problem: .tooDeep(limit: limits.depth), mark: frame.mark)
    }
    stack.append(frame)
    stack[stack.count - 1].start = open.count
  }

  private mutating func close() throws(Halt) {
    guard let frame = stack.popLast() else { return }
    let range = parts.count..<(parts.count + open.count - frame.start)
    parts += open[frame.start...]
    open.removeSubrange(frame.start...)
    try finish(
      frame.isMapping ? .mapping(range) : .sequence(range), frame.extent, anchor: frame.anchor,
      at: frame.mark)
  }

  /// Stores a complete value under its anchor, and adds it to the list or mapping around it.
  private mutating func finish(
    _ content: YAMLValues.Content, _ extent: Extent, anchor: String?, at mark: YAMLMark
  ) throws(Halt) {
    let node = add(content, at: mark)
    if let anchor { anchors[anchor] = (node, extent) }
    try count(1, at: mark)
    attach(node, extent, at: mark)
  }

  private mutating func add(_ content: YAMLValues.Content, at mark: YAMLMark) -> Int32 {
    values.append(YAMLValues.Value(content, at: origin.location(mark)))
    return Int32(values.count - 1)
  }

  private mutating func attach(
    _ node: Int32, _ extent: Extent, at mark: YAMLMark, isAlias: Bool = false
  ) {
    guard let top = stack.indices.last else {
      root = node
      return
    }
    stack[top].extent.enclose(extent)
    guard stack[top].isMapping else { return open.append(node) }
    switch stack[top].key {
    case .due:
      let key = key(from: node, at: mark, in: top, isAlias: isAlias)
      stack[top].key = key
    case .given(let key):
      open.append(key)
      open.append(node)
      stack[top].key = .due
    case .refused: stack[top].key = .due
    }
  }

  private mutating func key(
    from node: Int32, at mark: YAMLMark, in frame: Int, isAlias: Bool
  ) -> Key {
    guard case .scalar(let text, let style) = values[Int(node)].content else {
      return refuse("", because: .complexKey, at: mark)
    }
    if text == "<<", style == .plain { return refuse("", because: .mergeKey, at: mark) }
    if let first = place(ofEarlier: text, in: frame) {
      return refuse(text, because: .duplicateKey(text, first: first), at: mark)
    }
    return .given(isAlias ? add(.scalar(text, style), at: mark) : node)
  }

  /// The place of a key that was given before in the innermost mapping; any other key is noted.
  private mutating func place(ofEarlier key: String, in frame: Int) -> SourceLocation? {
    let mark = Frame.mark(of: key)
    let earlier = stride(from: stack[frame].start, to: open.count, by: 2)
    if stack[frame].marks & mark != 0, stack[frame].keys.isEmpty || stack[frame].keys.contains(key),
      let first = earlier.first(where: { self.key(at: $0) == key })
    {
      return values[Int(open[first])].location(in: origin.file)
    }
    stack[frame].marks |= mark
    if !stack[frame].keys.isEmpty {
      stack[frame].keys.insert(key)
    } else if open.count - stack[frame].start >= 2 * Frame.few {
      stack[frame].keys = Set(earlier.compactMap { self.key(at: $0) } + [key])
    }
    return nil
  }

  /// The text of a key among the parts that are open.
  private func key(at position: Int) -> String? { text(of: open[position]) }

  private func text(of node: Int32) -> String? {
    if case .scalar(let text, _) = values[Int(node)].content { text } else { nil }
  }

  /// Records that the value of a key is left out.
  private mutating func refuse(
    _ key: String, because problem: YAMLProblem, at mark: YAMLMark
  ) -> Key {
    report(problem, at: mark)
    let keys = stack.compactMap { if case .given(let key) = $0.key { text(of: key) } else { nil } }
    omissions.append(keys + [key])
    return .refused
  }
}

// MARK: - Aliases and limits

extension YAMLComposer {
  private mutating func follow(_ name: String, at mark: YAMLMark) throws(Halt) {
    if stack.contains(where: { $0.anchor == name }) {
      throw Halt(problem: .recursiveAlias(name), mark: mark)
    }
    guard let (node, extent) = anchors[name] else {
      throw Halt(problem: .unknownAlias(name), mark: mark)
    }
    try count(extent.nodes, at: mark)
    guard stack.count + extent.depth <= limits.depth else {
      throw Halt(problem: .tooDeep(limit: limits.depth), mark: mark)
    }
    attach(node, extent, at: mark, isAlias: true)
  }

  private mutating func count(_ nodes: Int, at mark: YAMLMark) throws(Halt) {
    nodeCount += nodes
    guard nodeCount <= limits.nodes else {
      throw Halt(problem: .tooManyNodes(limit: limits.nodes), mark: mark)
    }
  }

  private mutating func report(_ problem: YAMLProblem, at mark: YAMLMark) {
    problems.append(problem.diagnostic(at: origin.location(mark)))
  }
}

// MARK: - Errors of libyaml

extension YAMLComposer.Halt {
  /// The problem that ended composing, with hints from the text itself.
  fileprivate init(_ error: any Error, in text: YAMLText) {
    switch error {
    case let halt as Self: self = halt
    case let failure as YAMLFailure: self.init(failure, in: text)
    default:
      self.init(
        problem: .syntax(problem: "\(error)", context: nil, hint: nil),
        mark: YAMLMark(line: 1, column: 1))
    }
  }

  private init(_ failure: YAMLFailure, in text: YAMLText) {
    if let (position, value) = failure.unreadable {
      // libyaml reports the byte that fails to continue a character; the message reports the byte that begins
      // the character.
      let offset =
        failure.problem.hasPrefix("invalid trailing")
        ? text.start(ofCharacterBefore: position)
        : position
      let mark = text.mark(ofByteAt: offset)
      // A text file has no NUL bytes.
      if text.bytes.contains(0) {
        self.init(problem: .notText, mark: mark)
        return
      }
      let isControl = failure.problem.hasPrefix("control")
      let byte = offset < text.bytes.count ? text.bytes[offset] : UInt8(truncatingIfNeeded: value)
      self.init(
        problem: isControl ? .controlCharacter(UInt32(value)) : .notUTF8(byte: byte), mark: mark)
    } else if let mark = text.conflict {
      self.init(problem: .unresolvedConflict, mark: mark)
    } else if let tab = text.tabInIndentation(ofLine: failure.mark.line) {
      self.init(problem: .tabIndentation, mark: tab)
    } else {
      let hint = text.hint(at: failure.mark, problem: failure.problem)
      self.init(
        problem: .syntax(problem: failure.problem, context: failure.context, hint: hint),
        mark: failure.mark)
    }
  }
}
