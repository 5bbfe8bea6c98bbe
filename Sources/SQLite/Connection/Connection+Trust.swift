internal import CSQLite
internal import SQLText

extension Connection {
  /// Lets the store's own triggers write to its full-text and spatial indexes, which is how these
  /// are kept with their tables (https://www.sqlite.org/fts5.html#external_content_tables).
  ///
  /// What a schema names is not trusted otherwise (https://www.sqlite.org/security.html). Only
  /// modules that read and write nothing but the store itself are; beside any other, none is.
  package func trustSearchIndexes() throws(SQLiteError) {
    let definitions = try texts(
      "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND rootpage = 0")
    let modules = definitions.map(Self.module)
    guard !modules.isEmpty, modules.allSatisfy(Self.searchModules.contains) else { return }
    unsafe migrate_set_trusted_schema(handle, 1)
  }

  private static let searchModules: Set = [
    "fts3", "fts4", "fts4aux", "fts5", "fts5vocab", "rtree", "rtree_i32", "geopoly",
  ]

  /// The module of a virtual table, in small letters.
  private static func module(of definition: String) -> String {
    let tokens = SQLTokens(definition)
    let place = tokens.firstIndex(of: "USING", from: 0).map { $0 + 1 } ?? tokens.count
    return place < tokens.count ? tokens[place].name.asciiLowercased : ""
  }
}
