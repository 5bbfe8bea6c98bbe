internal import Diagnostics
internal import SchemaModel

/// Makes a schema from a draft, once all its names are known.
struct SchemaAssembly {
  private let draft: SchemaDraft
  private let composites: Set<String>
  private let literals: LiteralReader
  private var sources = SourceMap()

  /// The schema of a draft, with the places of its parts.
  ///
  /// Invalid values are reported.
  static func document(
    _ draft: SchemaDraft, migration: MigrationDraft?, removals: Removals? = nil, file: String?,
    log: ProblemLog
  ) -> SchemaDocument {
    var assembly = SchemaAssembly(draft, log: log)
    let schema = assembly.schema()
    if let migration {
      assembly.record(
        migration.location, migration.places, at: assembly.sources.part("migration", in: .whole))
    }
    let removed = removals?.places ?? []
    for (path, location) in removed {
      assembly.sources.record(location, for: SchemaPath(["removed"] + path.components))
    }
    return SchemaDocument(
      schema: schema, migration: migration?.declaration, removals: Set(removed.map(\.path)),
      sources: assembly.sources, file: file)
  }

  private init(_ draft: SchemaDraft, log: ProblemLog) {
    self.draft = draft
    sources = SourceMap(room: draft.entities.elements.reduce(16) { $0 + $1.partCount })
    let drafts = draft.composites.elements
    let composites = Set(drafts.map(\.name))
    self.composites = composites
    let elements = drafts.map { composite in
      let types = composite.value.elements.elements.map {
        ($0.name, $0.type.type(composites: composites))
      }
      return (composite.name, Dictionary(types) { first, _ in first })
    }
    literals = LiteralReader(
      log: log, elements: Dictionary(elements) { first, _ in first },
      enumerations: Set(draft.enumerations.names))
  }

  private mutating func schema() -> Schema {
    record(nil, draft.places, at: .whole)
    return Schema(
      name: draft.name, version: draft.version, documentation: draft.documentation,
      entities: parts(draft.entities.elements, in: "entities") { $0.entity($1, at: $2) },
      enumerations: values(draft.enumerations.elements, in: "enums"),
      composites: parts(draft.composites.elements, in: "composites") { $0.composite($1, at: $2) },
      queries: values(draft.queries.elements, in: "queries"), profile: draft.profile,
      declaredPlatform: draft.platform)
  }

  /// The values of parts in a list of another part, each made with its place in the map.
  private mutating func parts<Draft: Named, Value>(
    _ drafts: [Draft], in key: String, of owner: SourceMap.PartID = .whole,
    _ value: (inout Self, Draft, SourceMap.PartID) -> Value
  ) -> [Value] {
    guard !drafts.isEmpty else { return [] }
    let list = sources.part(key, in: owner)
    return drafts.map { draft in
      let part = sources.part(draft.name, in: list)
      return value(&self, draft, part)
    }
  }

  /// The values of complete parts, whose places are recorded.
  private mutating func values<Value: Named>(
    _ drafts: [Placed<Value>], in key: String, of owner: SourceMap.PartID = .whole
  ) -> [Value] {
    parts(drafts, in: key, of: owner) { assembly, draft, part in
      assembly.record(draft.location, draft.places, at: part)
      return draft.value
    }
  }

  private mutating func record(
    _ location: SourceLocation?, _ places: [Place], at part: SourceMap.PartID
  ) {
    if let location { sources.record(location, for: [], in: part) }
    for place in places { sources.record(place.location, for: place.keys, in: part) }
  }
}

// MARK: - Parts

extension SchemaAssembly {
  private mutating func composite(
    _ draft: Placed<CompositeDraft>, at part: SourceMap.PartID
  ) -> Composite {
    record(draft.location, draft.places, at: part)
    var composite = draft.value.composite
    composite.elements = attributes(draft.value.elements, of: part)
    return composite
  }

  private mutating func attributes(
    _ drafts: Roster<AttributeDraft>, of owner: SourceMap.PartID
  ) -> [Attribute] {
    parts(drafts.elements, in: "attributes", of: owner) { $0.attribute($1, at: $2) }
  }

  private mutating func attribute(
    _ draft: AttributeDraft, at part: SourceMap.PartID
  ) -> Attribute {
    record(draft.location, draft.places, at: part)
    // An attribute that is written to is copied.
    var attribute = draft.attribute
    let type = draft.type.type(composites: composites)
    if attribute.type != type { attribute.type = type }
    if let node = draft.defaultNode {
      // A default that cannot be read is reported. It is a default nevertheless.
      attribute.defaultValue = literals.defaultValue(node, as: type) ?? .computed
    }
    if draft.rare.isEmpty { return attribute }
    if let node = draft.rare["min"] {
      attribute.minimum = literals.literal(node, as: type.boundType)
    }
    if let node = draft.rare["max"] {
      attribute.maximum = literals.literal(node, as: type.boundType)
    }
    return attribute
  }

  private mutating func entity(_ draft: EntityDraft, at part: SourceMap.PartID) -> Entity {
    record(draft.location, draft.places, at: part)
    var entity = draft.entity
    let rare = draft.attributes.elements.filter { !$0.rare.isEmpty }
    entity.attributes = attributes(draft.attributes, of: part)
    entity.relationships = values(draft.relationships.elements, in: "relationships", of: part)
    entity.uniquenessConstraints = list(draft.uniqueLists(with: rare), in: "unique", of: part)
    entity.indexes = list(draft.indexLists(with: rare), in: "indexes", of: part)
    entity.rules = draft.rules.elements.enumerated().map { position, rule in
      let list = sources.part("rules", in: part)
      record(rule.location, rule.places, at: sources.part("\(position)", in: list))
      return rule.value
    }
    return entity
  }

  /// The values in order, without duplicates, with the places of the kept values.
  private mutating func list<Value: Hashable>(
    _ values: [Placed<Value>], in key: String, of owner: SourceMap.PartID
  ) -> [Value] {
    var known: Set<Value> = []
    var kept: [Value] = []
    for placed in values where known.insert(placed.value).inserted {
      sources.record(placed.location, for: [key, "\(kept.count)"], in: owner)
      kept.append(placed.value)
    }
    return kept
  }
}

extension EntityDraft {
  /// The number of places in the entity.
  fileprivate var partCount: Int {
    attributes.elements.reduce(4 + places.count + 8 * relationships.elements.count) {
      $0 + 1 + $1.places.count
    }
  }

  /// The constraints that attributes declare, followed by the constraints of the list.
  fileprivate func uniqueLists(with attributes: [AttributeDraft]) -> [Placed<[String]>] {
    attributes.compactMap { attribute in
      attribute.rare["unique"].map { Placed(value: [attribute.name], location: $0.location) }
    } + unique
  }

  /// The indexes that attributes declare, followed by the indexes of the list.
  fileprivate func indexLists(with attributes: [AttributeDraft]) -> [Placed<Index>] {
    attributes.compactMap { attribute in
      attribute.rare["indexed"].map {
        Placed(value: Index(on: attribute.name), location: $0.location)
      }
    } + indexes
  }
}

extension AttributeType {
  /// The type of the bounds: the type itself if its values have an order, else the type of a length.
  fileprivate var boundType: AttributeType {
    isNumeric || self == .date ? self : .int64
  }
}
