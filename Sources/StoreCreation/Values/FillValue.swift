internal import StoreLayout
package import SQLite
package import SchemaModel

/// The values of objects of which only a part is given, as in a test.
package enum FillValue {
  /// What an attribute holds of which nothing is said: its default, no value where it may have
  /// none, or else an ordinary value, another one for each number where there are so many.
  ///
  /// The same attribute and number always give the same value.
  package static func value(
    of attribute: Attribute, of entity: String, number: Int, in schema: Schema
  ) throws -> SQLValue {
    if case .literal(let literal)? = attribute.defaultValue {
      return schema.storedValue(of: literal, as: attribute.type) ?? .null
    }
    if attribute.defaultValue == nil, attribute.isOptional { return .null }
    let maker = try ValueMaker(attribute, of: entity, in: schema)
    var random = RandomSource(seed: UInt64(number), for: "\(entity).\(attribute.name)")
    let isFree = attribute.minimum == nil && attribute.maximum == nil && maker.capacity == nil
    return isFree
      ? maker.distinctValue(number, &random) : maker.value(at: number, isTame: true, &random)
  }
}
