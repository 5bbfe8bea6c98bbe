import Foundation
package import SchemaModel
import SchemaYAML

/// The schema files of this repository, as the tests read them.
package enum RepositorySchemas {
  /// The folder with one folder for each model.
  package static let folder = BuiltProducts.repository.appending(path: "Schemas").path

  /// The names of all models, sorted.
  package static func names() throws -> [String] {
    try SchemaReader.systems(inDirectory: folder).map { String($0.dropFirst(folder.count + 1)) }
  }

  /// All versions of a model.
  package static func history(of model: String) throws -> SchemaHistory {
    try SchemaReader.history(inDirectory: folder + "/" + model)
  }

  /// One version of a model, with its migration.
  package static func document(_ model: String, _ version: Version) throws -> SchemaDocument {
    guard let document = try history(of: model)[version] else {
      throw NotThere("\(model) \(version)")
    }
    return document
  }

  /// One version of a model.
  package static func schema(_ model: String, _ version: Version) throws -> Schema {
    try document(model, version).schema
  }

  /// An entity of one version of a model.
  package static func entity(
    _ name: String, of model: String, _ version: Version
  ) throws -> Entity {
    guard let entity = try schema(model, version).entity(named: name) else {
      throw NotThere("\(name) of \(model) \(version)")
    }
    return entity
  }

  /// A part that a test requests, and that no schema file has.
  private struct NotThere: Error {
    let name: String

    init(_ name: String) { self.name = name }
  }
}
