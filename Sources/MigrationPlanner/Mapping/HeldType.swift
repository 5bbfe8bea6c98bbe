public import SchemaModel

/// What a store of one version makes of the values that an expression gives, as it keeps them.
public struct HeldType: Hashable, Sendable {
  /// The type, as it is stored (see ``ValueSource/converted(_:from:to:)``).
  public var type: AttributeType
  /// Whether the table was there before any model, and keeps what is of another kind, too.
  public var isExisting: Bool
  /// The type that the column of such a table is declared with, where the model says so.
  public var declaredType: String?

  /// That of an attribute of an entity; nil for one whose values are kept in files.
  init?(_ attribute: Attribute, of entity: String, in schema: Schema) {
    guard attribute.storage == .inline else { return nil }
    type = schema.storedType(of: attribute.type)
    isExisting = schema.root(of: entity)?.table != nil
    declaredType = isExisting ? attribute.sqlType : nil
  }
}

extension Mapping {
  /// The same, where what expressions give is what a store of the target would hold.
  ///
  /// For a next mapping reads that, and not what the expressions gave.
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

  /// The same without what the columns of the target do themselves.
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
