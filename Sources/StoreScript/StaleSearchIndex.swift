internal import SQLite
internal import StoreLayout
package import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// A search index unknown to the model that no longer matches the rows of its table.
///
/// No trigger fires while a migration writes, so an index over the content of a table
/// (https://www.sqlite.org/fts5.html#external_content_tables) is not updated.
public struct StaleSearchIndex: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// The table of the new version that the index covers.
  public var table: String
  /// The statement that rebuilds it from the table; nil if its rows come from elsewhere.
  public var remedy: String?
}

extension StoreScript {
  /// The unmanaged search indexes, sorted, that will not match their tables after the script has carried out
  /// the mapping.
  package func staleSearchIndexes(of mapping: Mapping) -> [StaleSearchIndex] {
    let objects = unmanagedAfter
    let indexes = objects.filter { $0.isVirtual && $0.isSearchIndex }
    guard !indexes.isEmpty else { return [] }
    let changes = ValueChanges(
      mapping: mapping, source: source, target: target,
      others: Set(steps.filter(\.changesRows).map(\.table)))
    return indexes.flatMap { index -> [StaleSearchIndex] in
      let texts = SQLTokens(index.sql)
      let content = texts.content?.asciiLowercased
      return target.definition.tables.compactMap { table in
        let isContent = content == table.name.asciiLowercased
        let feeders = objects.filter { $0.feeds(index, from: table.name) }
        guard isContent || !feeders.isEmpty else { return nil }
        let names = (feeders.map { SQLTokens($0.sql) } + [texts]).reduce(into: Set<String>()) {
          $0.formUnion($1.foldedTexts)
        }
        guard changes.concern(columns: names, of: table.name) else { return nil }
        let name = index.id.name.quotedName
        return StaleSearchIndex(
          name: index.id.name, table: table.name,
          remedy: isContent ? "INSERT INTO \(name)(\(name)) VALUES('rebuild')" : nil)
      }
    }.sorted { ($0.name, $0.table) < ($1.name, $1.table) }
  }
}

extension SchemaObject {
  /// Whether it is kept by a module for full-text search.
  fileprivate var isSearchIndex: Bool {
    let tokens = SQLTokens(sql)
    guard let place = tokens.firstIndex(of: "USING", from: 0), place + 1 < tokens.count else {
      return false
    }
    return ["fts3", "fts4", "fts5"].contains(tokens[place + 1].name.asciiLowercased)
  }

  /// Whether it is a trigger on a table that writes to an index.
  fileprivate func feeds(_ index: SchemaObject, from table: String) -> Bool {
    guard id.kind == .trigger else { return false }
    let tokens = SQLTokens(sql)
    guard let place = tokens.firstIndex(of: "ON", from: 0), place + 1 < tokens.count else {
      return false
    }
    return tokens[place + 1].name.asciiLowercased == table.asciiLowercased
      && tokens.mentions([index.id.name])
  }
}

extension SQLTokens {
  /// The table with the content of a search index: `content='Book'`.
  fileprivate var content: String? {
    tokens.indices.lazy.filter { place in
      place + 2 < count && tokens[place].name.asciiLowercased == "content"
        && tokens[place + 1].text == "="
    }.map { tokens[$0 + 2].name }.first
  }
}

/// The values that a mapping changes, by table and column.
private struct ValueChanges {
  let mapping: Mapping
  let source: StoreLayout
  let target: StoreLayout
  /// Other tables whose rows change.
  let others: Set<String>

  /// Whether rows of a table are added or deleted, or values change in columns with these folded names.
  func concern(columns: Set<String>, of table: String) -> Bool {
    if others.contains(table) { return true }
    if mapping.additions.contains(where: { target.table(of: $0.entity) == table }) { return true }
    return mapping.entities.filter { target.table(of: $0.entity) == table }.contains { entity in
      entity.layers.contains { $0.filter != nil }
        || target.storedProperties(of: entity.entity).contains { property, column in
          columns.contains(column.asciiLowercased)
            && !keeps(property, column: column, of: entity)
        }
    }
  }

  /// Whether a column has the same values as the old column of that name.
  private func keeps(_ property: String, column: String, of entity: EntityMapping) -> Bool {
    guard let before = entity.source else { return true }
    let origin = entity.copied(property).flatMap { source.column(of: $0, in: before) }
    return origin?.asciiLowercased == column.asciiLowercased
  }
}
