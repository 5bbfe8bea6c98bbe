import SchemaExchange
import SchemaModel
import TestSupport
import Testing

/// Which renames the renaming identifiers of model files declare.
struct RenamingIdentifierTests {
  /// The `renamedFrom` of every renamed entity and attribute of every version.
  private func renames(_ versions: String...) throws -> [[String]] {
    let folder = try TemporaryFolder()
    for (position, entities) in versions.enumerated() {
      _ = try folder.write(
        "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\(entities)</model>",
        to: "App.xcdatamodeld/App \(position + 1).xcdatamodel/contents")
    }
    let history = try ModelImporter.history(of: folder.path + "/App.xcdatamodeld")
    return history.versions.map { version in
      version.schema.entities.flatMap { entity in
        [entity.renamedFrom.map { "\(entity.name) from \($0)" }].compactMap(\.self)
          + entity.attributes.compactMap { attribute in
            attribute.renamedFrom.map { "\(entity.name).\(attribute.name) from \($0)" }
          }
      }
    }
  }

  private func entity(_ name: String, id: String? = nil, _ attributes: String = "") -> String {
    "<entity name=\"\(name)\"\(id.map { " elementID=\"\($0)\"" } ?? "")>\(attributes)</entity>"
  }

  private func attribute(_ name: String, id: String? = nil) -> String {
    "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"String\""
      + "\(id.map { " elementID=\"\($0)\"" } ?? "")/>"
  }

  @Test func `an identifier that is the old name is a rename`() throws {
    #expect(
      try renames(
        entity("Book", attribute("title")),
        entity("Volume", id: "Book", attribute("name", id: "title")))
        == [[], ["Volume from Book", "Volume.name from title"]])
  }

  @Test func `an identifier that is meant for a later version is a rename there alone`() throws {
    #expect(
      try renames(
        entity("Playlist"), entity("Playlist", id: "PlaylistV2"),
        entity("Folder", id: "PlaylistV2"))
        == [[], [], ["Folder from Playlist"]])
    #expect(
      try renames(
        entity("Book", attribute("year")), entity("Book", attribute("year", id: "made")),
        entity("Book", attribute("published", id: "made")))
        == [[], [], ["Book.published from year"]])
  }

  @Test func `an identifier that is a later name is a rename in every version from there on`()
    throws
  {
    #expect(
      try renames(
        entity("Goal", attribute("modified", id: "updated")), entity("Goal", attribute("updated")),
        entity("Goal", attribute("updated") + attribute("note")))
        == [[], ["Goal.updated from modified"], ["Goal.updated from modified"]])
    #expect(
      try renames(
        entity("Goal", attribute("modified")), entity("Goal", attribute("updated", id: "modified")),
        entity("Goal", attribute("updated"))) == [[], ["Goal.updated from modified"], []])
  }

  @Test func `an identifier that names nothing in the previous version is no rename`() throws {
    #expect(try renames(entity("Book"), entity("Book") + entity("Note", id: "Memo")) == [[], []])
  }

  @Test func `a version alone keeps its identifiers`() throws {
    #expect(try renames(entity("Book", id: "Volume")) == [["Book from Volume"]])
  }
}
