import Diagnostics
import SchemaExchange
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

struct ModelExporterTests {
  /// Writes versions to a package, and reads them back.
  static func roundTrip(_ history: ImportedHistory) throws -> ImportedHistory {
    let folder = try TemporaryFolder()
    let exported = ModelExporter.package(
      of: history.versions.map(\.schema), current: history.current)
    for file in exported.files {
      try folder.write(file.text, to: "\(history.name).xcdatamodeld/\(file.path)")
    }
    return try ModelImporter.history(of: "\(folder.path)/\(history.name).xcdatamodeld")
  }

  @Test func `a schema of a Core Data model survives its export and import`() throws {
    let schema = SampleModel.schema
    let history = ImportedHistory(
      name: "Shop", versions: [SchemaDocument(schema: schema)], labels: ["Shop"],
      current: schema.version)
    let back = try Self.roundTrip(history)
    #expect(back.labels == ["Shop"])
    for (entity, original) in zip(back.versions[0].schema.entities, schema.entities) {
      // A transient attribute without a type has one afterwards: nothing else differs.
      #expect(entity == original)
    }
    #expect(back.versions[0].schema == schema)
    #expect(ModelExporter.contents(of: schema).remarks == [])
  }

  @Test(
    .enabled(if: Corpora.folder != nil, "\(Corpora.absence)"),
    arguments: Corpora.paths(below: "xcdatamodeld", endingWith: ".xcdatamodeld"))
  func `every public model is the same after export from schema files and import`(
    _ package: String
  ) throws {
    var history = try ModelImporter.history(of: Corpora.path(package))
    // The mapping models next to some packages are not exported.
    for position in history.versions.indices { history.versions[position].migration = nil }
    var carried = history
    let texts = history.versions.map { SchemaWriter.yaml(of: $0) }
    for (position, text) in texts.enumerated() {
      carried.versions[position] = try SchemaReader.read(text: text, name: "V.yaml")
    }
    let back = try Self.roundTrip(carried)
    #expect(back.labels == history.labels)
    #expect(back.versions.map(\.schema) == history.versions.map(\.schema))
    #expect(back.versions.map { SchemaWriter.yaml(of: $0) } == texts)
    if let current = history.current { #expect(back.current == current) }
  }

  @Test func `a type that Core Data lacks is written as a type that holds it, and reported`() {
    let schema = Schema(
      name: "A<&>", version: Version(1),
      entities: [
        Entity(
          "Book", documentation: "A book.",
          attributes: [
            Attribute(
              "state", .enumeration(.named("State")), defaultValue: .literal(.string("new"))),
            Attribute("size", .enumeration(.named("Size")), defaultValue: .literal(.string("big"))),
            Attribute("tags", .array(.string), defaultValue: .literal(.array([]))),
            Attribute("id", .uuid, defaultValue: .newUUID),
          ],
          relationships: [Relationship("next", .toOne, "Book", documentation: "The next.")],
          rules: [ValidationRule(name: "sound", check: "1")], table: "books")
      ],
      enumerations: [
        Enumeration("State", cases: [.init("new", rawValue: .string("n"))]),
        Enumeration("Size", rawType: .int, cases: [.init("big", rawValue: .int(7))]),
      ], queries: [Query(name: "all", entity: "Book")])
    let (text, remarks) = ModelExporter.contents(of: schema)
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="1.0.0">
            <entity name="Book" representedClassName="Book" syncable="YES" codeGenerationType="class">
                <attribute name="state" attributeType="String" defaultValueString="n"/>
                <attribute name="size" attributeType="Integer 64" defaultValueString="7"/>
                <attribute name="tags" attributeType="Transformable"/>
                <attribute name="id" attributeType="UUID"/>
                <relationship name="next" maxCount="1" deletionRule="Nullify" destinationEntity="Book"/>
            </entity>
        </model>

        """)
    #expect(
      remarks.map(\.message) == [
        "'Book.state' is written as String, which holds its cases; the version hash of 'Book' is another "
          + "one",
        "'Book.size' is written as Integer 64, which holds its cases; the version hash of 'Book' is "
          + "another one",
        "'Book.tags' is written as Transformable, which holds its list",
        "the default of 'Book.tags' is left out", "the default of 'Book.id' is left out",
        "the documentation of 'Book.next' is left out",
        "the documentation of 'Book' is left out",
        "'Book' is in the table 'books', which Core Data names itself",
        "the rule 'sound' of 'Book' is left out", "the query 'all' is left out",
        "the version hash of 'Book' is another one here than in stores, which an app with this model "
          + "cannot open",
      ])
  }

  @Test func `entities whose hashes differ in the export are named, and no others`() {
    let schema = Schema(
      name: "App", version: Version(2),
      entities: [
        Entity("Tagged", attributes: [Attribute("tags", .array(.string))]),
        Entity("Rated", attributes: [Attribute("rank", .enumeration(.inline(["a", "b"])))]),
        Entity("Special", parent: "Rated"),
        Entity("Placed", attributes: [Attribute("at", .composite("Place"))]),
        Entity("Nested", attributes: [Attribute("at", .composite("Spot"))]),
      ],
      composites: [
        Composite(
          "Place", elements: [Attribute("x", .double), Attribute("names", .array(.string))]),
        Composite("Spot", elements: [Attribute("kind", .enumeration(.inline(["a"])))]),
      ])
    #expect(
      ModelExporter.contents(of: schema).remarks.map(\.message) == [
        "'Tagged.tags' is written as Transformable, which holds its list",
        "'Rated.rank' is written as String, which holds its cases; the version hash of 'Rated' is "
          + "another one",
        "'Place.names' is written as Transformable, which holds its list",
        "'Spot.kind' is written as String, which holds its cases",
        "the version hash of 'Rated', 'Special', 'Placed' is another one here than in stores, which an "
          + "app with this model cannot open",
        "the version hash of 'Nested' may be another one here than in stores, which an app with this "
          + "model may not open",
      ])
  }

  @Test func `versions are named by their documentation where that is a row of names`() {
    func labels(_ documentation: String?...) -> [String] {
      let schemas = documentation.enumerated().map { position, text in
        Schema(name: "App", version: Version(position + 1), documentation: text)
      }
      return ModelExporter.package(of: schemas).files.dropLast().map(\.path)
    }
    #expect(labels("a", "b") == ["a.xcdatamodel/contents", "b.xcdatamodel/contents"])
    let plain = ["App.xcdatamodel/contents", "App 2.xcdatamodel/contents"]
    #expect(labels("b", "a") == plain)
    #expect(labels("a", nil) == plain)
    #expect(labels("The first one.", "The second one.") == plain)
    #expect(labels("a/b", "c") == plain)
    #expect(ModelExporter.package(of: []).files == [])
  }
}
