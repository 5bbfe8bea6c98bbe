internal import SQLText

extension TriggerDefinition {
  /// The `CREATE TRIGGER` statement.
  public var sql: String {
    "CREATE TRIGGER \(name.quotedName) \(event) ON \(table.quotedName) FOR EACH ROW"
      + (condition.map { " WHEN \($0)" } ?? "") + " BEGIN \(body) END"
  }

  /// The trigger of a `CREATE TRIGGER` statement; nil if the statement has another form.
  init?(name: String, table: String, sql: String) {
    let tokens = SQLTokens(sql)
    guard let on = tokens.firstIndex(of: "ON", from: 0),
      let begin = tokens.firstIndex(of: "BEGIN", from: on),
      let start = tokens.firstIndex(of: "TRIGGER", from: 0),
      let end = tokens.lastIndex(of: "END")
    else { return nil }
    // `TRIGGER [IF NOT EXISTS] [schema .] name event… ON table [FOR EACH ROW] [WHEN …] BEGIN … END`
    let events = ["BEFORE", "AFTER", "INSTEAD", "DELETE", "INSERT", "UPDATE"]
    guard let event = (start + 2..<on).first(where: { events.contains(tokens[$0].keyword) })
    else { return nil }
    let when = tokens.firstIndex(of: "WHEN", from: on).flatMap { $0 < begin ? $0 : nil }
    self.init(
      name, on: table, tokens.text(event..<on),
      when: when.map { tokens.text($0 + 1..<begin) }, body: tokens.text(begin + 1..<end))
  }
}
