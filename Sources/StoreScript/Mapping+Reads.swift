internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

extension Mapping {
  /// Whether declared SQL may read any table by name.
  var readsTables: Bool {
    (entities + additions).flatMap(\.layers).contains { layer in
      layer.filter.map { SQLTokens($0).hasSubquery } ?? false
        || layer.values.contains { $0.value.hasSubquery }
    }
  }
}

extension ValueSource {
  fileprivate var hasSubquery: Bool {
    switch self {
    case .expression(let sql): SQLTokens(sql).hasSubquery
    case .chosen(_, by: let choices, agreeing: let back):
      (choices + (back ?? [])).conditions.contains { SQLTokens($0).hasSubquery }
    case .filled, .converted, .moved, .recoded, .recomposed, .held, .copied, .defaulted, .none,
      .linked:
      operand?.hasSubquery ?? false
    }
  }
}

extension ValueSource {
  /// The links that it looks up.
  var links: [CarriedLinks] {
    switch self {
    case .linked(let links), .chosen(let links, by: _, agreeing: _): links
    default: []
    }
  }
}

extension SQLTokens {
  /// Whether the SQL contains a query.
  var hasSubquery: Bool { tokens.contains { $0.keyword == "SELECT" } }
}
