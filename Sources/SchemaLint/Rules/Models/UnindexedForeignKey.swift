internal import Diagnostics
public import SchemaModel

/// Flags a to-one in an existing table without a declared index that begins with its column.
///
/// ## Why
///
/// Deleting an object searches for all rows that refer to it. Without an index, each deleted row
/// takes a scan of the whole table, and so does every list of an object's parts. A deletion that
/// takes a millisecond with a hundred rows takes minutes with a million.
///
/// A store that `migrate`, Core Data or SwiftData creates has an index for every to-one. This rule
/// looks only at entities with a `table`, in an existing database, whose author chose the indexes.
/// It knows only the indexes that the schema file declares.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     table: books
///     primaryKey: [id]
///     attributes: {id: int}
///     relationships:
///       shelf: {toOne: Shelf?, inverse: books, delete: nullify, column: shelf_id}
///   Shelf:
///     relationships:
///       books: {toMany: Book, inverse: shelf, delete: nullify}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Book:
///     table: books
///     primaryKey: [id]
///     attributes: {id: int}
///     relationships:
///       shelf: {toOne: Shelf?, inverse: books, delete: nullify, column: shelf_id}
///     indexes: [[shelf]]
///   Shelf:
///     relationships:
///       books: {toMany: Book, inverse: shelf, delete: nullify}
/// ```
///
/// ## When it is safe
///
/// Where the table stays small. Where the database has the index and only the schema file lacks it,
/// declare the index.
///
/// ## References
///
/// - https://www.sqlite.org/foreignkeys.html#fk_indexes
public struct UnindexedForeignKey: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "unindexed-foreign-key"

  /// A rule without state.
  public init() {}

  /// A finding for every stored to-one of an entity with a table that has no index for it.
  public func findings(in document: SchemaDocument) -> [Finding] {
    let schema = document.schema
    let tables = schema.entities.filter { $0.table != nil }
    guard !tables.isEmpty else { return [] }
    let stored = Set(schema.associations.filter { $0.kind == .toOne }.map(\.primary))
    return tables.flatMap { entity in
      let first = Set(
        entity.indexes.compactMap { $0.elements.first?.property }
          + entity.uniquenessConstraints.compactMap(\.first))
      return entity.relationships.map { Association.End(entity: entity.name, relationship: $0) }
        .filter { end in
          stored.contains(end) && !first.contains(end.relationship.name)
            && entity.primaryKey?.first != (end.relationship.column ?? end.relationship.name)
        }.map { finding($0) }
    }
  }

  private func finding(_ end: Association.End) -> Finding {
    Finding(
      Self.id, .isScanned(end), at: .part(end.path), notes: [.init(.addIndex(end))],
      fix: Fix(
        .safe,
        [
          .append(
            value: "[\(end.relationship.name)]",
            to: SchemaPath.entity(end.entity).appending("indexes"))
        ]))
  }
}

extension Finding.Message {
  fileprivate static func isScanned(_ end: Association.End) -> Self {
    Self(
      "no declared index begins with '\(end)': deleting \(withArticle(end.relationship.destination)) scans "
        + "every '\(end.entity)'")
  }

  fileprivate static func addIndex(_ end: Association.End) -> Self {
    Self("add '[\(end.relationship.name)]' under 'indexes'")
  }
}
