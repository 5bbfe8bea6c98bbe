internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel
internal import StoreVerification

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
