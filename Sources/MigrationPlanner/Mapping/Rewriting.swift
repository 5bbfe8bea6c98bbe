internal import SQLText
package import SchemaModel

/// An expression that replaces a value or a link that would otherwise be carried over, for objects of one
/// entity.
package struct Rewriting: Hashable, Sendable {
  /// The entity of the new version, without sub-entities.
  package var entity: String
  /// The former entity of its objects.
  package var source: String
  /// The property, by its name in the new version.
  package var property: String
  /// The expression that computes the value, over the properties of the previous version.
  package var expression: String
  /// The condition that an object must meet to be carried over.
  package var filter: String?
  /// The old value: a property that is copied, or links.
  package var before: ValueSource
  /// Whether it is an undeclared link to the object made from this one, and no declaration says that it
  /// replaces a link to something else.
  package var isLinkToAddition: Bool
  /// The stored types of an attribute before and after.
  package var types: Types?
  /// The use of the old value; nil if the expression does not name it.
  package var use: ValueUse?
  /// Whether another property of the same object takes over the value unchanged.
  package var isKeptElsewhere = false
  /// Whether there were many links and one may stay: the links that it does not continue are lost.
  package var choosesOfMany = false

  /// Whether the link leads to the same entity as before, or the property takes over the column of one of the
  /// other kind, so that what leads elsewhere can be found.
  package var leadsToSame = false

  /// The types of an attribute in two versions.
  package struct Types: Hashable, Sendable {
    /// The type in the previous version.
    package var before: AttributeType
    /// The type in the new version.
    package var after: AttributeType

    /// Two types from their parts.
    package init(before: AttributeType, after: AttributeType) {
      (self.before, self.after) = (before, after)
    }

    /// The types of an attribute in one version and of an attribute in the next; nil for links.
    package init?(
      of old: String, in source: String, _ before: Schema, and new: String, in target: String,
      _ after: Schema
    ) {
      guard let first = before.attribute(named: old, of: source)?.attribute,
        let second = after.attribute(named: new, of: target)?.attribute
      else { return nil }
      self.init(before: before.storedType(of: first.type), after: after.storedType(of: second.type))
    }

    /// Whether the new type holds the whole value: a number may not hold a whole text, nor a text all digits
    /// of a REAL.
    package var keepsWhole: Bool {
      if before == after { return true }
      switch before {
      case .float, .double, .date: return false
      default: return !after.isStoredAsNumber
      }
    }
  }

  /// Whether an unrecoverable value is certainly lost: it is kept nowhere, or a number or its text is cut.
  package var losesForCertain: Bool {
    guard use != nil, let types else { return !isNamedElsewhere }
    if isPlain { return true }
    return use == .used && types.before != types.after && types.after.isStoredAsNumber
      && (types.before.isStoredAsNumber || SQLTokens(expression).mentions(["cast"]))
      && !SQLTokens(expression).mentions(["case", "iif"])
  }

  /// Whether the result contains the whole value, as far as the types hold it.
  package var keepsAll: Bool {
    use == .whole && types?.keepsWhole == true
  }

  /// Whether the expression is the bare value, which a column may convert.
  private var isPlain: Bool {
    guard case .copied(let name) = before else { return false }
    return SQLExpression(expression).isOnly(name)
  }

  /// Whether expressions for other properties of the object name the value.
  package var isNamedElsewhere = false

  /// Whether the expression gives the value that would be carried over anyway.
  var keepsValue: Bool { before == .copied(expression) }
}

