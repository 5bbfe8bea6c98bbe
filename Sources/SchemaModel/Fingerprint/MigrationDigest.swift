extension MigrationDeclaration {
  /// The digest of the whole declaration, in hexadecimal.
  ///
  /// Checks and maps are digested in the order of their declaration, in which they are also carried out.
  public var digest: String {
    CanonicalForm { form in
      form.add("form", "migration 1")
      form.add("kind", kind?.rawValue)
      form.add("before", each: before.map { CanonicalForm($0) })
      form.add("map", each: maps.map { CanonicalForm($0) })
      form.add("step", each: steps.map { CanonicalForm($0) })
      form.add("after", each: after.map { CanonicalForm($0) })
    }.digest
  }
}

extension CanonicalForm {
  /// The form of a check.
  fileprivate init(_ check: MigrationDeclaration.Check) {
    switch check {
    case .count(let entity, let number):
      add("count", entity)
      add("equals", number)
    case .expect(let sql, let value):
      add("expect", sql)
      add("equals", value.map { Self($0) })
    }
  }

  /// The form of a step.
  fileprivate init(_ step: DeclaredStep) {
    switch step.work {
    case .sql(let sql): add("sql", sql)
    case .closure(let name, on: let entity, let reads):
      add("closure", name)
      add("on", entity)
      add("reads", each: reads)
    }
    add("touches", each: step.touches)
  }

  /// The form of an entity's map.
  fileprivate init(_ map: MigrationDeclaration.EntityMap) {
    add("entity", map.entity)
    add(properties: map.properties)
    for (property, choices) in map.keptLinks.sortedByName(\.key) {
      add(
        "property",
        Self {
          $0.add("name", property)
          $0.add("keep", each: choices.map(\.description))
        })
    }
    add("filter", map.filter)
    for origin in map.origins { add("from", Self(origin)) }
    add("dedupe", map.deduplication?.description)
  }

  private init(_ origin: MigrationDeclaration.Origin) {
    add("entity", origin.entity)
    add(properties: origin.properties)
    add("filter", origin.filter)
    add("link", origin.link)
  }

  private mutating func add(properties: [String: String]) {
    for (property, expression) in properties.sortedByName(\.key) {
      add(
        "property",
        Self {
          $0.add("name", property)
          $0.add("using", expression)
        })
    }
  }
}
