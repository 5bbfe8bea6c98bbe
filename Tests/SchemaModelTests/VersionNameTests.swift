import SchemaModel
import Testing

struct VersionNameTests {
  @Test(
    arguments: [
      ("2.101", "17.0.0 (2.101)"), ("Shop 2", "17.0.0 (Shop 2)"), ("SchemaV2", "17.0.0 (SchemaV2)"),
      ("v17", "17.0.0"), ("17.0", "17.0.0"), ("Adds the covers of books", "17.0.0"),
      ("Reading sessions", "17.0.0"), ("Room's 9ab2", "17.0.0"), ("", "17.0.0"), (nil, "17.0.0"),
    ] as [(String?, String)])
  func `the name that an import leaves in the documentation stands next to the number`(
    documentation: String?, words: String
  ) {
    var schema = Schema(name: "App", version: Version(17), documentation: documentation)
    #expect(schema.version.words == words)
    #expect("\(schema.version)" == "17.0.0")
    #expect(schema.version == Version(17))
    #expect(schema.version.hashValue == Version(17).hashValue)
    schema.version = Version(18)
    #expect(
      schema.version.words == Version(18).description + words.dropFirst(6) || words == "17.0.0")
    schema.documentation = nil
    #expect(schema.version.words == "18.0.0")
  }
}
