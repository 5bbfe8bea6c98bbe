import SchemaExchange
import SchemaModel
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.folder != nil, "\(Corpora.absence)"))
struct VersionIdentificationTests {
  @Test(arguments: CoreDataStoreTests.families)
  func `a store is identified by its hashes, and without its version by the nearest one`(
    _ family: CoreDataStoreTests.Family
  ) throws {
    let imported = try ModelImporter.history(of: Corpora.path(family.package))
    let history = SchemaHistory(imported.versions)
    for (label, path) in family.stores {
      let position = try #require(imported.labels.firstIndex(of: label))
      let version = imported.versions[position].schema.version
      let metadata = try CoreDataStore.read(path: Corpora.path(path)).metadata
      let found = VersionIdentification(of: metadata, among: [history])
      #expect(found.made.map(\.version).contains(version), "\(label)")
      #expect(found.nearest == nil)
      let made = Set(found.made.map(\.version))
      let others = SchemaHistory(history.versions.filter { !made.contains($0.schema.version) })
      let without = VersionIdentification(of: metadata, among: [others])
      #expect(without.made == [])
      let shares = others.versions.contains { other in
        other.schema.entities.contains { metadata.versionHashes[$0.name] != nil }
      }
      #expect((without.nearest != nil) == (shares && without.possible.isEmpty), "\(label)")
    }
  }
}

struct EmbeddedIdentificationTests {
  private func schema(_ version: Int, _ entities: Entity...) -> Schema {
    Schema(name: "Library", version: Version(version), entities: entities)
  }

  @Test func `a native store was made by the version that is equal in every part`() {
    let first = schema(1, Entity("Book", attributes: [Attribute("title", .string)]))
    let second = schema(
      2,
      Entity("Book", attributes: [Attribute("title", .string, defaultValue: .literal(.string("")))])
    )
    let history = SchemaHistory([first, second].map { SchemaDocument(schema: $0) })
    // A default is no part of a version hash, and of what a version is.
    #expect(VersionIdentification(of: second, among: [history]).made.map(\.version) == [Version(2)])
  }

  @Test func `where no version fits, the nearest is named with what differs`() throws {
    let book = Entity("Book", attributes: [Attribute("title", .string)])
    let shelf = Entity("Shelf", attributes: [Attribute("place", .string)])
    let wide = Entity(
      "Shelf", attributes: [Attribute("place", .string), Attribute("width", .double)])
    let history = SchemaHistory(
      [schema(1, book), schema(2, book, wide)].map { SchemaDocument(schema: $0) })
    let found = VersionIdentification(of: schema(3, book, shelf, Entity("Note")), among: [history])
    #expect(found.made == [])
    #expect(found.nearest?.version == Version(2))
    #expect(
      found.nearest?.matches == ["Book": .same, "Shelf": .different, "Note": .missingInSchema])
  }

  @Test func `among versions with as many equal entities, the fewest other properties decide`()
    throws
  {
    func book(_ names: String..., isOptional: Bool = true) -> Entity {
      Entity("Book", attributes: names.map { Attribute($0, .string, isOptional: isOptional) })
    }
    let history = SchemaHistory(
      [
        schema(1, book("name")), schema(2, book("title", "isbn", isOptional: false)),
        schema(3, book("title", "isbn", "place", "year")),
      ].map { SchemaDocument(schema: $0) })
    let model = schema(
      9,
      Entity(
        "Book",
        attributes: [Attribute("title", .string, isOptional: true), Attribute("isbn", .string)]))
    let found = VersionIdentification(of: model, among: [history])
    #expect(found.nearest?.version == Version(2))
    #expect(found.nearest?.differingProperties == 1)
    #expect(found.closeness == .properties(among: 3))
    let metadata = CoreDataMetadata(
      versionHashes: model.versionHashes().compactMapValues(\.value), versionIdentifiers: ["V2"])
    let labelled = VersionIdentification(of: metadata, among: [history])
    #expect(labelled.nearest?.version == Version(2))
    #expect(labelled.closeness == .label(among: 3))
    var unlabelled = metadata
    unlabelled.versionIdentifiers = ["draft"]
    let newest = VersionIdentification(of: unlabelled, among: [history])
    #expect(newest.nearest?.version == Version(3))
    #expect(newest.closeness == .newest(among: 3))
  }
}
