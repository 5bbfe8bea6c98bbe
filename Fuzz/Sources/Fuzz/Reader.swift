import Foundation
import SQLite
import StoreLayout
import SchemaExchange
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreCreation
import StoreImport
import StoreMigration
import StoreVerification

/// Something that reads what others wrote, and may refuse it, but must neither crash nor hang nor
/// take memory without bounds.
///
/// The name is also that of the folder with examples in `Corpora`.
enum Reader: String, CaseIterable {
  /// Schema files.
  case schema
  /// Backups; one that is accepted is restored as well.
  case backup
  /// Saved plans.
  case plan
  /// The XML of an `.xcdatamodel`.
  case dataModel = "data-model"
  /// A compiled model, which is a binary property list.
  case compiledModel = "compiled-model"
  /// A schema that Room exported.
  case room
  /// A store, of which bytes are flipped.
  case store
  /// Records of legacy data.
  case records
  /// The mapping of such records.
  case mapping
}

extension Reader {
  /// Reads something that may be anything.
  func read(_ bytes: [UInt8], in place: Workplace) throws {
    switch self {
    case .schema: try Self.readSchema(bytes)
    case .backup: try Self.readBackup(try place.file("backup.json", bytes), place)
    case .plan: _ = try PlanFile(contentsOf: place.file("plan.json", bytes))
    case .dataModel:
      _ = try place.file("Model.xcdatamodel/contents", bytes)
      _ = try ModelSource.history(of: place.path("Model.xcdatamodel"))
    case .compiledModel: _ = try ModelSource.history(of: place.file("Model.mom", bytes))
    case .room: _ = try ModelSource.history(of: place.file("Database/1.json", bytes))
    case .records: try Self.importRecords(bytes, Array(Self.exampleMapping.utf8), place)
    case .mapping: try Self.importRecords(Array(Self.exampleRecords.utf8), bytes, place)
    case .store: try Self.readStore(try place.file("library.store", bytes), bytes)
    }
  }

  /// What is read is written again, and must then be the same.
  private static func readSchema(_ bytes: [UInt8]) throws {
    let document = try SchemaReader.read(
      text: String(decoding: bytes, as: UTF8.self), name: "V1.yaml")
    let text = SchemaWriter.yaml(of: document)
    let again = try SchemaReader.read(text: text, name: "V1.yaml")
    precondition(again.schema == document.schema, "written and read again it is another schema")
  }

  private static func readBackup(_ path: String, _ place: Workplace) throws {
    let contents = try BackupReader.verify(path)
    let store = place.path("restored.store")
    try Restorer.restore(backup: path, to: store)
    let copy = place.path("copy.json")
    let connection = try Connection(path: store, mode: .readOnly)
    let written = try BackupWriter.write(
      connection, to: copy, externalFolder: ExternalFolder(ofStoreAt: store).path)
    precondition(written.digest == contents.digest, "restored and backed up it is another backup")
  }

  private static let exampleMapping = """
    records: books
    entity: Book
    key: [title]
    attributes: {title: title, pages: pages, added: {from: added, date: seconds}, facts: {json: facts}}
    relationships: {notes: {from: notes, attributes: {text: .}}}
    """
  private static let exampleRecords = """
    {"books": [{"title": "Emma", "pages": 474, "notes": ["slowly"], "facts": [1, {"a": null}]}]}
    """

  /// What comes in once is there the second time.
  private static func importRecords(
    _ data: [UInt8], _ mapping: [UInt8], _ place: Workplace
  ) throws {
    let document = try SchemaReader.read(
      text: """
        schema: Library
        version: 1.0.0
        entities:
          Book:
            attributes: {title: string, pages: int?, added: date?, facts: string?}
            relationships: {notes: {toMany: Note, inverse: book, delete: cascade, ordered: true}}
          Note:
            attributes: {text: string = "", cover: {type: data, optional: true, storage: external}}
            relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
        """, name: "V1.yaml")
    let store = place.path("library.store")
    try StoreCreator.create(at: store, of: document)
    let files = DataImport.Files(
      data: try place.file("data.json", data), mapping: try place.file("mapping.yaml", mapping))
    let first = try DataImport.apply(files, into: store) { _ in "backup.json" }
    let second = try DataImport.apply(files, into: store) { _ in "backup.json" }
    precondition(second.imported.isEmpty, "it came in twice")
    precondition(second.present == first.records, "it was not known again")
  }

  /// Nothing that reads a store changes it.
  private static func readStore(_ path: String, _ bytes: [UInt8]) throws {
    var errors: [any Error] = []
    let looks: [() throws -> Void] = [
      { _ = try StoreVerifier.verify(storeAt: path) },
      { _ = try StoreRepairer.plan(storeAt: path) },
      { _ = try ModelSource.history(of: path) },
      { try backUp(path) },
    ]
    for look in looks {
      do { try look() } catch { errors.append(error) }
    }
    precondition(FileManager.default.contents(atPath: path).map(Array.init) == bytes, "it changed")
    if let first = errors.first { throw first }
  }

  private static func backUp(_ path: String) throws {
    let backup = path + ".json"
    try BackupWriter.write(StoreFile.open(path: path, for: .reading), to: backup)
  }
}
