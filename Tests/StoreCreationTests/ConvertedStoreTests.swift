import Diagnostics
import Files
import SQLite
import SchemaModel
import StoreArchive
import StoreCreation
import StoreLayout
import StoreReading
import StoreVerification
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.folder != nil, "\(Corpora.absence)"))
struct ConvertedStoreTests {
  @Test(arguments: Corpora.stores)
  func `a copy has the objects and links of its store`(_ name: String) throws {
    let store = try PlatformStore(at: Corpora.path(name))
    let folder = try ScratchFolder()
    let copy = try ConvertedStore(of: store, at: folder.path(of: "copy.store"))
    #expect(copy.version.concessions.map(\.problem) == [])
    let layout = StoreLayout(of: copy.version.document.schema)
    let connection = try Connection(path: copy.path, mode: .readOnly)
    let files = ExternalFolder(ofStoreAt: copy.path)
    try store.read { source in
      for entity in store.model.entities {
        let there = try rows(of: entity.name, in: store.objects.layout, source)
        let external = Set(
          layout.externalAttributes.filter { $0.entity == entity.name }.map(\.attribute))
        let here = try rows(of: entity.name, in: layout, connection) { column, value in
          guard external.contains(column), case .text(let file) = value else { return value }
          return .blob(try files.read(file))
        }
        #expect(here == there, "\(entity.name)")
      }
      for table in layout.joinTables {
        let query = SQL(raw: "SELECT * FROM \"\(table.name)\" ORDER BY 1, 2")
        #expect(try connection.rows(query) == source.rows(query), "\(table.name)")
      }
    }
    let report = try StoreVerifier.verify(storeAt: copy.path)
    #expect(report.findings.filter { $0.severity == .error }.map(\.problem) == [])
  }

  @Test(arguments: Corpora.stores)
  func `a backup of the views is the backup of a copy`(_ name: String) throws {
    let store = try PlatformStore(at: Corpora.path(name))
    let folder = try ScratchFolder()
    let copy = try ConvertedStore(of: store, at: folder.path(of: "copy.store"))
    try BackupWriter.write(
      Connection(path: copy.path, mode: .readOnly), to: folder.path(of: "copy.json"),
      externalFolder: ExternalFolder(ofStoreAt: copy.path).path)
    let empty = folder.path(of: "empty.store")
    let external = ExternalFolder(ofStoreAt: empty)
    try store.readObjects { objects in
      let document = try EasedVersion(of: objects).document
      try StoreCreator.create(at: empty, of: document)
      _ = try BackupWriter.write(
        Connection(path: empty, mode: .readOnly),
        objects: ObjectViews(
          on: objects.connection, shapedAs: StoreLayout(of: document.schema),
          keepingDataIn: external),
        to: folder.path(of: "views.json"), externalFolder: external.path, appFiles: nil,
        packing: nil, isReplacing: false, writing: { _ in }, readingBack: { _ in })
    }
    #expect(
      try FileSystem.areEqual(folder.path(of: "copy.json"), folder.path(of: "views.json")))
  }

  /// The values of an entity's objects, by the names of its properties.
  private func rows(
    of entity: String, in layout: StoreLayout, _ connection: Connection,
    _ body: (String, SQLValue) throws -> SQLValue = { $1 }
  ) throws -> [[SQLValue]] {
    let objects = try #require(ObjectRows(of: entity, in: layout))
    var rows: [[SQLValue]] = []
    try objects.forEach(on: connection) { values in
      rows.append(try zip(objects.columns, values).map { try body($0.name, $1) })
    }
    return rows
  }
}
