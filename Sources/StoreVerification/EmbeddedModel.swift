internal import Diagnostics
internal import SQLite
package import StoreLayout
package import SchemaModel
internal import SchemaYAML

/// The model that a store carries in itself, so that it can be understood without schema files.
package enum EmbeddedModel {
  /// A text that is no model that this version of the tool can read.
  package struct Unreadable: Error, Hashable, Sendable {
    /// What is wrong with it, to stand after a colon.
    package var reason: String
  }

  /// The model that a store speaks of; places in it are in a file of that name.
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
  /// The version that describes a database which says nothing about itself.
  ///
  /// - Throws: ``VerificationError/notAStore(path:)`` where no version does; ``SQLite/SQLiteError``.
  func schema(describedBy history: SchemaHistory?) throws -> Schema {
    guard let history, case .one(let version, _) = try readDefinition().match(among: history),
      let schema = history[version]?.schema
    else { throw VerificationError.notAStore(path: path) }
    return schema
  }
}
