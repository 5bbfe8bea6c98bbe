internal import SQLText
internal import SQLite
internal import StoreLayout

/// A relation of one step on the way of an entity's objects, without a row.
struct EmptyRows {
  let entity: String
  let properties: [String]
  /// The columns of tables that hold the names of files, with the attributes whose bytes these are.
  var files: [ColumnReference: String] = [:]

  private static let table = "temp.\("_migrate_rows".quotedName)"

  var relation: String { "\(Self.table) AS \(entity.quotedName)" }

  /// Makes the relation: a table whose rows have no number, for those of a query have none, either, and
  /// SQLite gives NULL for it without a word (https://www.sqlite.org/withoutrowid.html).
  func make(on connection: Connection) throws(SQLiteError) {
    let identity = StoreLayout.identityColumn
    var taken: Set = [identity.asciiLowercased]
    let names = properties.filter { taken.insert($0.asciiLowercased).inserted }
    let columns = ["\(identity.quotedName) PRIMARY KEY"] + names.map(\.quotedName)
    try connection.execute("DROP TABLE IF EXISTS \(raw: Self.table)")
    try connection.execute(
      "CREATE TABLE \(raw: Self.table) (\(raw: columns.joined(separator: ", "))) WITHOUT ROWID")
  }
}

// MARK: - What SQLite does not accept

extension Connection {
  /// Why an expression cannot give a value for each row; nil where it can.
  ///
  /// An aggregate gives one row even of none.
  func refusal(ofValue expression: String, on rows: EmptyRows) -> String? {
    do throws(SQLiteError) {
      guard isEnclosable(expression) else {
        return syntaxError(in: expression) ?? Self.unmatchedParentheses
      }
      try rows.make(on: self)
      let query = SQL(raw: "SELECT (\(expression)\n) FROM \(rows.relation)")
      let statement = try prepare(query)
      if statement.parameterCount > 0 { return Self.unboundParameter }
      if try statement.step() { return "it makes one row of all, as aggregates do" }
      return try refusal(ofReadingFilesBy: query, rows)
    } catch {
      return syntaxError(in: expression) ?? error.message
    }
  }

  /// Why other objects' values that are kept in files cannot be read; nil where none are.
  private func refusal(
    ofReadingFilesBy query: SQL, _ rows: EmptyRows
  ) throws(SQLiteError) -> String? {
    let read = try columnsRead(by: query).compactMap { rows.files[$0] }.sorted()
    return read.first.map {
      "it reads '\($0)' of other objects, of which their rows hold the name of a file and not the "
        + "bytes; only an object's own files are read"
    }
  }

  private static let unmatchedParentheses = "its parentheses do not match"
  private static let unboundParameter = "there is nothing to put in the place of a parameter"

  /// Whether a piece of SQL is one expression, and not right only together with what is put around it.
  private func isEnclosable(_ sql: String) -> Bool {
    var depth = 0
    for token in SQLTokens(sql).tokens where token.kind == .symbol {
      depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
      if depth < 0 { return false }
    }
    return depth == 0
  }

  /// What is wrong with an expression where it is no SQL at all, without a word of what is around it.
  private func syntaxError(in expression: String) -> String? {
    do throws(SQLiteError) {
      _ = try prepare(SQL(raw: "SELECT \(expression)"))
      return nil
    } catch {
      let isAboutSyntax =
        error.message.hasSuffix("syntax error") || error.message == "incomplete input"
      return isAboutSyntax ? error.message : nil
    }
  }

  /// Why a condition cannot be used on rows; nil where it can.
  func refusal(ofCondition condition: String, on rows: EmptyRows) -> String? {
    do throws(SQLiteError) {
      guard isEnclosable(condition) else {
        return syntaxError(in: condition) ?? Self.unmatchedParentheses
      }
      try rows.make(on: self)
      let query = SQL(raw: "SELECT 1 FROM \(rows.relation) WHERE (\(condition)\n)")
      if try prepare(query).parameterCount > 0 { return Self.unboundParameter }
      return try refusal(ofReadingFilesBy: query, rows)
    } catch {
      return syntaxError(in: condition) ?? error.message
    }
  }

  /// Why a query cannot be asked; nil where it can.
  func refusal(ofQuery sql: String) -> String? {
    do throws(SQLiteError) {
      let statement = try prepare(SQL(raw: sql))
      if statement.parameterCount > 0 { return Self.unboundParameter }
      return statement.isReadOnly ? nil : "it would write to the store"
    } catch {
      return error.message
    }
  }
}
