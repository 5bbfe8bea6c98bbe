internal import SchemaModel

extension YAMLOutput {
  /// What becomes of the objects of an entity.
  ///
  /// Where a property is called as a key of the map is, what the key says stands beside its
  /// expression.
  init(_ map: MigrationDeclaration.EntityMap) {
    var beside: [String: [(String, YAMLOutput)]] = [:]
    if let deduplication = map.deduplication { beside["dedupe"] = Self.details(of: deduplication) }
    if !map.origins.isEmpty {
      beside["from"] = map.origins.map { origin in
        (origin.entity, Self.values(origin.properties, origin.filter, link: origin.link))
      }
    }
    self = Self.values(map.properties, map.filter, beside: beside)
  }

  private static func values(
    _ properties: [String: String], _ filter: String?, link: String? = nil,
    beside: [String: [(String, YAMLOutput)]] = [:]
  ) -> YAMLOutput {
    var pairs = KeyList()
    for (name, expression) in properties.sorted(by: { $0.key < $1.key }) {
      var details: [(String, YAMLOutput)] = [("using", .text(expression))]
      if name == "where", let filter { details.append(("where", .text(filter))) }
      pairs.add(name, .mapping(details + (beside[name] ?? [])))
    }
    if properties["where"] == nil { pairs.add("where", filter) }
    pairs.add("link", link)
    for (name, details) in beside.sorted(by: { $0.key > $1.key }) where properties[name] == nil {
      pairs.add(name, name == "from" ? .section(details) : .mapping(details))
    }
    return .section(pairs.pairs)
  }

  /// Work on the rows that have their values.
  init(_ step: DeclaredStep) {
    var pairs = KeyList()
    switch step.work {
    case .sql(let sql): pairs.add("sql", sql)
    case .closure(let name, on: let entity, let reads):
      pairs.add("closure", name)
      pairs.add("on", entity)
      pairs.add("reads", reads.isEmpty ? nil : .list(reads.map { .text($0) }))
    }
    pairs.add("touches", .list(step.touches.map { .text($0) }))
    self = .mapping(pairs.pairs)
  }

  private static func details(of deduplication: Deduplication) -> [(String, YAMLOutput)] {
    let choices = deduplication.choices.map { YAMLOutput.text($0.description) }
    return [
      ("by", .list(deduplication.key.map { .text($0) })),
      ("keep", choices.count == 1 ? choices[0] : .list(choices)),
    ]
  }
}
