internal import SchemaModel

/// Columns of existing tables, whose declared types may convert the values that a mapping gives
/// (https://www.sqlite.org/datatype3.html#type_affinity).
extension Mapping {
  /// Whether values depend on intermediate columns: these have a declared type, and the next mapping does
  /// more with their values than to copy them.
  func needsColumns(before next: Mapping) -> Bool {
    guard target.entities.contains(where: { $0.table != nil }) else { return false }
    let declared = Dictionary(
      entities.map { ($0.entity, declaredAnew(in: $0)) }, uniquingKeysWith: { first, _ in first })
    guard declared.values.contains(where: { !$0.isEmpty }) else { return false }
    return next.computesFromRows
      || next.entities.contains { entity in
        guard let names = entity.source.flatMap({ declared[$0] }), !names.isEmpty else {
          return false
        }
        return next.changes(names, in: entity)
      }
  }

  /// The attributes of an existing table whose columns may hold other values than the mapping gives, by their
  /// target names.
  private func declaredAnew(in mapping: EntityMapping) -> Set<String> {
    guard let before = mapping.source, target.root(of: mapping.entity)?.table != nil,
      let entity = target.entity(named: mapping.entity)
    else { return [] }
    let attributes = entity.attributes.filter { attribute in
      guard !attribute.isTransient, attribute.storage == .inline else { return false }
      if let name = mapping.copied(attribute.name) {
        return !source.hasSQLType(of: attribute, name, in: before)
      }
      switch mapping.layers.last?.value(of: attribute.name) {
      case nil, ValueSource.none?: return false
      // An expression's value is held as the column would hold it, if the column's declared type is known.
      case .expression?: return attribute.sqlType == nil && keepsColumn(of: attribute, in: mapping)
      default: return attribute.sqlType != nil
      }
    }
    return Set(attributes.map(\.name))
  }

  /// Whether an attribute's column existed before, and neither version declares its type.
  ///
  /// It may have no type, so that it holds values as they are given.
  private func keepsColumn(of attribute: Attribute, in mapping: EntityMapping) -> Bool {
    guard let before = mapping.source, let name = mapping.continued(attribute.name) else {
      return false
    }
    return source.entity(named: before)?.attributes.contains {
      $0.name == name && $0.sqlType == nil && !$0.isTransient && $0.storage == .inline
    } ?? false
  }

  /// Whether anything is computed from rows by SQL, or chosen by their values.
  private var computesFromRows: Bool {
    entities.contains { entity in
      entity.layers.contains { layer in
        !layer.isPlain
          || layer.values.contains {
            $0.linkValues.contains { if case .chosen = $0 { true } else { false } }
          }
      }
    }
  }

  /// Whether some of these source properties change, or move to a column with another declared type.
  private func changes(_ names: Set<String>, in mapping: EntityMapping) -> Bool {
    guard let entity = target.entity(named: mapping.entity), let before = mapping.source else {
      return false
    }
    return entity.attributes.contains { attribute in
      guard let name = mapping.carried(attribute.name), names.contains(name) else { return false }
      return mapping.copied(attribute.name) != name
        || !source.hasSQLType(of: attribute, name, in: before)
    }
  }
}

extension EntityMapping {
  /// The source property that this property continues; nil for a new property.
  fileprivate func continued(_ property: String) -> String? {
    layers.reversed().reduce(property) { name, layer in
      name.flatMap { name in layer.values.first { $0.property == name }?.continued }
    }
  }

  /// The source property that a property is made from; nil if none exists.
  fileprivate func carried(_ property: String) -> String? {
    layers.reversed().reduce(property) { name, layer in
      name.flatMap { layer.value(of: $0)?.carriedProperty }
    }
  }

  /// The source property whose value a property keeps; nil if no value is kept unchanged.
  package func copied(_ property: String) -> String? {
    layers.reversed().reduce(property) { name, layer in
      guard let name, case .copied(let below)? = layer.value(of: name) else { return nil }
      return below
    }
  }
}

extension Schema {
  /// Whether an attribute here has the same declared type as another one.
  fileprivate func hasSQLType(of other: Attribute, _ name: String, in entity: String) -> Bool {
    attribute(named: name, of: entity)?.attribute.hasSQLType(of: other) ?? (other.sqlType == nil)
  }
}
