import Diagnostics
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

struct RoundTripTests {
  @Test(arguments: 0..<300)
  func `any schema and migration read back as they were written`(seed: Int) throws {
    var random = RandomSchemas(seed: UInt64(seed))
    let schema = random.schema()
    // A schema that is not sound would be refused when it is read.
    #expect(schema.validate().filter { $0.severity == .error } == [])
    let migration = seed.isMultiple(of: 3) ? random.migration(for: schema) : nil
    let text = SchemaWriter.yaml(of: schema, migration: migration)
    let document = try SchemaReader.read(text: text, name: "written.yaml")
    #expect(document.schema == schema)
    #expect(document.migration == migration)
    #expect(SchemaWriter.yaml(of: document) == text)
  }

  @Test(arguments: try SchemaReader.systems(inDirectory: RepositorySchemas.folder))
  func `every version of the five systems reads back as it was`(folder: String) throws {
    for version in try SchemaReader.history(inDirectory: folder).versions {
      let text = SchemaWriter.yaml(of: version)
      let copy = try SchemaReader.read(text: text, name: "written.yaml")
      #expect(copy.schema == version.schema)
      #expect(copy.migration == version.migration)
    }
  }
}
