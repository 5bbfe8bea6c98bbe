import MigrationPlanner
import SchemaModel
import Testing

struct TypeConversionTests {
  private static let types: [AttributeType] = [
    .string, .int16, .int32, .int64, .bool, .float, .double, .decimal, .date, .uuid, .url, .data,
    .transformable, .array(.int16), .enumeration(.inline(["a"])),
  ]

  /// For each type, the types that its values become without a declaration.
  private static let conversions: [String: String] = [
    "string": "int16 int32 int float double decimal uuid url enum(a)",
    "int16": "string int32 int bool float double decimal",
    "int32": "string int16 int bool float double decimal",
    "int": "string int16 int32 bool float double decimal",
    "bool": "int16 int32 int float double",
    "float": "string int16 int32 int bool double decimal",
    "double": "string int16 int32 int bool float decimal",
    "decimal": "string int16 int32 int float double",
    "date": "", "uuid": "string", "url": "string", "data": "transformable",
    "transformable": "data", "[int16]": "",
    "enum(a)": "string",
  ]

  @Test(arguments: types)
  func `a type converts to those that can hold its values, and to no others`(type: AttributeType)
    throws
  {
    var converted: [String] = []
    for other in Self.types where other != type {
      let stage = try plan(
        schema(1, Entity("Book", attributes: [Attribute("a", type)])),
        schema(2, Entity("Book", attributes: [Attribute("a", other)]))
      ).stages[0]
      let value = stage.mapping.entities[0].layers[0].values[0].value
      if value == .converted(.copied("a"), from: type, to: other) {
        converted.append(other.keyword)
      } else {
        #expect(value == .none)
        #expect(stage.requirements.map(\.condition) == [.noValues(property: "a", entity: "Book")])
      }
    }
    #expect(converted.joined(separator: " ") == Self.conversions[type.keyword])
  }
}
