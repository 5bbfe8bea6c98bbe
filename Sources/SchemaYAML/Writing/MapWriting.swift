internal import SchemaModel

extension YAMLOutput {
  /// The mapping of an entity's objects.
  ///
  /// If a property has the name of a key of the map, the value of the key is written next to the property's
  /// expression.
  init(_ map: MigrationDeclaration.EntityMap) {
    var beside: [String: [(String, YAMLOutput)]] = [:]
    if let deduplication = map.deduplication { beside["dedupe"] = Self.details(of: deduplication) }
    if !map.origins.isEmpty {
      beside["from"] = map.origins.map { origin in
        (origin.entity, Self.values(origin.properties, origin.filter, link: origin.link))
      }
    }
    self = Self.values(map.properties, map.filter, keeping: map.keptLinks, beside: beside)
  }

  private static func values(
    _ properties: [String: String], _ filter: String?, link: String? = nil,
    keeping keptLinks: [String: [Deduplication.Choice]] = [:],
    beside: [String: [(String, YAMLOutput)]] = [:]
  ) -> YAMLOutput {
    var pairs = KeyList()
    let own = properties.mapValues { ("using", YAMLOutput.text($0)) }
      .merging(keptLinks.mapValues { ("keep", choices($0)) }) { using, _ in using }
    for (name, value) in own.sorted(by: { $0.key < $1.key }) {
      var details = [value]
      if name == "where", let filter { details.append(("where", .text(filter))) }
      pairs.add(name, .mapping(details + (beside[name] ?? [])))
    }
    if own["where"] == nil { pairs.add("where", filter) }
    pairs.add("link", link)
    for (name, details) in beside.sorted(by: { $0.key > $1.key }) where own[name] == nil {
      pairs.add(name, name == "from" ? .section(details) : .mapping(details))
    }
    return .section(pairs.pairs)
  }

  /// A step, which works on the migrated rows.
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
    [
      ("by", .list(deduplication.key.map { .text($0) })),
      ("keep", choices(deduplication.choices)),
    ]
  }

  private static func choices(_ choices: [Deduplication.Choice]) -> YAMLOutput {
    let texts = choices.map { YAMLOutput.text($0.description) }
    return texts.count == 1 ? texts[0] : .list(texts)
  }
}
