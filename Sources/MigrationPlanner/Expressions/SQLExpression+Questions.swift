internal import SQLText

extension SQLExpression {
  /// Whether the result may be NULL.
  ///
  /// False only for a literal, and for `coalesce` and `ifnull` with an argument that is never NULL.
  var mayBeNull: Bool {
    switch self {
    case .literal(let token): token.keyword == "NULL"
    case .operation("-", let operands), .operation("+", let operands):
      operands.contains(where: \.mayBeNull)
    case .call("COALESCE", let arguments), .call("IFNULL", let arguments):
      arguments.allSatisfy(\.mayBeNull)
    default: true
    }
  }

  /// Whether the expression may read other tables than its own: by a query, or by a path over a
  /// relationship, such as `author.name`.
  var readsOtherTables: Bool {
    all.contains {
      switch $0 {
      case .query: true
      case .name(let parts): parts.count > 1
      default: false
      }
    }
  }

  /// The folded names for which a condition allows a single value each: `kind = 'photo' AND width > 1` fixes
  /// the kind of every object that meets it.
  var fixedNames: Set<String> {
    switch self {
    case .operation("AND", let conditions):
      return conditions.reduce(into: []) { $0.formUnion($1.fixedNames) }
    case .operation("=", let operands), .operation("==", let operands):
      guard operands.contains(where: { if case .literal = $0 { true } else { false } }) else {
        return []
      }
      return Set(operands.compactMap(\.onlyName).map(\.asciiLowercased))
    default: return []
    }
  }
}
