internal import SQLText

/// The use that an expression makes of a property's value.
package enum ValueUse: Int, Comparable, Hashable, Sendable {
  /// Only an answer depends on the value: a condition, or a function that returns something else.
  case asked
  /// The result is the value, something made from it, or something else instead.
  case used
  /// Every result contains the whole value.
  case whole

  package static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }

  /// The uses that an expression over an entity's properties makes of each, by their folded names.
  ///
  /// ```swift
  /// ValueUse.all(in: "coalesce(title, subtitle) || '!'", of: "Book")
  /// // ["title": .whole, "subtitle": .used]
  /// ```
  /// A use that cannot be determined counts as ``asked``.
  package static func all(in sql: String, of entity: String) -> [String: ValueUse] {
    ValueUses(entity: entity.asciiLowercased).uses(SQLExpression(sql))
  }

  /// The use of one property; nil if the expression does not name it.
  package static func of(
    _ property: String, in sql: String, of entity: String
  ) -> ValueUse? {
    all(in: sql, of: entity)[property.asciiLowercased]
  }
}

/// Examines an expression, from its outer form inwards.
private struct ValueUses {
  typealias Uses = [String: ValueUse]

  let entity: String

  func uses(_ expression: SQLExpression) -> Uses {
    switch expression {
    case .name(let parts):
      let isOwn = parts.count == 1 || parts.count == 2 && parts[0].asciiLowercased == entity
      return isOwn ? [parts[parts.count - 1].asciiLowercased: .whole] : asked([expression])
    case .literal: return [:]
    // A concatenation contains each whole text, but a calculation does not contain whole numbers.
    case .operation("||", let operands), .operation("COLLATE", let operands):
      return joined(operands.map(uses))
    case .operation("+", let operands), .operation("-", let operands),
      .operation("*", let operands), .operation("/", let operands), .operation("%", let operands),
      .operation("&", let operands), .operation("|", let operands), .operation("~", let operands):
      return atMostUsed(operands)
    case .choice(let base, let conditions, let results):
      return joined([asked([base].compactMap(\.self) + conditions), atMostUsed(results)])
    case .cast(let value, let type):
      return ["TEXT", "BLOB"].contains(type) ? uses(value) : atMostUsed([value])
    case .call(let name, let arguments): return call(name, arguments)
    case .operation, .query, .other: return asked([expression])
    }
  }

  private func call(_ name: String, _ arguments: [SQLExpression]) -> Uses {
    guard let first = arguments.first else { return [:] }
    let others = Array(arguments.dropFirst())
    switch name {
    case "COALESCE", "IFNULL": return joined([usesOfFirstChoice(first), atMostUsed(others)])
    case "NULLIF": return joined([uses(first), asked(others)])
    case "IIF", "IF": return joined([asked([first]), atMostUsed(others)])
    case "MAX" where others.isEmpty, "MIN" where others.isEmpty: return asked(arguments)
    case "MAX", "MIN", "TRIM", "LTRIM", "RTRIM", "UPPER", "LOWER", "REPLACE", "SUBSTR", "SUBSTRING",
      "ROUND", "ABS", "FORMAT", "PRINTF", "HEX", "UNHEX", "QUOTE", "DATE", "TIME", "DATETIME",
      "STRFTIME", "UNIXEPOCH", "JULIANDAY":
      return atMostUsed(arguments)
    default: return asked(arguments)
    }
  }

  /// The first choice contains the whole value only if it is present whenever the value is.
  private func usesOfFirstChoice(_ first: SQLExpression) -> Uses {
    let uses = uses(first)
    let mayLack = first.all.contains {
      switch $0 {
      case .call("NULLIF", _): true
      case .literal(let token): token.keyword == "NULL"
      default: false
      }
    }
    return uses.count == 1 && !mayLack ? uses : atMostUsed([first])
  }

  private func asked(_ expressions: [SQLExpression]) -> Uses {
    Dictionary(
      expressions.flatMap(\.names).map { ($0.asciiLowercased, .asked) },
      uniquingKeysWith: { first, _ in first })
  }

  private func atMostUsed(_ expressions: [SQLExpression]) -> Uses {
    joined(expressions.map(uses)).mapValues { min($0, .used) }
  }

  private func joined(_ parts: [Uses]) -> Uses {
    parts.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: max) }
  }
}
