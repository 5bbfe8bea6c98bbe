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
  package var holdingResults: Self {
    changingLastValues { value, held in
      guard case .expression = value, let held else { return value }
      return .held(value, as: held)
    }
  }

  /// The same mapping without the conversions that the columns of the target make themselves.
  var leavingResultsToColumns: Self {
    changingLastValues { value, held in
      guard case .held(let inner, let type) = value, held == type else { return value }
      return inner
    }
  }

  /// The same mapping with other values in its last steps, each made from the value and from the form in
  /// which the target holds it.
  package func changingLastValues(
    _ change: (ValueSource, HeldType?) -> ValueSource
  ) -> Self {
    var mapping = self
    for position in entities.indices {
      guard let top = entities[position].layers.indices.last else { continue }
      let entity = entities[position].entity
      for place in entities[position].layers[top].values.indices {
        let value = entities[position].layers[top].values[place]
        let held = target.attribute(named: value.property, of: entity).flatMap {
          HeldType($0.attribute, of: entity, in: target)
        }
        mapping.entities[position].layers[top].values[place].value = change(value.value, held)
      }
    }
    return mapping
  }
}
