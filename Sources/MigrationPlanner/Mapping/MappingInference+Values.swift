internal import SchemaModel

extension MappingInference {
  /// The source of an attribute's value, which continues an old attribute or is new.
  mutating func value(
    of owned: Owned<Attribute>, from old: Attribute?, in context: inout EntityContext
  ) -> ValueSource {
    let attribute = owned.property
    if let old, old == attribute, old.type.isScalar, !old.isTransient, context.expressions.isEmpty {
      return .copied(old.name)
    }
    if let old, isOnlyNamed(old, for: owned, in: context) { return .copied(old.name) }
    if let expression = context.expressions[attribute.name] {
      let value = ValueSource.expression(expression)
      return attribute.storage == .external ? .moved(value, to: .external) : value
    }
    if old == nil,
      let value = columnValue(
        of: attribute.name, isOptional: attribute.isOptional,
        at: .property(attribute.name, of: owned.owner, .attributes), in: context)
    {
      return value
    }
    guard let old, !old.isTransient else {
      return newValue(of: owned, in: context)
    }
    let value = carriedValue(from: old, to: owned, in: context)
    return filled(value, from: old, to: owned, in: context)
  }

  /// Whether an expression for a value in an existing table is the bare value, which a column with another
  /// declared type may change: the change is then detected as it is without an expression.
  private func isOnlyNamed(
    _ old: Attribute, for owned: Owned<Attribute>, in context: EntityContext
  ) -> Bool {
    let new = owned.property
    return context.expressions[new.name] == old.name
      && correspondence.target.root(of: context.entity.name)?.table != nil && !old.isTransient
      && old.storage == new.storage && (new.isOptional || !old.isOptional)
      && correspondence.source.storedType(of: old.type)
        == correspondence.target.storedType(of: new.type)
  }

  /// The value of a property that takes over the column of one of the other kind; nil for any other property.
  private mutating func columnValue(
    of property: String, isOptional: Bool, at path: SchemaPath, in context: EntityContext
  ) -> ValueSource? {
    guard context.origin == nil,
      let heir = correspondence.columnHeirs(of: context.old).first(where: { $0.new == property })
    else { return nil }
    if heir.wasOptional, !isOptional, !context.isFiltered {
      require(
        .valueEverywhere(property: heir.old, entity: context.old),
        because: "'\(context.entity.name).\(property)' is required, and takes over the column of "
          + "'\(heir.old)', which is not", at: path)
    }
    return .copied(heir.old)
  }

  private mutating func newValue(
    of owned: Owned<Attribute>, in context: EntityContext
  ) -> ValueSource {
    let attribute = owned.property
    if let value = attribute.defaultValue {
      let stored = correspondence.target.storedDefault(value, of: attribute.type)
      return .defaulted(stored.value, stored.type)
    }
    if !attribute.isOptional {
      require(
        .noObjects(entity: context.old),
        because: "new required attribute '\(context.entity.name).\(attribute.name)' has no default"
          + " and no expression",
        remedy: usingForNew(owned, in: context),
        at: .property(attribute.name, of: owned.owner, .attributes))
    }
    return .none
  }

  /// The old value in the form that the new version stores.
  private mutating func carriedValue(
    from old: Attribute, to owned: Owned<Attribute>, in context: EntityContext
  ) -> ValueSource {
    let new = owned.property
    let conversion = AttributeConversion(
      from: old.type, in: correspondence.source, to: new.type, in: correspondence.target)
    guard let converted = conversion.value(.copied(old.name)) else {
      require(
        .noValues(property: old.name, entity: context.old),
        because: "attribute '\(context.entity.name).\(new.name)' "
          + (conversion.misfit.map { "cannot keep its values: \($0)" }
            ?? "changes from \(old.type.keyword) to \(new.type.keyword), which has no one conversion"),
        remedy: using(new.name, of: owned.owner, in: context),
        at: .property(new.name, of: owned.owner, .attributes), of: new.type)
      return .none
    }
    requireElements(from: old, to: owned, in: context)
    // A conversion works on the value itself, whatever its storage.
    if converted == .copied(old.name) {
      return old.storage == new.storage ? converted : .moved(converted, to: new.storage)
    }
    let inline = conversion.value(
      old.storage == .external ? .moved(.copied(old.name), to: .inline) : .copied(old.name))
    guard let inline else { return .none }
    return new.storage == .external ? .moved(inline, to: .external) : inline
  }

  private mutating func requireElements(
    from old: Attribute, to owned: Owned<Attribute>, in context: EntityContext
  ) {
    guard !context.isFiltered else { return }
    let (source, target) = (correspondence.source, correspondence.target)
    for required in RequiredElement.all(
      from: old.type, in: source, to: owned.property.type, in: target)
    {
      require(
        .elementEverywhere(required.element, property: old.name, entity: context.old),
        because: "attribute '\(context.entity.name).\(owned.property.name)' cannot keep its "
          + "values: '\(required.name)' of '\(required.composite)' becomes required and has no default",
        remedy: using(owned.property.name, of: owned.owner, in: context),
        at: .property(owned.property.name, of: owned.owner, .attributes),
        of: owned.property.type)
    }
  }

  private mutating func filled(
    _ value: ValueSource, from old: Attribute, to owned: Owned<Attribute>,
    in context: EntityContext
  ) -> ValueSource {
    let new = owned.property
    guard old.isOptional, !new.isOptional else { return value }
    if let defaultValue = new.defaultValue {
      let stored = correspondence.target.storedDefault(defaultValue, of: new.type)
      return .filled(value, with: stored.value, stored.type).simplified
    }
    if !context.isFiltered, value != .none {
      require(
        .valueEverywhere(property: old.name, entity: context.old),
        because: "attribute '\(context.entity.name).\(new.name)' becomes required and has no"
          + " default",
        remedy: using(new.name, of: owned.owner, in: context),
        at: .property(new.name, of: owned.owner, .attributes))
    }
    return value
  }

