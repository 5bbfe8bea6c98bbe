internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import StoreMigration

/// A database without an identity, which schema files may describe.
struct UndeclaredStore {
  let path: String
  let definition: DatabaseDefinition
  /// The version of the database, if the user gives it.
  let version: Version?

  /// The version that describes the database.
  ///
  /// - Throws: ``Failure`` if no version of any model describes it.
  func document(_ invocation: Invocation?) throws -> SchemaDocument {
    var state = definition.undescribedState
    guard let invocation, try invocation.hasSchemas else { throw Failure(state, store: path) }
    for history in try histories(invocation) {
      switch definition.match(among: history, assuming: version) {
      case .notDescribed: continue
      case .none(let nearest, let differences):
        if state == .foreign {
          state = .undescribed(nearest: nearest, differences: differences)
        }
      case .one(let version, _):
        if let document = history[version] { return document }
      }
    }
    throw Failure(state, store: path)
  }

  private func histories(_ invocation: Invocation) throws -> [SchemaHistory] {
    do {
      return try invocation.histories.systems(inDirectory: invocation.schemas())
    } catch {
      throw Failure(ofSchemas: error, beside: path)
    }
  }
}