/// The values and links that the expressions of one hop replace.
package struct Rewritings {
  /// The declared expressions as changes, each with the rewritings of the entities concerned; sorted.
  package private(set) var all: [(change: SchemaChange, rewritings: [Rewriting])] = []
  private let correspondence: SchemaCorrespondence
  private let links: [String: [String: [CarriedLinks]]]

  /// The rewritings in the hop from one version to the next.
  package init(from source: SchemaDocument, to target: SchemaDocument) {
    self.init(SchemaCorrespondence(from: source, to: target), document: target)
  }

  init(_ correspondence: SchemaCorrespondence, document: SchemaDocument) {
    self.correspondence = correspondence
    guard let declaration = document.migration,
      declaration.maps.contains(where: \.givesValues)
    else {
      links = [:]
      return
    }
    links = CarriedAssociations(correspondence).sources.reduce(into: [:]) { result, carried in
      let primary = carried.association.primary
      result[primary.entity, default: [:]][primary.relationship.name] = carried.links
    }
    var found: [SchemaChange: [Rewriting]] = [:]
    let mapping = MappingInference.infer(correspondence, document: document).mapping
    for entity in mapping.entities {
      guard let source = entity.source, let layer = entity.layers.first,
        correspondence.source.entity(named: source)?.isAbstract == false
      else { continue }
      for value in layer.values {
        guard let expression = value.value.declaredExpression,
          let (change, before) = replaced(value.property, of: entity.entity, by: declaration)
        else { continue }
        let isDeclared = declaration.map(of: change.place.owner)?.properties[value.property] != nil
        var rewriting = Rewriting(
          entity: entity.entity, source: source, property: value.property,
          expression: expression, filter: layer.filter, before: before,
          isLinkToAddition: !isDeclared,
          types: types(of: value.property, in: entity.entity),
          choosesOfMany: isChoice(value.property, of: entity.entity))
        rewriting.leadsToSame =
          heir(value.property, of: entity.entity) != nil
          || leadsToSame(value.property, of: entity.entity, before, source)
        if case .copied(let name) = before {
          rewriting.use = ValueUse.of(name, in: expression, of: source)
          let others = layer.values.filter { $0.property != value.property }
            .compactMap(\.value.declaredExpression)
          rewriting.isNamedElsewhere = others.contains { SQLTokens($0).mentions([name]) }
          rewriting.isKeptElsewhere = layer.values.contains { other in
            other.property != value.property
              && takesAll(of: name, in: source, other, of: entity.entity)
          }
        }
        found[change, default: []].append(rewriting)
      }
    }
    all = found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Whether a to-one now leads to objects to which the old links led.
  private func leadsToSame(
    _ property: String, of entity: String, _ before: ValueSource, _ source: String
  ) -> Bool {
    let now = correspondence.target.relationship(named: property, of: entity)?.relationship
    let destination =
      switch before {
      case .linked(let links): links.first?.destination
      case .copied(let name):
        correspondence.source.relationship(named: name, of: source)?.relationship.destination
      default: String?.none
      }
    guard let now, let destination else { return false }
    return correspondence.carriesSomeObjects(of: destination, to: now.destination)
  }

  /// The change that reports an expression, among those of its hop: the change of the type, of the kind or of
  /// the number of links, or else the change of the values alone; nil if none exists.
  package func teller(of change: SchemaChange, among changes: [SchemaChange]) -> SchemaChange? {
    let difference = changes.first { difference in
      Self.tellers.contains(difference.kind)
        && difference.place.name == change.place.name
        && correspondence.target.areRelated(difference.place.owner, change.place.owner)
    }
    return difference ?? changes.first { $0 == change }
  }

  private static let tellers: Set<ChangeKind> = [
    .changeAttributeType, .changeCardinality, .changeAttributeToRelationship,
    .changeRelationshipToAttribute,
  ]

  /// Whether another property takes over a value unchanged, and its type holds the value.
  private func takesAll(
    of name: String, in source: String, _ other: PropertyMapping, of entity: String
  ) -> Bool {
    guard let expression = other.value.declaredExpression, SQLExpression(expression).isOnly(name)
    else {
      return false
    }
    return Rewriting.Types(
      of: name, in: source, correspondence.source, and: other.property, in: entity,
      correspondence.target)?.keepsWhole ?? true
  }

  /// Whether a to-one was a to-many before.
  private func isChoice(_ property: String, of entity: String) -> Bool {
    guard
      let owned: Owned<Relationship> = correspondence.target.property(property, of: entity),
      let old = correspondence.old(owned.property, declaredBy: owned.owner, in: entity)
    else { return false }
    return old.property.cardinality == .toMany && owned.property.cardinality == .toOne
  }

  /// The old and the new type of an existing attribute; nil for any other property.
  private func types(of property: String, in entity: String) -> Rewriting.Types? {
    guard let owned: Owned<Attribute> = correspondence.target.property(property, of: entity),
      let old = correspondence.old(owned.property, declaredBy: owned.owner, in: entity)
    else { return nil }
    return Rewriting.Types(
      before: correspondence.source.storedType(of: old.property.type),
      after: correspondence.target.storedType(of: owned.property.type))
  }

  /// The value that an expression for a property replaces; nil if there was none.
  private func replaced(
    _ property: String, of entity: String, by declaration: MigrationDeclaration
  ) -> (SchemaChange, ValueSource)? {
    let declaring = correspondence.target.lineage(of: entity).map(\.name).first {
      declaration.map(of: $0)?.properties[property] != nil
    }
    guard let declaring else { return linkToAddition(property, of: entity) }
    let former = heir(property, of: entity).map { ValueSource.copied($0.old) }
    if let owned: Owned<Attribute> = correspondence.target.property(property, of: entity) {
      let old = correspondence.old(owned.property, declaredBy: owned.owner, in: entity)?.property
      let before = old.flatMap { $0.isTransient ? nil : ValueSource.copied($0.name) } ?? former
      return before.map { (.rewriteAttribute(owned.property, entity: declaring), $0) }
    }
    guard let owned: Owned<Relationship> = correspondence.target.property(property, of: entity),
      let before = former ?? link(owned, of: entity)
    else { return nil }
    return (.rewriteRelationship(owned.property, entity: declaring), before)
  }

  /// The overtaking of a column by a property; nil for any other property.
  private func heir(_ property: String, of entity: String) -> ColumnHeir? {
    correspondence.sourceNames[entity].flatMap { old in
      correspondence.columnHeirs(of: old).first { $0.new == property }
    }
  }

  /// The replaced link of a to-one that leads to the object made from its own object, if no expression gives
  /// it.
  private func linkToAddition(
    _ property: String, of entity: String
  ) -> (SchemaChange, ValueSource)? {
    guard
      let owned: Owned<Relationship> = correspondence.target.property(property, of: entity),
      let before = link(owned, of: entity)
    else { return nil }
    return (.rewriteRelationship(owned.property, entity: owned.owner), before)
  }

  /// The links that a to-one had; for a new to-one, the links that would become its own.
  ///
  /// If links of another relationship are united with them, the loss is reported for that relationship.
  private func link(_ owned: Owned<Relationship>, of entity: String) -> ValueSource? {
    let old = correspondence.old(owned.property, declaredBy: owned.owner, in: entity)
    guard let old else {
      let carried = links[owned.owner]?[owned.property.name] ?? []
      return carried.isEmpty ? nil : .linked(carried)
    }
    let end = Association.End(entity: old.owner, relationship: old.property)
    let association = correspondence.source.associations.first { $0.has(end) }
    guard let association else { return nil }
    let isPrimary = association.primary == end
    return association.kind == .toOne && isPrimary
      ? .copied(old.property.name)
      : .linked([CarriedLinks(association, isReversed: !isPrimary)])
  }
}

extension Schema {
  /// Whether two entities are the same, or one is a sub-entity of the other.
  fileprivate func areRelated(_ entity: String, _ other: String) -> Bool {
    isEntity(entity, orDescendantOf: other) || isEntity(other, orDescendantOf: entity)
  }
}

extension MigrationDeclaration.EntityMap {
  /// Whether it gives values or links to existing objects.
  fileprivate var givesValues: Bool {
    !properties.isEmpty || origins.contains { $0.link != nil }
  }
}

extension AttributeType {
  /// Whether a store keeps values as numbers.
  fileprivate var isStoredAsNumber: Bool {
    switch self {
    case .int16, .int32, .int64, .float, .double, .bool, .date: true
    default: false
    }
  }
}
