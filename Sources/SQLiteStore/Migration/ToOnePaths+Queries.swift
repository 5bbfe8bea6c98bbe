internal import SQLText
internal import SchemaModel

extension StoreLayout {
  /// A query with the paths over to-one relationships resolved, where it reads the objects of one
  /// entity, by its own name: `SELECT count(*) FROM Book WHERE author.name = ''`.
  ///
  /// One that joins entities says itself how they belong together.
  package func resolvingPaths(inQuery sql: String) -> String {
    let tokens = SQLTokens(sql)
    let keywords = tokens.tokens.map(\.keyword)
    guard keywords.count(where: { $0 == "SELECT" }) == 1, !keywords.contains("JOIN"),
      let from = keywords.firstIndex(of: "FROM"), from + 1 < tokens.count
    else { return sql }
    let name = tokens[from + 1].name.asciiLowercased
    let isAlone =
      from + 2 >= tokens.count || tokens[from + 2].text == ";"
      || ["WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT"].contains(keywords[from + 2])
    guard isAlone,
      let entity = schema.entities.first(where: { $0.name.asciiLowercased == name })
    else { return sql }
    return ToOnePaths(of: entity.name, in: self).resolved(sql)
  }
}
