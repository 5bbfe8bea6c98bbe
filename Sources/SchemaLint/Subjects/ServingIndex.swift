internal import SchemaModel
internal import SQLText

/// An index with which a declared query neither looks at every object nor sorts them, as the engine
/// itself says.
struct ServingIndex {
  private let index: Index

  /// The shortest one that is made of what the query's filter mentions and of its order; nil where
  /// none serves, or where one that is there already would become superfluous.
  init?(
    for query: Query, in schema: Schema, asking plans: any QueryPlans,
    _ isServed: ([String]) -> Bool
  ) {
    guard let place = schema.entities.firstIndex(where: { $0.name == query.entity }),
      let order = Self.order(of: query, in: schema)
    else { return nil }
    let present = schema.entities[place].indexes
    let candidates = Self.beginnings(for: query, in: schema).map { beginning in
      beginning.map { Index.Element($0) } + order.filter { !beginning.contains($0.property) }
    }.filter { elements in
      !elements.isEmpty && !present.contains { elements.starts(with: $0.elements) }
    }
    for elements in candidates {
      var indexed = schema
      indexed.entities[place].indexes.append(Index(elements))
      guard let plan = plans.plan(of: query, in: indexed), isServed(plan) else { continue }
      index = Index(elements)
      return
    }
    return nil
  }

  /// The index as a schema file has it: `[subject, -createdAt]`.
  var notation: String { index.list }
}

// MARK: - What it can be made of

extension ServingIndex {
  /// How many properties of a filter are tried together.
  private static let limit = 3

  /// The properties of the filter in every sequence, the shorter ones first.
  private static func beginnings(for query: Query, in schema: Schema) -> [[String]] {
    let names = SQLNames(in: query.filter ?? "")
    let mentioned = properties(of: query.entity, in: schema).filter(names.contains).prefix(limit)
    return mentioned.indices.reduce(into: [[[String]]]([[[]]])) { lengths, _ in
      let longest = lengths.last ?? []
      lengths.append(
        longest.flatMap { sequence in
          mentioned.filter { !sequence.contains($0) }.map { sequence + [$0] }
        })
    }.flatMap(\.self)
  }

  /// The properties that it is ordered by; nil for an order that is none of properties.
  private static func order(of query: Query, in schema: Schema) -> [Index.Element]? {
    let known = properties(of: query.entity, in: schema)
    var elements: [Index.Element] = []
    for term in (query.order ?? "").split(separator: ",") {
      let words = term.split(whereSeparator: \.isWhitespace).map(String.init)
      let direction = words.dropFirst().first?.uppercased() ?? "ASC"
      guard let name = words.first, known.contains(name), words.count <= 2,
        ["ASC", "DESC"].contains(direction)
      else { return nil }
      elements.append(Index.Element(name, isAscending: direction == "ASC"))
    }
    return elements
  }

  /// What an index can be over.
  private static func properties(of entity: String, in schema: Schema) -> [String] {
    schema.allAttributes(of: entity).filter { !$0.isTransient }.map(\.name)
      + schema.allRelationships(of: entity).filter { $0.cardinality == .toOne }.map(\.name)
  }
}
