internal import SchemaModel

/// The size of the SQL for a value whose steps are nested.
struct ValueSize {
  /// The number of nested steps.
  private(set) var depth = 1
  /// The number of times that the innermost value is named: a step that reads its operand several times
  /// repeats everything within it.
  private(set) var mentions = 1

  init(_ value: ValueSource) {
    guard let operand = value.operand else { return }
    let below = ValueSize(operand)
    (depth, mentions) = (below.depth + 1, below.mentions)
    switch value {
    case .recoded(_, let recodings): mentions *= 2 + recodings.count
    case .recomposed(_, let parts):
      let sizes = parts.map { ValueSize($0.value) }
      depth += sizes.map(\.depth).max() ?? 0
      mentions *= 1 + sizes.reduce(0) { $0 + $1.mentions }
    case .converted(_, _, let type) where type.isCheckedByCases: mentions *= 4
    case .converted, .filled, .moved, .held, .copied, .defaulted, .none, .expression, .linked,
      .chosen:
      break
    }
  }

  /// Whether the value is small enough for one step, given that each of its parts is.
  func isSmall(besides parts: [ValueSize]) -> Bool {
    depth <= max(Self.largestDepth, parts.map(\.depth).max() ?? 0)
      && mentions <= max(Self.mostMentions, parts.map(\.mentions).max() ?? 0)
  }

  /// Far below the nesting limit of a parser, and more than a few versions need.
  private static let largestDepth = 8
  private static let mostMentions = 100
}

extension AttributeType {
  /// Whether a conversion to the type compares a value with a list of cases.
  fileprivate var isCheckedByCases: Bool {
    switch self {
    case .enumeration: true
    case .array(let element): element.isCheckedByCases
    case .string, .int16, .int32, .int64, .bool, .float, .double, .decimal, .date, .uuid, .url,
      .data, .transformable, .composite:
      false
    }
  }
}
