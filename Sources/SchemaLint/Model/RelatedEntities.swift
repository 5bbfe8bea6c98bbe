internal import SchemaModel

extension Schema {
  /// Whether objects of one entity can be objects of the other entity.
  func areRelated(_ one: String, _ other: String) -> Bool {
    isEntity(one, orDescendantOf: other) || isEntity(other, orDescendantOf: one)
  }
}
