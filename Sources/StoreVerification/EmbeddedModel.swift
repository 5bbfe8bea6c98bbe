internal import Diagnostics
internal import SQLite
package import StoreLayout
package import SchemaModel
internal import SchemaYAML

/// The model that a store carries in itself, so that it can be understood without schema files.
package enum EmbeddedModel {
  /// A text that this version of the tool cannot read as a model.
  package struct Unreadable: Error, Hashable, Sendable {
    /// The reason, to stand after a colon.
    package var reason: String
  }

  /// The model that a store carries; locations in the document name a file with the given name.
  package static func document(
    of identity: StoreIdentity, named name: String = "the store's model"
  ) throws(Unreadable) -> SchemaDocument {
    do throws(DiagnosticsError) {
      return try SchemaReader.read(text: identity.model, name: name)
    } catch {
      throw Unreadable(reason: error.diagnostics.first?.message ?? "it is empty")
    }
  }
}

extension Connection {
  /// The store's own model; for a database without a catalog, the version that describes it.
  ///
  /// - Throws: ``EmbeddedModel/Unreadable``; ``VerificationError/notAStore(path:)`` if no version describes
  ///   it; the errors of reading the catalog.
  package func schema(describedBy history: SchemaHistory?) throws -> Schema {
    if let identity = try readIdentity() { return try EmbeddedModel.document(of: identity).schema }
    guard let history, case .one(let version, _) = try readDefinition().match(among: history),
      let schema = history[version]?.schema
    else { throw VerificationError.notAStore(path: path) }
    return schema
  }
}
