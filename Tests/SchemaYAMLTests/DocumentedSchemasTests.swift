import Foundation
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// The schemas in the documentation are accepted by the reader.
struct DocumentedSchemasTests {
  @Test func `the model of the page on schema files is read in both its versions`() throws {
    let page = try Page("Documentation/schema-files.md")
    let (versions, fragments) = (page.blocks("schema:"), page.blocks(besides: "schema:"))
    #expect(versions.count == 2)
    #expect(fragments.map { $0.prefix { $0 != ":" } } == ["notes", "enums", "queries"])
    let migrations = try Page("Documentation/migrations-in-schema-files.md").blocks("migration:")
    #expect(migrations.count == 1)

    // The fragments belong to the two versions, but for the types, which have no place there.
    let history = try Self.history([
      "V1.yaml": versions[0] + fragments[2], "V2.yaml": versions[1] + migrations[0],
    ])
    #expect(history.versions.map(\.schema.version) == [Version(1), Version(2)])
    #expect(history.versions[0].schema.queries.map(\.name) == ["ebooks"])
    #expect(history.versions[1].migration?.map(of: "Book")?.filter == "title <> ''")

    let lines = versions[0].split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(fragments[0].split(separator: "\n").filter { !lines.contains($0) } == [])
  }

  @Test func `the examples on the page on merges and steps are read`() throws {
    let fragments = try Page("Documentation/merges-and-steps.md").blocks("migration:")
    #expect(fragments.count == 5)
    let notes = """
      schema: Notes
      version: 2
      entities:
        Note: {relationships: {label: {toOne: Tag?}}}
        Tag: {attributes: {name: string}}

      """
    let media = """
      schema: Media
      version: 2
      entities:
        Work: {attributes: {title: string, length: int?}}

      """
    let books = """
      schema: Books
      version: 2
      entities:
        BookModel: {attributes: {localId: string, title: string, dateAdded: date}}

      """
    func map(_ model: String, _ fragment: String) throws -> MigrationDeclaration.EntityMap? {
      try SchemaReader.read(text: model + fragment, name: "V2.yaml").migration?.maps.first
    }
    #expect(
      try map(notes, fragments[0])
        == .init(
          "Tag",
          origins: [
            .init(
              "Note", properties: ["name": "trim(tag)"], filter: "trim(tag) <> ''",
              link: "Note.label")
          ], deduplication: Deduplication(by: ["name"], keep: [.first])))
    #expect(
      try map(media, fragments[1])
        == .init(
          "Work",
          origins: [
            .init("Book", properties: ["length": "pages"]),
            .init("Film", properties: ["length": "minutes"]),
          ]))
    #expect(
      try map(books, fragments[2])
        == .init(
          "BookModel",
          deduplication: Deduplication(
            by: ["localId"], keep: [.prefer("title <> ''"), .newest("dateAdded")])))
  }

  @Test func `the shared types of the page on schema files are read`() throws {
    let fragment = try Page("Documentation/schema-files.md").blocks("enums:")
    let schema = try SchemaReader.read(
      text: "schema: Types\nversion: 1\n" + fragment.joined(), name: "types.yaml"
    ).schema
    #expect(schema.enumerations.map(\.name) == ["Status", "Priority", "Colour"])
    #expect(
      schema.enumerations.flatMap(\.cases).map(\.rawValue) == [
        .string("waiting"), .string("done"), .int(0), .int(10), .string("#FF0000"),
      ])
    #expect(schema.composites.map(\.name) == ["Address"])
  }

  @Test func `the schema file in the readme equals the one in the repository`() throws {
    let block = try #require(try Page("README.md").blocks("schema:").first)
    let folder = RepositorySchemas.folder + "/Epilogue/"
    let shown = try Self.history([
      "V1.yaml": try String(contentsOfFile: folder + "V1.yaml", encoding: .utf8),
      "V2.yaml": try String(contentsOfFile: folder + "V2.yaml", encoding: .utf8),
      "V3.yaml": block,
    ])
    let meant = try RepositorySchemas.document("Epilogue", Version(3))
    #expect(
      shown.newest?.schema.withoutDocumentation == meant.schema.withoutDocumentation)
    #expect(shown.newest?.migration == meant.migration)
  }

  /// The versions that these files of one folder describe.
  private static func history(_ files: [String: String]) throws -> SchemaHistory {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    return try SchemaReader.history(inDirectory: folder.path)
  }
}

/// A page of the documentation.
private struct Page {
  /// The blocks of YAML on it, in order.
  private let blocks: [String]

  init(_ path: String) throws {
    let file = BuiltProducts.repository.appending(path: path)
    let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```yaml\n")
    blocks = parts.dropFirst().map { $0.components(separatedBy: "```")[0] }
  }

  /// The blocks that begin with a key.
  func blocks(_ key: String) -> [String] { blocks.filter { $0.hasPrefix(key) } }

  /// The other blocks.
  func blocks(besides key: String) -> [String] { blocks.filter { !$0.hasPrefix(key) } }
}
