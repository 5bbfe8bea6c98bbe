internal import SchemaModel
internal import SQLText

/// An index with which a declared query neither scans every object nor sorts, according to the engine.
struct ServingIndex {
  private let index: Index

  /// The shortest useful index over the properties in the query's filter and order.
  ///
  /// Nil if no index helps, or if an existing index would become superfluous.
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

  /// The index in the notation of a schema file: `[subject, -createdAt]`.
  var notation: String { index.list }
}

// MARK: - Candidates

extension ServingIndex {
  /// The maximum number of properties of a filter that are tried together.
  private static let limit = 3

  /// The properties of the filter in every sequence, shorter sequences first.
  private static func beginnings(for query: Query, in schema: Schema) -> [[String]] {
    let tokens = SQLTokens(query.filter ?? "")
    let mentioned = properties(of: query.entity, in: schema).filter(tokens.mentions).prefix(limit)
    return mentioned.indices.reduce(into: [[[String]]]([[[]]])) { lengths, _ in
      let longest = lengths.last ?? []
      lengths.append(
        longest.flatMap { sequence in
          mentioned.filter { !sequence.contains($0) }.map { sequence + [$0] }
        })
    }.flatMap(\.self)
  }

  /// The properties by which the query is ordered; nil if an ordering term is not a property.
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

  /// The properties that an index can contain.
  private static func properties(of entity: String, in schema: Schema) -> [String] {
    schema.allAttributes(of: entity).filter { !$0.isTransient }.map(\.name)
      + schema.allRelationships(of: entity).filter { $0.cardinality == .toOne }.map(\.name)
  }
}
