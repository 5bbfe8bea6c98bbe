internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel
internal import StoreVerification

/// The places of a stage in the schema files: of what its version demands, and of what makes the values.
struct StagePlaces {
  /// The places in the version that the stage leads to, and in the versions between.
  let schema: SchemaPlaces
  /// The places of declared expressions and conditions.
  let expressions: ExpressionPlaces

  /// The places of the stage with a mapping.
  init(of mapping: Mapping, in history: SchemaHistory) {
    let path = history.path(from: mapping.source.version, to: mapping.target.version)
    schema = SchemaPlaces(
      document: history[mapping.target.version], files: Set(path?.compactMap(\.file) ?? []))
    expressions = ExpressionPlaces(history: history, mapping: mapping)
  }

  /// The place of a unique key; where the key is older than the stage, that of the expression that
  /// makes its values.
  func location(ofKey properties: [String], of entity: String) -> SourceLocation? {
    let key = schema.location(ofKey: properties, of: entity)
    guard let key, !schema.files.isEmpty, !schema.files.contains(key.file) else { return key }
    let made = properties.lazy.compactMap { expressions.location(of: PropertyName(entity, $0)) }
    return made.first ?? properties.first.flatMap { schema.location(of: $0, of: entity) }
  }
}

/// The places in the schema files that declare how the values of a stage are computed.
struct ExpressionPlaces {
  let history: SchemaHistory
  let mapping: Mapping

  /// The place of the expression for a property's values; nil if there is no expression.
  ///
  /// If an origin is given, the expression is the one for objects made from objects of that entity.
  func location(of property: PropertyName, madeFrom origin: String? = nil) -> SourceLocation? {
    let members = mapping.target.family(of: property.entity).lazy
    if let origin {
      return members.compactMap { member in
        mapping.additions.lazy.filter { $0.entity == member.name && $0.source == origin }
          .compactMap { location(of: property.property, in: $0.layers, madeFrom: origin) }.first
      }.first
    }
    return members.compactMap { member in
      mapping.entity(member.name).flatMap { location(of: property.property, in: $0.layers) }
        ?? mapping.additions.lazy.filter { $0.entity == member.name }.compactMap {
          location(of: property.property, in: $0.layers, madeFrom: $0.source)
        }.first
    }.first
  }

  /// The place of the condition for objects of an entity that are carried over, or that are made from those
  /// of another entity.
  func locationOfFilter(of entity: String, madeFrom origin: String? = nil) -> SourceLocation? {
    let found =
      origin.map { origin in
        mapping.additions.first { $0.entity == entity && $0.source == origin }
      } ?? mapping.entity(entity)
    return found?.layers.lazy.reversed().compactMap { layer in
      layer.filter == nil ? nil : location(of: "where", of: layer, madeFrom: origin)
    }.first
  }

  private func location(
    of property: String, in layers: [MappingLayer], madeFrom origin: String? = nil
  ) -> SourceLocation? {
    var name = property
    for layer in layers.reversed() {
      guard let value = layer.value(of: name) else { return nil }
      if value.declaredExpression != nil {
        return location(of: name, of: layer, madeFrom: origin)
      }
      guard let before = value.carriedProperty else { return nil }
      name = before
    }
    return nil
  }

  /// The place of an expression by its property, or of the condition by `where`, in one step.
  ///
  /// A declaration for an entity also holds for its sub-entities. Objects that are made from others have
  /// theirs at the entity from which they are made, or at an ancestor of it.
  func location(
    of key: String, of layer: MappingLayer, madeFrom origin: String? = nil
  ) -> SourceLocation? {
    guard let document = history[layer.version] else { return nil }
    if let origin {
      let list = SchemaPath(["migration", "map", layer.entity, "from"])
      return mapping.source.lineage(of: origin).lazy.compactMap { owner in
        let path = list.appending(owner.name, key)
        return document.sources.exactLocation(of: path.appending("using"))
          ?? document.sources.exactLocation(of: path)
      }.first
    }
    return document.schema.lineage(of: layer.entity).lazy.compactMap { owner in
      let path = SchemaPath(["migration", "map", owner.name, key])
      return document.sources.exactLocation(of: path.appending("using"))
        ?? document.sources.exactLocation(of: path)
    }.first
  }
}

extension ExpressionPlaces {
  /// The change of type that refuses values, if a stage spans several versions.
  func conversion(of refused: RefusedValues) -> ConversionPlaces.Change? {
    guard case .unconvertible(let reason) = refused.reason else { return nil }
    return ConversionPlaces(of: mapping, in: history)
      .change(of: refused.property, refusedFor: reason)
  }
}

/// The places in a stage's versions where the type of a value changes.
struct ConversionPlaces {
  /// The versions, beginning with the stage's first one.
  private let documents: [SchemaDocument]

  init(of mapping: Mapping, in history: SchemaHistory) {
    let (source, target) = (mapping.source.version, mapping.target.version)
    documents =
      [history[source]].compactMap(\.self) + (history.path(from: source, to: target) ?? [])
  }

  /// The single change of type that refuses a value for this reason; nil if none exists, or there may be
  /// several.
  func change(of property: PropertyName, refusedFor reason: String) -> Change? {
    let changes = changes(of: property)
    let named = changes.filter { $0.refuses(for: reason) }
    let found = named.isEmpty ? changes : named
    return found.count == 1 ? found[0] : nil
  }

  /// A change of the type of a property from one version to the next.
  struct Change {
    /// The attribute in the previous version.
    var attribute: Attribute
    var from: AttributeType
    var to: AttributeType
    var location: SourceLocation?
    /// Whether a value may be missing in both versions.
    var isOptional: Bool

    /// Whether the conversion itself refuses a value, and not the column.
    func refuses(for reason: String) -> Bool {
      reason == "\(from.keyword) cannot be held exactly as \(to.keyword)"
    }

    /// The expression that converts the values that fit.
    var guarded: String? {
      GuardedConversion(
        of: attribute.name, from: from, to: to, keepingNothing: isOptional)?.sql
    }
  }

  /// The changes of a property's stored type, followed back by its names.
  private func changes(of property: PropertyName) -> [Change] {
    var (entity, name) = (property.entity, property.property)
    var result: [Change] = []
    for (before, after) in zip(documents, documents.dropFirst()).reversed() {
      guard let owned = after.schema.attribute(named: name, of: entity) else { break }
      let names = HopNames(from: before, to: after)
      let oldEntity = names.sourceName(ofEntity: entity) ?? entity
      let oldName = names.sourceName(ofProperty: name, of: entity)
      guard let old = before.schema.attribute(named: oldName, of: oldEntity) else { break }
      let from = before.schema.storedType(of: old.attribute.type)
      let to = after.schema.storedType(of: owned.attribute.type)
      if from != to {
        let path = SchemaPath.property(name, of: owned.owner, .attributes)
        let types = after.schema.declarations(of: owned.attribute.type)
        result.append(
          Change(
            attribute: old.attribute, from: from, to: to,
            location: after.location(
              of: [path] + types, in: Set([after.file].compactMap(\.self))),
            isOptional: old.attribute.isOptional && owned.attribute.isOptional))
      }
      (entity, name) = (oldEntity, old.attribute.name)
    }
    return result
  }
}
