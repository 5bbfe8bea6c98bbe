internal import SQLiteStore
internal import SchemaModel

/// Makes the objects of one entity, property by property.
struct ObjectMaker {
  /// What a property's value is made from.
  private enum Source {
    case attribute(ValueMaker)
    case external(isOptional: Bool)
    case destination(DestinationChooser)
  }

  private struct Property {
    let name: String
    let source: Source
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
    var properties: [Property] = []
    for attribute in schema.allAttributes(of: entity) where !attribute.isTransient {
      let source: Source =
        attribute.storage == .external
        ? .external(isOptional: attribute.isOptional)
        : .attribute(try ValueMaker(attribute, of: entity, in: schema))
      properties.append(Property(name: attribute.name, source: source))
    }
    let owners = Set(schema.lineage(of: entity).map(\.name))
    for association in schema.associations
    where association.kind == .toOne && owners.contains(association.primary.entity) {
      let chooser = try DestinationChooser(association, of: entity, in: schema, population)
      properties.append(
        Property(name: association.primary.relationship.name, source: .destination(chooser)))
    }
    self.properties = properties
  }

  /// The names of the stored properties, in the order of the values.
  var propertyNames: [String] { properties.map(\.name) }

  /// The values of the object of that index, in the order of ``propertyNames``.
  ///
  /// A value in external storage comes as its bytes; whoever writes the row puts them into a file.
  func values(at index: Int, isTame: Bool, _ random: inout RandomSource) -> [SQLValue] {
    var chosen: [String: Int] = [:]
    for key in keys { chosen.merge(key.numbers(at: index)) { first, _ in first } }
    return properties.map { property in
      let number = chosen[property.name]
      switch property.source {
      case .attribute(let maker):
        return number.map { maker.distinctValue($0, &random) }
          ?? maker.value(at: index, isTame: isTame, &random)
      case .external(let isOptional):
        guard !isOptional || index.isMultiple(of: 8) else { return .null }
        return .blob(random.bytes(256 + random.below(1792)))
      case .destination(let chooser):
        return number.flatMap { chooser.destination($0) }.map(SQLValue.integer)
          ?? chooser.value(at: index, isTame: isTame, &random)
      }
    }
  }

  /// Which of the values are kept in files beside the store, by their position.
  var externalPositions: [Int] {
    properties.indices.filter { if case .external = properties[$0].source { true } else { false } }
  }
}

/// Chooses the object that a to-one relationship leads to.
struct DestinationChooser {
  private enum Way {
    /// The owner, of whose parts this object is one of so many.
    case owner(perOwner: Int)
    /// One of the objects that were made before, within groups of a size: a tree in each group.
    case tree(groupSize: Int)
    /// The object of the same index.
    case partner
    /// Any object.
    case any
  }

  private let relationship: Relationship
  private let population: Population
  private let count: Int
  private let way: Way
  /// How many objects of other entities choose first, where no two may choose the same.
  private let offset: Int

  init(
    _ association: Association, of entity: String, in schema: Schema, _ population: Population
  ) throws(StoreCreationError) {
    relationship = association.primary.relationship
    self.population = population
    count = population.familyCount(of: relationship.destination)
    offset =
      association.isExclusive
      ? population.familyOffset(of: entity, in: association.primary.entity) : 0
    let ownership = population.ownership(of: entity)
    if ownership?.association == association {
      way = .owner(perOwner: ownership?.perOwner ?? 1)
    } else if association.isExclusive {
      way = .partner
    } else if schema.root(of: entity)?.name == schema.root(of: relationship.destination)?.name {
      way = .tree(groupSize: ownership?.perOwner ?? .max)
    } else {
      way = .any
    }
    if count == 0, !relationship.isOptional, population.count(of: entity) > 0 {
      throw .noDestination(relationship: relationship.name, entity: entity)
    }
  }

  /// The identity of the destination of that number; nil past the last.
  func destination(_ number: Int) -> Int64? {
    number < count ? population.familyIdentity(number, of: relationship.destination) : nil
  }

  /// The destination for the object of that index, or NULL.
  func value(at index: Int, isTame: Bool, _ random: inout RandomSource) -> SQLValue {
    guard count > 0, let number = number(at: index, isTame: isTame, &random) else { return .null }
    return destination(number).map(SQLValue.integer) ?? .null
  }

  private func number(at index: Int, isTame: Bool, _ random: inout RandomSource) -> Int? {
    let isOptional = relationship.isOptional
    switch way {
    case .owner(let perOwner):
      return isOptional && index % 97 == 96 && !isTame ? nil : (offset + index) / perOwner
    case .partner:
      return isOptional && index % 7 == 6 ? nil : offset + index
    case .tree(let groupSize):
      let offset = index % groupSize
      guard offset > 0 else { return isOptional ? nil : index }
      return index - offset + (offset - 1) / 2
    case .any:
      return isOptional && random.once(in: isTame ? 2 : 4) ? nil : random.below(count)
    }
  }
}
