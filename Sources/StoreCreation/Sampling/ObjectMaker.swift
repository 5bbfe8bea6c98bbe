internal import SQLite
internal import SchemaModel

/// Makes the objects of one entity, property by property.
struct ObjectMaker {
  /// The source of a property's values.
  private enum Source {
    case attribute(ValueMaker)
    case external(isOptional: Bool)
    case destination(DestinationChooser)
  }

  private struct Property {
    let name: String
    let source: Source
    /// Whether the second object has none.
    let isGap: Bool
  }

  /// The entity.
  let entity: String
  private let properties: [Property]
  private let keys: [UniqueKey]

  init(
    _ entity: String, in schema: Schema, _ population: Population, keys: [UniqueKey]
  ) throws(StoreCreationError) {
    self.entity = entity
    self.keys = keys
    let primaryKey = Set(schema.lineage(of: entity).flatMap(\.keyProperties).joined())
    var properties: [Property] = []
    for attribute in schema.allAttributes(of: entity) where !attribute.isTransient {
      let source: Source =
        attribute.storage == .external
        ? .external(isOptional: attribute.isOptional)
        : .attribute(try ValueMaker(attribute, of: entity, in: schema))
      let isGap = attribute.isOptional && !primaryKey.contains(attribute.name)
      properties.append(Property(name: attribute.name, source: source, isGap: isGap))
    }
    let owners = Set(schema.lineage(of: entity).map(\.name))
    for association in schema.associations
    where association.kind == .toOne && owners.contains(association.primary.entity) {
      let chooser = DestinationChooser(association, of: entity, population)
      properties.append(
        Property(
          name: association.primary.relationship.name, source: .destination(chooser),
          isGap: chooser.mayLeaveOutSecond))
    }
    self.properties = properties
  }

  /// The names of the stored properties, in the order of the values.
  var propertyNames: [String] { properties.map(\.name) }

  /// The values of the object with an index, in the order of ``propertyNames``.
  ///
  /// The first object has a value for every optional property and the second one for none, unless the values
  /// are `loose`. A value in external storage is returned as bytes; the caller writes them to a file.
  func values(
    at index: Int, isTame: Bool, isLoose: Bool, _ random: inout RandomSource
  ) -> [SQLValue] {
    let mayLack = isLoose || index > 0
    var chosen: [String: Int] = [:]
    for key in keys { chosen.merge(key.numbers(at: index)) { first, _ in first } }
    return properties.map { property in
      if property.isGap, index == 1, !isLoose { return .null }
      let number = chosen[property.name]
      switch property.source {
      case .attribute(let maker):
        return number.map { maker.distinctValue($0, &random) }
          ?? maker.value(at: index, isTame: isTame, mayLack: mayLack, &random)
      case .external(let isOptional):
        guard !isOptional || index.isMultiple(of: 8) else { return .null }
        return .blob(random.bytes(256 + random.below(1792)))
      case .destination(let chooser):
        return number.flatMap { chooser.destination($0) }.map(SQLValue.integer)
          ?? chooser.value(at: index, isTame: isTame, mayLack: mayLack, &random)
      }
    }
  }

  /// The positions of the values that are stored in external files.
  var externalPositions: [Int] {
    properties.indices.filter { if case .external = properties[$0].source { true } else { false } }
  }
}
