internal import MigrationPlanner
internal import SchemaModel
internal import SQLText
internal import StoreLayout

extension Mapping {
  /// The mapping with the paths of its declared SQL resolved.
  ///
  /// Only the first step of a stage has such paths, as later steps read another version. What is preferred
  /// among duplicates is resolved in the new version.
  func resolvingPaths(in layout: StoreLayout, to target: StoreLayout) -> Mapping {
    var mapping = self
    if hasDeclaredSQL {
      for position in entities.indices { mapping.entities[position].resolvePaths(in: layout) }
      for position in additions.indices { mapping.additions[position].resolvePaths(in: layout) }
    }
    for position in mapping.merges.indices {
      let paths = ToOnePaths(of: mapping.merges[position].entity, in: target)
      mapping.merges[position].deduplication.choices =
        mapping.merges[position].deduplication.choices.map { $0.resolving(paths) }
    }
    return mapping
  }
}

extension EntityMapping {
  fileprivate mutating func resolvePaths(in layout: StoreLayout) {
    guard let source, !layers.isEmpty else { return }
    let paths = ToOnePaths(of: source, in: layout)
    layers[0].filter = layers[0].filter.map(paths.resolved)
    for position in layers[0].values.indices {
      layers[0].values[position].value = layers[0].values[position].value.resolving(
        paths, in: layout)
    }
  }
}

extension ValueSource {
  fileprivate func resolving(_ paths: ToOnePaths, in layout: StoreLayout) -> ValueSource {
    switch self {
    case .expression(let sql): return .expression(paths.resolved(sql))
    case .chosen(let links, let choices, let agreeing):
      guard let first = links.first else { return self }
      let paths = ToOnePaths(of: first.contestants, in: layout)
      let back = ToOnePaths(of: first.reversed.contestants, in: layout)
      return .chosen(
        links, by: choices.map { $0.resolving(paths) },
        agreeing: agreeing?.map { $0.resolving(back) })
    case .filled, .converted, .moved, .recoded, .recomposed, .held, .copied, .defaulted, .none,
      .linked:
      return operand.map { made(from: $0.resolving(paths, in: layout)) } ?? self
    }
  }
}

extension Deduplication.Choice {
  fileprivate func resolving(_ paths: ToOnePaths) -> Self {
    if case .prefer(let condition) = self { .prefer(paths.resolved(condition)) } else { self }
  }
}

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

extension PropertyMapping {
  /// Whether links are read for the value or for its position.
  var readsLinks: Bool { !value.links.isEmpty || replaced != nil }
}
