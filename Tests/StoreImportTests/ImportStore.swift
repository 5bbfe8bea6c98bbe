import Diagnostics
import SQLite
import StoreLayout
import SchemaModel
import SchemaYAML
import StoreImport
import StoreVerification
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An empty store of recipes with a mapping next to it, in a folder that is deleted with it.
final class ImportStore {
  static let model = """
    schema: Recipes
    version: 1.0.0
    composites:
      Place: {attributes: {x: double, y: double?}}
    entities:
      Recipe:
        attributes:
          uuid: uuid
          title: string
          servings: {type: int, default: 4, min: 1}
          ingredients: string?
          created: date = 1970-01-01
          weight: double?
          ratio: float?
        relationships:
          notes: {toMany: Note, inverse: recipe, delete: cascade, ordered: true}
          books: {toMany: Book, inverse: recipes, delete: nullify}
          cover: {toOne: Cover?, inverse: recipe, delete: cascade}
        rules: [{name: titled, check: title <> ''}]
      Note:
        attributes: {text: string}
        relationships: {recipe: {toOne: Recipe?, inverse: notes, delete: nullify}}
      Cover:
        attributes:
          kind: enum(photo, drawing) = photo
          sizes: "[int] = []"
          place: Place?
          bytes: {type: data, optional: true, storage: external}
        relationships: {recipe: {toOne: Recipe?, inverse: cover, delete: nullify}}
      Book:
        attributes: {uuid: uuid, name: string}
        relationships: {recipes: {toMany: Recipe, inverse: books, delete: nullify}}
    """

  static let mapping = """
    entity: Recipe
    key: [uuid]
    attributes:
      uuid: uuid
      title: title
      servings: servings
      ingredients: {json: parts}
      created: created
    relationships:
      notes: {from: notes, attributes: {text: .}}
      cover: {from: cover, attributes: {kind: kind, sizes: sizes, place: place, bytes: bytes}}
      books:
        from: books
        key: [name]
        attributes: {name: ., uuid: {default: uuid()}}
    ignore: [legacyId]
    """

  static let records = """
    [
      {"uuid": "6f9619ff-8b86-d011-b42d-00c04fc964ff", "title": "Soup", "servings": 2.0,
       "parts": [{"name": "salt", "amount": 1.50}, "it's \\"hot\\""],
       "created": "1970-01-01T00:00:01.5Z", "notes": ["b", "a"],
       "cover": {"kind": "photo", "sizes": [1, 2], "place": {"x": 1.5}, "bytes": "AQID"},
       "books": ["winter", "quick", "winter"]},
      {"uuid": "7F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Bread", "parts": null,
       "notes": ["c"], "books": ["winter"]}
    ]
    """

  private let folder: TemporaryFolder
  let path: String

  init(mapping: String = ImportStore.mapping, model: String = ImportStore.model) throws {
    folder = try TemporaryFolder()
    path = folder.path("recipes.store")
    let schema = try SchemaReader.read(text: model, name: "V1.yaml").schema
    let connection = try Connection(path: path, mode: .create)
    try connection.createStore(
      layout: StoreLayout(of: schema),
      identity: StoreIdentity(
        schema: schema.name, version: schema.version, definitionDigest: schema.definitionDigest,
        model: model))
    try mapping.write(toFile: folder.path("map.yaml"), atomically: true, encoding: .utf8)
  }

  private func files(_ data: String) throws -> DataImport.Files {
    try data.write(toFile: folder.path("data.json"), atomically: true, encoding: .utf8)
    return .init(data: folder.path("data.json"), mapping: folder.path("map.yaml"))
  }

  func plan(_ data: String) throws -> DataImport.Outcome {
    try DataImport.plan(files(data), into: path)
  }

  func apply(_ data: String) throws -> DataImport.Outcome {
    try DataImport.apply(files(data), into: path) { _ in "/backups/a.json" }
  }

  /// The problems that prevent an import: line and column, code and message, and the notes.
  func problems(_ data: String, withCodes: Bool = true) -> [String] {
    do {
      _ = try apply(data)
      return []
    } catch let error as DiagnosticsError {
      return error.diagnostics.map { problem in
        let place = problem.location.map { "\($0.line):\($0.column) " } ?? ""
        let notes = problem.notes.map(\.message).joined(separator: "; ")
        return place + (withCodes ? problem.code + " " : "") + problem.message
          + (notes.isEmpty ? "" : " (\(notes))")
      }.sorted()
    } catch {
      return ["\(error)"]
    }
  }

  func rows(_ sql: String) throws -> [[SQLValue]] {
    try Connection(path: path, mode: .readOnly).rows(SQL(raw: sql))
  }

  func execute(_ sql: String) throws {
    try Connection(path: path, mode: .readWrite).executeScript(sql)
  }

  func findings() throws -> [Finding] { try StoreVerifier.verify(storeAt: path).findings }

  /// The names of the store's external files.
  func externalNames() throws -> [String] { try ExternalFolder(ofStoreAt: path).names() }
}
