internal import SchemaModel

extension Attribute {
  /// Whether a new object must be given a value, as the model itself has none for it.
  var needsValue: Bool {
    !isOptional && defaultValue == nil && !isTransient && derivation == nil
  }
}
