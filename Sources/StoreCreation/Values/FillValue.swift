internal import StoreLayout
package import SQLite
package import SchemaModel

/// Makes values for objects of which only some properties are given, as in a test.
package enum FillValue {
  /// The value of an attribute that is not given: its default, else no value if it is optional, else an
  /// ordinary value, which differs for each number if possible.
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
