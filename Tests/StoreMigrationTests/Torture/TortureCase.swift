import SchemaModel
import SchemaYAML
import StoreArchive
import StoreMigration
import StoreVerification
import Testing

/// A case in which a migration loses data, and how it is prevented here.
struct TortureCase: Sendable, CustomTestStringConvertible {
  /// How an `apply` has to end.
  enum Outcome: Sendable {
    /// The question has the same answer afterwards.
    case kept
    /// Nothing is written, and this message is reported.
    case refused(String)
  }

  /// The data that would be lost.
  let name: String
  /// The script of the existing database.
  let database: String
  /// The change in the second version.
  let change: @Sendable (inout SchemaDocument) -> Void
  /// The statements by which other tools make the change.
  let naive: String
  /// The query whose answer must not change.
  let question: String
  /// The same query with the names that things have afterwards, where these are others.
  var questionAfterwards: String?
  var outcome: Outcome = .kept
  var options: @Sendable (inout MigrationOptions) -> Void = { _ in }

  var testDescription: String { name }
}

extension SchemaDocument {
  /// Changes an entity.
  mutating func change(_ entity: String, _ body: (inout Entity) -> Void) {
    guard let place = schema.entities.firstIndex(where: { $0.name == entity }) else {
      preconditionFailure("there is no entity '\(entity)'")
    }
    body(&schema.entities[place])
  }

  /// Changes an attribute.
  mutating func change(
    _ entity: String, _ attribute: String, _ body: (inout Attribute) -> Void
  ) {
    change(entity) { entity in
      guard let place = entity.attributes.firstIndex(where: { $0.name == attribute }) else {
        preconditionFailure("there is no attribute '\(attribute)'")
      }
      body(&entity.attributes[place])
    }
  }

  /// Makes an attribute required, for which a table has to be written anew.
  mutating func require(_ entity: String, _ attribute: String) {
    change(entity, attribute) {
      $0.isOptional = false
      $0.defaultValue = .literal(.string("?"))
    }
  }

  /// Gives an attribute another name, and its column too.
  mutating func rename(_ entity: String, _ attribute: String, to name: String) {
    change(entity, attribute) {
      ($0.name, $0.renamedFrom) = (name, attribute)
    }
  }
}
