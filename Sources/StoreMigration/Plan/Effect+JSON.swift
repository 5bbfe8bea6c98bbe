package import JSON
internal import SQLite
package import StoreLayout

extension Effect {
  /// The effect as an element of a command's JSON.
  package var value: JSONValue {
    let numbers = kind.numbers.map { JSONValue.Member($0.name, .integer($0.count)) }
    return .object(
      [
        .init("kind", .string(kind.name)),
        .init("subject", .string(subject)),
        .init("count", count.map { .integer($0) } ?? .null),
        .init("unit", .string(kind.unit.rawValue)),
      ] + numbers + [
        .init("examples", .list(examples.keys, \.value)),
        .init("approval", JSONValue(approval)),
        .init("needsApproval", .bool(needsApproval)),
        .init("isApproved", .bool(isApproved)),
        .init("message", .string(message)),
      ])
  }

  /// The effect as an element of a saved plan.
  var pin: JSONValue {
    guard case .object(let members) = value.content else { return value }
    return .object(members + [.init("digest", JSONValue(digest))])
  }
}

extension SQLValue {
  /// The JSON of a key: a number or a text as such, and any other value as SQL.
  fileprivate var value: JSONValue {
    switch self {
    case .integer(let number): .integer(number)
    case .text(let text): .string(text)
    default: .string(literal)
    }
  }
}
