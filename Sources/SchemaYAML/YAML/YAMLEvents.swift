internal import CYAML

/// One step of libyaml's walk through a file.
struct YAMLEvent {
  /// What is met.
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias(String)
    case scalar(String, YAMLNode.Style)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  /// What is met.
  var kind: Kind
  /// The name that aliases use for it.
  var anchor: String?
  /// An explicit tag.
  var tag: String?
  /// Where it begins.
  var mark: YAMLMark
  /// Where it ends; for the end of a block, where something else begins.
  var end: YAMLMark
  /// Whether a list or mapping that begins is written in brackets or braces.
  var isFlow = false
}

/// A place in a text: line and column in Unicode scalars, from 1.
struct YAMLMark: Hashable {
  /// The line, from 1.
  var line: Int
  /// The column, from 1.
  var column: Int
  /// The number of Unicode scalars before it, where that is known.
  var offset = 0
}

/// Why libyaml cannot go on.
struct YAMLFailure: Error {
  /// What went wrong, in libyaml's words.
  var problem: String
  /// What it was doing, in libyaml's words.
  var context: String?
  /// Where; for a byte that is no text, the offset is given instead.
  var mark: YAMLMark
  /// The offset of a byte that is no text, and the value that libyaml saw there.
  var unreadable: (offset: Int, value: Int)?
}

/// The events of one text, in order.
///
/// libyaml keeps the address of its parser and of the text, so the parser is allocated and the
/// events live in the scope that lends the bytes: see ``withEvents(of:_:)``.
@safe struct YAMLEvents: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// Starts to read bytes that stay where they are for as long as this value lives.
  ///
  /// Nil where there is no memory left.
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
    // A quote that does not end is wrong where it begins, not where the file ends; so is a key.
    let isUnfinished =
      context != nil
      && (problem.hasSuffix("end of stream") || problem == "could not find expected ':'")
    return unsafe YAMLFailure(
      problem: problem, context: context,
      mark: YAMLMark(isUnfinished ? state.context_mark : state.problem_mark),
      unreadable: isUnreadable ? (Int(state.problem_offset), Int(state.problem_value)) : nil)
  }
}

/// Lends the events of a text to a closure.
///
/// - Throws: ``YAMLFailure`` where there is no memory left, and whatever the closure throws.
func withEvents<Result>(
  of bytes: [UInt8], _ body: (inout YAMLEvents) throws -> Result
) throws -> Result {
  // An empty array may have no address, and libyaml insists on one.
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
    mark = unsafe YAMLMark(event.start_mark)
    end = unsafe YAMLMark(event.end_mark)
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
  // By its length, not up to the first NUL: a quoted scalar may contain one.
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
