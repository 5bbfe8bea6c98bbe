internal import CYAML

/// An event of libyaml's parser.
struct YAMLEvent {
  /// The kind of an event.
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias(String)
    case scalar(String, YAMLNode.Style)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  /// The kind of the event.
  var kind: Kind
  /// The anchor, by which aliases refer to the value.
  var anchor: String?
  /// An explicit tag.
  var tag: String?
  /// The place where it begins.
  var mark: YAMLMark
  /// The place where it ends; for the end of a block, the start of the next token.
  var end: YAMLMark
  /// Whether a beginning list or mapping is written in brackets or braces.
  var isFlow = false
}

/// A place in a text: line and column in Unicode scalars, from 1.
struct YAMLMark: Hashable {
  /// The line, from 1.
  var line: Int
  /// The column, from 1.
  var column: Int
  /// The number of Unicode scalars before it, if known.
  var offset = 0
}

/// The reason why libyaml cannot continue.
struct YAMLFailure: Error {
  /// The problem in libyaml's words.
  var problem: String
  /// The context in libyaml's words.
  var context: String?
  /// The place; for an undecodable byte, `unreadable` has the offset instead.
  var mark: YAMLMark
  /// The offset of an undecodable byte, and the value that libyaml found there.
  var unreadable: (offset: Int, value: Int)?
}

/// The events of one text, in order.
///
/// libyaml keeps the addresses of its parser and of the text. So the parser is allocated, and the events are
/// used only while the bytes are borrowed: see ``withEvents(of:_:)``.
@safe struct YAMLEvents: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// Begins to parse bytes, which must stay at their address while this value lives.
  ///
  /// Nil if there is not enough memory.
  @unsafe fileprivate init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe parser = .allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      return nil
    }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  /// The next event.
  mutating func next() throws(YAMLFailure) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure }
    defer { unsafe yaml_event_delete(&event) }
    return unsafe YAMLEvent(event)
  }

  private var failure: YAMLFailure {
    let state = unsafe parser.pointee
    let problem = unsafe String(optionalCString: state.problem) ?? "no memory is left"
    let context = unsafe String(optionalCString: state.context)
    let isUnreadable = unsafe state.error == YAML_READER_ERROR
    // An unterminated quote or key is reported at its beginning, not at the end of the file.
    let isUnfinished =
      context != nil
      && (problem.hasSuffix("end of stream") || problem == "could not find expected ':'")
    return unsafe YAMLFailure(
      problem: problem, context: context,
      mark: YAMLMark(isUnfinished ? state.context_mark : state.problem_mark),
      unreadable: isUnreadable ? (Int(state.problem_offset), Int(state.problem_value)) : nil)
  }
}

/// Calls a closure with the events of a text.
///
/// - Throws: ``YAMLFailure`` if there is not enough memory, and the errors of the closure.
func withEvents<Result>(
  of bytes: [UInt8], _ body: (inout YAMLEvents) throws -> Result
) throws -> Result {
  // An empty array may have no address, but libyaml requires one.
  let text = bytes.isEmpty ? [0x0a] : bytes
  return try unsafe text.withUnsafeBufferPointer { buffer in
    guard var events = unsafe YAMLEvents(buffer) else {
      throw YAMLFailure(problem: "no memory is left", mark: YAMLMark(line: 1, column: 1))
    }
    return try body(&events)
  }
}

// MARK: - From libyaml's values to ours

extension YAMLMark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1, offset: Int(mark.index))
  }
}

extension YAMLEvent {
  @unsafe fileprivate init(_ event: yaml_event_t) {
    let kind: Kind
    var (anchor, tag): (String?, String?) = (nil, nil)
    var isFlow = false
    switch unsafe event.type {
    case YAML_STREAM_END_EVENT: kind = .streamEnd
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    case YAML_ALIAS_EVENT:
      kind = unsafe .alias(String(optional: event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      kind = unsafe .scalar(String(scalar), YAMLNode.Style(scalar.style))
      unsafe (anchor, tag) = (String(optional: scalar.anchor), String(optional: scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let sequence = unsafe event.data.sequence_start
      kind = .sequenceStart
      unsafe (anchor, tag) = (String(optional: sequence.anchor), String(optional: sequence.tag))
      isFlow = unsafe sequence.style == YAML_FLOW_SEQUENCE_STYLE
    case YAML_MAPPING_START_EVENT:
      let mapping = unsafe event.data.mapping_start
      kind = .mappingStart
      unsafe (anchor, tag) = (String(optional: mapping.anchor), String(optional: mapping.tag))
      isFlow = unsafe mapping.style == YAML_FLOW_MAPPING_STYLE
    default: kind = .streamStart
    }
    // At once: a value that is set part by part is copied at the end.
    self = unsafe YAMLEvent(
      kind: kind, anchor: anchor, tag: tag, mark: YAMLMark(event.start_mark),
      end: YAMLMark(event.end_mark), isFlow: isFlow)
  }
}

extension YAMLNode.Style {
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_PLAIN_SCALAR_STYLE: self = .plain
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self = .block
    default: self = .quoted
    }
  }
}

extension String {
  // By its length and not up to the first NUL: a quoted scalar may contain one.
  @unsafe fileprivate init(_ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar) {
    let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    self = unsafe String(decoding: bytes, as: UTF8.self)
  }

  @unsafe fileprivate init?(optional text: UnsafeMutablePointer<yaml_char_t>?) {
    guard let text = unsafe text else { return nil }
    self = unsafe String(cString: text)
  }

  @unsafe fileprivate init?(optionalCString text: UnsafePointer<CChar>?) {
    guard let text = unsafe text else { return nil }
    self = unsafe String(cString: text)
  }
}
