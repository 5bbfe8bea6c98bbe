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
      assembly.record(migration.location, migration.places, below: SchemaPath(["migration"]))
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
    record(nil, draft.places, below: SchemaPath())
    return Schema(
      name: draft.name, version: draft.version, documentation: draft.documentation,
      entities: draft.entities.elements.map { entity($0) },
      enumerations: draft.enumerations.elements.map { part in
        record(part.location, part.places, below: SchemaPath(["enums", part.name]))
        return part.value
      },
      composites: draft.composites.elements.map { composite($0) },
      queries: draft.queries.elements.map { part in
        record(part.location, part.places, below: SchemaPath(["queries", part.name]))
        return part.value
      }, profile: draft.profile, declaredPlatform: draft.platform)
  }

  private mutating func record(
    _ location: SourceLocation?, _ places: [Place], below path: SchemaPath
  ) {
    if let location { sources.record(location, for: path) }
    for place in places {
      sources.record(place.location, for: path, place.keys)
    }
  }
}

// MARK: - Parts

extension SchemaAssembly {
  private mutating func composite(_ part: Placed<CompositeDraft>) -> Composite {
    let path = SchemaPath(["composites", part.name])
    record(part.location, part.places, below: path)
    var composite = part.value.composite
    composite.elements = part.value.elements.elements.map {
      attribute($0, at: path.appending("attributes", $0.name))
    }
    return composite
  }

  private mutating func attribute(_ draft: AttributeDraft, at path: SchemaPath) -> Attribute {
    record(draft.location, draft.places, below: path)
    // An attribute that is written to is copied.
    var attribute = draft.attribute
    let type = draft.type.type(composites: composites)
    if attribute.type != type { attribute.type = type }
    if let node = draft.defaultNode {
      // A default that cannot be read is reported. It is a default nevertheless.
      attribute.defaultValue = literals.defaultValue(node, as: type) ?? .computed
    }
    if let node = draft.rare["min"] {
      attribute.minimum = literals.literal(node, as: type.boundType)
    }
    if let node = draft.rare["max"] {
      attribute.maximum = literals.literal(node, as: type.boundType)
    }
    return attribute
  }

  private mutating func entity(_ draft: EntityDraft) -> Entity {
    let path = SchemaPath.entity(draft.name)
    record(draft.location, draft.places, below: path)
    var entity = draft.entity
    let attributes = draft.attributes.elements
    let attributesPath = path.appending("attributes")
    entity.attributes = attributes.map {
      attribute($0, at: attributesPath.appending($0.name))
    }
    entity.relationships = draft.relationships.elements.map { part in
      record(part.location, part.places, below: path.appending("relationships", part.name))
      return part.value
    }
    entity.uniquenessConstraints = list(
      draft.uniqueLists(with: attributes), at: path.appending("unique"))
    entity.indexes = list(draft.indexLists(with: attributes), at: path.appending("indexes"))
    entity.rules = draft.rules.elements.enumerated().map { position, part in
      record(part.location, part.places, below: path.appending("rules", "\(position)"))
      return part.value
    }
    return entity
  }

  /// The values in order, without duplicates, with the places of the kept values.
  private mutating func list<Value: Hashable>(
    _ parts: [Placed<Value>], at path: SchemaPath
  ) -> [Value] {
    var known: Set<Value> = []
    var values: [Value] = []
    for part in parts where known.insert(part.value).inserted {
      sources.record(part.location, for: path.appending("\(values.count)"))
      values.append(part.value)
    }
    return values
  }
}

extension EntityDraft {
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
