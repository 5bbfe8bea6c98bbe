internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// Finds the paths over to-one relationships in SQL, and says in SQL what they lead to.
///
/// ```swift
/// ToOnePaths(of: "Book", in: layout).resolved("upper(author.name)")
/// // upper((SELECT "_step"."name" FROM "Author" AS "_step" WHERE "_step"."_id" = "Book"."author"))
/// ```
///
/// What is no such path stays as it is: a column of a table that the SQL itself names, for one.
package struct ToOnePaths {
  private let entity: String
  private let layout: StoreLayout

  /// The paths from the objects of an entity.
  package init(of entity: String, in layout: StoreLayout) {
    (self.entity, self.layout) = (entity, layout)
  }

  /// The SQL with every path as a query for its value.
  package func resolved(_ sql: String) -> String {
    let tokens = SQLTokens(sql)
    var (result, end, index) = ("", 0, 0)
    while index < tokens.count {
      let range = path(in: tokens, at: index)
      if range.count > 1, let value = value(of: names(in: tokens, range)) {
        result += tokens.source(end..<tokens.offset(of: index)) + "(" + value + ")"
        end = tokens.end(of: range.upperBound - 1)
      }
      index = max(range.upperBound, index + 1)
    }
    return end == 0 ? sql : result + tokens.source(end..<tokens.sourceLength)
  }

  /// The tokens of a path that begins at a place: names with dots between; none where one begins
  /// that is a column's of a table that the SQL names.
  private func path(in tokens: SQLTokens, at start: Int) -> Range<Int> {
    guard tokens.isName(start) else { return start..<start }
    var end = start + 1
    while end + 1 < tokens.count, tokens[end].text == ".", tokens.isName(end + 1) { end += 2 }
    return tokens.namesRelation(tokens[start].name) ? start..<start : start..<end
  }

  private func names(in tokens: SQLTokens, _ range: Range<Int>) -> [String] {
    range.filter { ($0 - range.lowerBound).isMultiple(of: 2) }.map { tokens[$0].name }
  }

  private func value(of names: [String]) -> String? {
    guard let first = names.first, let start = toOne(first, of: entity) else { return nil }
    var (sql, owner) = (
      "\(entity.quotedName).\(start.name.quotedName)", start.destination
    )
    for (position, name) in names.enumerated().dropFirst() {
      let next = toOne(name, of: owner)
      guard position == names.count - 1 || next != nil, let table = layout.table(of: owner),
        let property = next?.name ?? property(name, of: owner),
        let column = property == StoreLayout.identityColumn
          ? layout.key(ofRowsIn: table) : layout.column(of: property, in: owner)
      else { return nil }
      let step = "\"_step\""
      sql =
        "SELECT \(step).\(column.quotedName) FROM \(table.quotedName) AS \(step) "
        + "WHERE \(step).\(layout.key(ofRowsIn: table).quotedName) = "
        + (position == 1 ? sql : "(\(sql))")
      owner = next?.destination ?? owner
    }
    return sql
  }

  private func toOne(_ name: String, of entity: String) -> Relationship? {
    layout.schema.allRelationships(of: entity).first {
      $0.name.asciiLowercased == name.asciiLowercased
        && layout.column(of: $0.name, in: entity) != nil
    }
  }

  private func property(_ name: String, of entity: String) -> String? {
    let names = layout.storedProperties(of: entity).map(\.property) + [StoreLayout.identityColumn]
    return names.first { $0.asciiLowercased == name.asciiLowercased }
  }
}

extension SQLTokens {
  fileprivate func isName(_ index: Int) -> Bool {
    self[index].kind == .word || self[index].kind == .quotedName
  }

  /// Whether a name stands where SQL names a table: behind FROM, JOIN or AS.
  fileprivate func namesRelation(_ name: String) -> Bool {
    let folded = name.asciiLowercased
    return tokens.indices.dropFirst().contains { index in
      isName(index) && self[index].name.asciiLowercased == folded
        && ["FROM", "JOIN", "AS"].contains(self[index - 1].keyword)
    }
  }
}

// MARK: - Mappings

extension Mapping {
  /// The mapping with the paths of its declared SQL resolved.
  ///
  /// They are in the first step of a stage only: what follows them reads another version.
  func resolvingPaths(in layout: StoreLayout) -> Mapping {
    var mapping = self
    for position in mapping.entities.indices { mapping.entities[position].resolvePaths(in: layout) }
    for position in mapping.additions.indices {
      mapping.additions[position].resolvePaths(in: layout)
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
      layers[0].values[position].value = layers[0].values[position].value.resolving(paths)
    }
  }
}

extension ValueSource {
  fileprivate func resolving(_ paths: ToOnePaths) -> ValueSource {
    switch self {
    case .expression(let sql): .expression(paths.resolved(sql))
    case .copied, .defaulted, .none, .linked, .chosen: self
    case .filled(let value, let filler, let type):
      .filled(value.resolving(paths), with: filler, type)
    case .converted(let value, let from, let to):
      .converted(value.resolving(paths), from: from, to: to)
    case .recoded(let value, let recodings): .recoded(value.resolving(paths), recodings)
    case .recomposed(let value, let parts): .recomposed(value.resolving(paths), parts)
    case .moved(let value, let storage): .moved(value.resolving(paths), to: storage)
    }
  }
}
