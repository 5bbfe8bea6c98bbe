internal import MigrationPlanner
internal import SQLite
internal import SQLText
internal import SchemaModel
internal import StoreLayout

/// The declarations of two versions for the columns of a table of an existing database.
///
/// A difference from the table matters only if they declare it.
struct DeclaredColumns {
  let entity: EntityMapping
  let source: StoreLayout
  let target: StoreLayout

  /// The declared type, if the schema gives one or the kind of the values changes; nil if the column keeps
  /// its own type.
  ///
  /// If a schema no longer declares a type, the column gets the usual one again, whatever versions lie
  /// between.
  func type(of given: ColumnDefinition, as column: ColumnDefinition) -> String? {
    guard let new = attribute(in: column.name, of: entity.entity, target) else { return nil }
    if let type = new.sqlType { return type }
    guard let old = attribute(in: given.name, of: entity.source ?? "", source), old.sqlType == nil
    else { return column.type }
    return source.schema.columnType(of: old) == target.schema.columnType(of: new)
      ? nil : column.type
  }

  /// Whether the versions declare different defaults.
  func hasNewDefault(_ given: ColumnDefinition, as column: ColumnDefinition) -> Bool {
    attribute(in: given.name, of: entity.source ?? "", source)?.defaultValue
      != attribute(in: column.name, of: entity.entity, target)?.defaultValue
  }

  /// An error for defaults of the table that the new version does not declare although it could: rewriting
  /// the table would drop them.
  func unsaidDefaults(
    of found: TableDefinition, in wanted: TableDefinition, after change: TableChange
  ) -> StoreScriptError? {
    let defaults = change.kept.compactMap { old, column -> (Int, StoreScriptError)? in
      guard let position = wanted.columns.firstIndex(where: { $0.name == column }),
        let sql = found.column(named: old)?.defaultExpression,
        attribute(in: old, of: entity.source ?? "", source)?.defaultValue == nil,
        let new = attribute(in: column, of: entity.entity, target), new.defaultValue == nil,
        case .literal(let value) = DeclaredDefault(sql, as: new.type)
      else { return nil }
      return (
        position,
        .unsaidDefault(sql, of: new.name, in: entity.entity, value: LiteralJSON.text(of: value))
      )
    }
    return StoreScriptError(defaults.sorted { $0.0 < $1.0 }.map(\.1))
  }

  private func attribute(
    in column: String, of entity: String, _ layout: StoreLayout
  ) -> Attribute? {
    layout.schema.entity(named: entity)?.attributes.first {
      !$0.isTransient && ($0.column ?? $0.name) == column
    }
  }
}
