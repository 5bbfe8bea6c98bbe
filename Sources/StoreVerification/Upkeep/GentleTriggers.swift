internal import SQLText
internal import SQLite
internal import StoreLayout

/// The triggers of somebody's own that undo everything for one row, in a form that undoes that row alone.
///
/// What `RAISE(ROLLBACK, …)` refuses is found with them, where it is to be left out; they are made in a
/// savepoint that is rolled back.
///
/// ```sql
/// CREATE TRIGGER own BEFORE INSERT ON t BEGIN SELECT RAISE(ROLLBACK, 'no'); END  -- as it is
/// CREATE TRIGGER own BEFORE INSERT ON t BEGIN SELECT RAISE(ABORT, 'no'); END     -- as it is tried
/// ```
struct GentleTriggers {
  private let triggers: [(name: String, sql: String)]
  private let connection: Connection

  /// Whether there are none.
  var isEmpty: Bool { triggers.isEmpty }

  init(of store: UpkeepStore) throws(SQLiteError) {
    connection = store.connection
    triggers = try connection.unmanagedObjects(of: store.layout).compactMap { object in
      guard object.id.kind == .trigger, let sql = Self.gentle(object.sql) else { return nil }
      return (object.id.name, sql)
    }
  }

  /// A trigger's definition with ABORT for ROLLBACK; nil where it has none
  /// (https://www.sqlite.org/lang_conflict.html).
  static func gentle(_ sql: String) -> String? {
    let tokens = SQLTokens(sql)
    var result = ""
    var end = 0
    for index in tokens.tokens.indices.dropFirst(2) where tokens[index].keyword == "ROLLBACK" {
      let isRaised = tokens[index - 1].text == "(" && tokens[index - 2].keyword == "RAISE"
      guard isRaised || tokens[index - 1].keyword == "OR" else { continue }
      result += tokens.source(end..<tokens.offset(of: index)) + "ABORT"
      end = tokens.end(of: index)
    }
    return end == 0 ? nil : result + tokens.source(end..<tokens.sourceLength)
  }

  /// Puts them into the place of what they are made from.
  func takeOver() throws(SQLiteError) {
    for (name, sql) in triggers {
      try connection.execute("DROP TRIGGER main.\(name: name)")
      try connection.execute(SQL(raw: sql))
    }
  }
}
