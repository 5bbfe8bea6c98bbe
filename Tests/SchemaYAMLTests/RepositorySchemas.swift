import Foundation
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// The schema files of this repository, as the tests read them.
enum RepositorySchemas {
  /// The folder with one folder for each model.
  static let folder = BuiltProducts.repository.appending(path: "Schemas").path

  /// All versions of a model.
  static func history(of model: String) throws -> SchemaHistory {
    try SchemaReader.history(inDirectory: folder + "/" + model)
  }

  /// One version of a model.
  static func schema(_ model: String, _ version: Version) throws -> Schema {
    try document(model, version).schema
  }

  /// One version of a model, with its migration.
  static func document(_ model: String, _ version: Version) throws -> SchemaDocument {
    try #require(try history(of: model)[version])
  }

  /// An entity of one version of a model.
  static func entity(_ name: String, of model: String, _ version: Version) throws -> Entity {
    try #require(try schema(model, version).entity(named: name))
  }
}

extension Schema {
  /// The schema as a store sees it: without the team's words about it.
  var withoutDocumentation: Schema {
    var result = self
    result.entities = entities.map(\.withoutDocumentation)
    for position in result.enumerations.indices {
      result.enumerations[position].documentation = nil
    }
    return result
  }
}

extension Entity {
  /// The entity without the team's words about it and its properties.
  var withoutDocumentation: Entity {
    var result = self
    result.documentation = nil
    for position in attributes.indices { result.attributes[position].documentation = nil }
    for position in relationships.indices { result.relationships[position].documentation = nil }
    return result
  }
}
