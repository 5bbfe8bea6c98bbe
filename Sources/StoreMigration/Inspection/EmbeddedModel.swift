internal import Diagnostics
internal import SQLiteStore
internal import SchemaModel
internal import SchemaYAML

/// The model that a store carries in itself, so that it can be understood without schema files.
enum EmbeddedModel {
  /// The model; nil where its text cannot be read by this version of the tool.
  static func document(of identity: StoreIdentity) -> SchemaDocument? {
    do throws(DiagnosticsError) {
      return try SchemaReader.read(text: identity.model, name: "the store's own model")
    } catch {
      return nil
    }
  }
}
