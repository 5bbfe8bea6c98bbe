public import SchemaModel

/// The form in which a store of one version holds the values of expressions.
public struct HeldType: Hashable, Sendable {
  /// The stored form of the type (see ``ValueSource/converted(_:from:to:)``).
  public var type: AttributeType
  /// Whether it is an existing table, which also keeps values of another kind.
  public var isExisting: Bool
  /// The declared type of an existing table's column, if the model gives one.
  public var declaredType: String?

  /// The form of an entity's attribute; nil if its values are stored in files.
  init?(_ attribute: Attribute, of entity: String, in schema: Schema) {
    guard attribute.storage == .inline else { return nil }
    type = schema.storedType(of: attribute.type)
    isExisting = schema.root(of: entity)?.table != nil
    declaredType = isExisting ? attribute.sqlType : nil
  }
}

extension Mapping {
  /// The same mapping, where the results of expressions are converted as a store of the target would.
  ///
  /// The next mapping reads the stored values, and not the results themselves.
  var holdingResults: Self {
    var mapping = self
    for position in entities.indices {
      guard let top = entities[position].layers.indices.last else { continue }
      let entity = entities[position].entity
      mapping.entities[position].layers[top].values = entities[position].layers[top].values.map {
        guard case .expression = $0.value, let held = held($0.property, of: entity) else {
          return $0
        }
        var value = $0
        value.value = .held($0.value, as: held)
        return value
      }
    }
    return mapping
  }

  /// The same mapping without the conversions that the columns of the target make themselves.
  var leavingResultsToColumns: Self {
    var mapping = self
    for position in entities.indices {
      guard let top = entities[position].layers.indices.last else { continue }
      let entity = entities[position].entity
      mapping.entities[position].layers[top].values = entities[position].layers[top].values.map {
        guard case .held(let inner, let type) = $0.value, held($0.property, of: entity) == type
        else { return $0 }
        var value = $0
        value.value = inner
        return value
      }
    }
    return mapping
  }

  private func held(_ property: String, of entity: String) -> HeldType? {
    target.attribute(named: property, of: entity).flatMap {
      HeldType($0.attribute, of: entity, in: target)
    }
  }
}
