internal import Diagnostics
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