  /// The source of a to-one's link.
  mutating func value(
    of owned: Owned<Relationship>, from before: Owned<Relationship>?,
    carrying links: [CarriedLinks], in context: EntityContext
  ) -> ValueSource {
    let relationship = owned.property
    if let expression = context.expressions[relationship.name] { return .expression(expression) }
    if before == nil,
      let value = columnValue(
        of: relationship.name, isOptional: relationship.isOptional,
        at: .property(relationship.name, of: owned.owner, .relationships), in: context)
    {
      return value
    }
    var value = linkedValue(links, before: before, ofObjectsOf: context.old)
    if case .linked(let links) = value, let choices = context.keptLinks[relationship.name] {
      value = .chosen(links, by: choices, agreeing: agreement(of: owned, links))
    } else if case .linked(let links) = value, let back = agreement(of: owned, links) {
      value = .chosen(links, by: [], agreeing: back)
    } else if case .copied = value, let choices = choicesAtOtherEnd(of: owned, links) {
      value = .chosen(links, by: choices)
    }
    if !relationship.isOptional { requireLink(owned, before: before, value, in: context) }
    return value
  }

  /// The choices at the other end, if both ends had several links and each keeps one.
  private func agreement(
    of owned: Owned<Relationship>, _ links: [CarriedLinks]
  ) -> [Deduplication.Choice]? {
    let end = Association.End(entity: owned.owner, relationship: owned.property)
    guard let inverse = correspondence.target.inverse(of: end),
      inverse.relationship.cardinality == .toOne, links.count == 1,
      links[0].association.kind == .manyToMany
    else { return nil }
    return keptLinks(of: inverse.entity)[inverse.relationship.name]
  }

  /// The choices at the other end for links that are stored at this end and of which the other end had
  /// several.
  private func choicesAtOtherEnd(
    of owned: Owned<Relationship>, _ links: [CarriedLinks]
  ) -> [Deduplication.Choice]? {
    let end = Association.End(entity: owned.owner, relationship: owned.property)
    guard let inverse = correspondence.target.inverse(of: end), links.contains(where: \.isShared)
    else { return nil }
    return keptLinks(of: inverse.entity)[inverse.relationship.name]
  }

  /// The value of a to-one: links that it stored before are copied, and all others are looked up.
  ///
  /// An entity outside the lineage of the links, which joined the hierarchy later, has none.
  func linkedValue(
    _ links: [CarriedLinks], before: Owned<Relationship>?, ofObjectsOf old: String
  ) -> ValueSource {
    let own = links.filter { correspondence.source.isEntity(old, orDescendantOf: $0.origin) }
    if let before, links.count == 1, links[0].isOwn, links[0].heir == nil {
      return .copied(before.property.name)
    }
    guard let only = own.first else { return .none }
    return own.count == 1 && only.isOwn && only.heir == nil
      ? .copied(only.association.primary.relationship.name) : .linked(own)
  }

  mutating func requireLink(
    _ owned: Owned<Relationship>, before: Owned<Relationship>?, _ value: ValueSource,
    in context: EntityContext
  ) {
    let name = owned.property.name
    let remedy =
      before == nil
      ? usingForNew(owned, in: context) : using(name, of: owned.owner, in: context)
    let path = SchemaPath.property(name, of: owned.owner, .relationships)
    if value == .none {
      require(
        .noObjects(entity: context.old),
        because: before == nil
          ? "new required to-one '\(context.entity.name).\(name)' has no object to lead to"
          : "required to-one '\(context.entity.name).\(name)' leads to another entity than before,"
            + " and no link can stay",
        remedy: remedy, at: path)
    } else if value.carriesOneLink {
      requireLinksBefore(owned, before: before, remedy: remedy, in: context)
    }
  }

  /// Requires a link for a to-one that is not optional and whose links are stored in the rows at its other
  /// end.
  mutating func requireLink(_ owned: Owned<Relationship>, in context: EntityContext) {
    let relationship = owned.property
    guard relationship.cardinality == .toOne, !relationship.isOptional else { return }
    let before = correspondence.old(
      relationship, declaredBy: owned.owner, in: context.entity.name)
    requireLinksBefore(owned, before: before, remedy: nil, in: context)
  }

  /// Requires that every object had a link, if objects may have had none or several.
  private mutating func requireLinksBefore(
    _ owned: Owned<Relationship>, before: Owned<Relationship>?, remedy: String?,
    in context: EntityContext
  ) {
    guard let before = before?.property, !context.isFiltered,
      before.isOptional || before.cardinality == .toMany
    else { return }
    require(
      .valueEverywhere(property: before.name, entity: context.old),
      because: "to-one '\(context.entity.name).\(owned.property.name)' becomes required",
      remedy: remedy, at: .property(owned.property.name, of: owned.owner, .relationships))
  }
}

extension ValueSource {
  /// Whether it is an existing link with a single source.
  fileprivate var carriesOneLink: Bool {
    switch self {
    case .copied: true
    case .linked(let links), .chosen(let links, by: _, agreeing: _): links.count == 1
    case .defaulted, .none, .expression, .held, .filled, .converted, .moved, .recoded, .recomposed:
      false
    }
  }
}
