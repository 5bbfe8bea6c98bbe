internal import Digests
internal import SchemaModel

extension YAMLOutput {
  /// A literal whose type is known to the reader.
  init(_ literal: Literal) {
    switch literal {
    case .bool(let value): self = .bare("\(value)")
    case .int(let value): self = .bare("\(value)")
    case .double(let value): self = .bare(Self.number(value))
    case .string(let value): self = Self.value(text: value)
    case .date(let seconds): self = .text(ISODate.text(seconds) ?? "@\(Self.number(seconds))")
    case .data(let bytes): self = .text(bytes.base64)
    case .array(let values): self = .list(values.map { YAMLOutput($0) })
    case .object(let parts):
      self = .mapping(
        parts.sorted { $0.key < $1.key }.map { ($0.key, YAMLOutput($0.value)) })
    }
  }

  /// A literal that shows its type: a text in quotes if necessary, a real number with a decimal point.
  init(untyped literal: Literal?) {
    switch literal {
    case nil: self = .bare("null")
    case .double(let value): self = .bare(Self.real(value))
    case let literal?: self = YAMLOutput(literal)
    }
  }

  /// A default.
  init(_ value: DefaultValue) {
    switch value {
    case .literal(let literal): self.init(literal)
    case .newUUID: self = .bare("uuid()")
    case .now: self = .bare("now()")
    case .computed: self = .bare("computed()")
    }
  }

  /// The notations of defaults that are not literals.
  static let calls: Set = ["uuid()", "now()", "computed()"]

  /// A text, quoted if it would be read as a call.
  private static func value(text: String) -> YAMLOutput {
    calls.contains(text) ? .bare(YAMLScalar.quoted(text)) : .text(text)
  }

  private static func number(_ value: Double) -> String {
    if let whole = Int64(exactly: value), abs(whole) < 1_000_000_000_000_000,
      !(value == 0 && value.sign == .minus)
    {
      return "\(whole)"
    }
    return real(value)
  }

  private static func real(_ value: Double) -> String {
    value.isFinite ? "\(value)" : value.sign == .minus ? "-.inf" : ".inf"
  }
}
