internal import SQLText
internal import SQLite
internal import StoreLayout

/// The relation of an entity's objects in one step of a mapping, without rows.
struct EmptyRows {
  let entity: String
  let properties: [String]
  /// The columns with names of files, and the attributes whose bytes these files hold.
  var files: [ColumnReference: String] = [:]

  private static let table = "temp.\("_migrate_rows".quotedName)"

  /// Adds an object whose properties all have one value.
  func add(_ value: String, on connection: Connection) throws(SQLiteError) {
    let values = ["1"] + columns.map { _ in value }
    try connection.execute(
      "INSERT INTO \(raw: Self.table) VALUES (\(raw: values.joined(separator: ", ")))")
  }

  var relation: String { "\(Self.table) AS \(entity.quotedName)" }

  /// The columns except for the identity.
  private var columns: [String] {
    var taken: Set = [StoreLayout.identityColumn.asciiLowercased]
    return properties.filter { taken.insert($0.asciiLowercased).inserted }.map(\.quotedName)
  }

  /// Creates the relation as a table without rowid.
  ///
  /// The rows of a query have no rowid either, and SQLite silently returns NULL for it there
  /// (https://www.sqlite.org/withoutrowid.html).
  func make(on connection: Connection) throws(SQLiteError) {
    let columns = ["\(StoreLayout.identityColumn.quotedName) PRIMARY KEY"] + columns
    try connection.execute("DROP TABLE IF EXISTS \(raw: Self.table)")
    try connection.execute(
      "CREATE TABLE \(raw: Self.table) (\(raw: columns.joined(separator: ", "))) WITHOUT ROWID")
  }
}

// MARK: - What SQLite does not accept

extension Connection {
  /// The reason why an expression cannot be evaluated for each row; nil if it can.
  func refusal(ofValue expression: String, on rows: EmptyRows) -> String? {
    refusal(
      of: expression, in: "SELECT (\(expression)\n) FROM \(rows.relation)", rows, isValue: true)
  }

  /// The reason why a condition cannot be used on rows; nil if it can.
  func refusal(ofCondition condition: String, on rows: EmptyRows) -> String? {
    refusal(
      of: condition, in: "SELECT 1 FROM \(rows.relation) WHERE (\(condition)\n)", rows,
      isValue: false)
  }

  private func refusal(
    of sql: String, in query: String, _ rows: EmptyRows, isValue: Bool
  ) -> String? {
    let query = SQL(raw: query)
    do throws(SQLiteError) {
      guard isEnclosable(sql) else { return syntaxError(in: sql) ?? Self.unmatchedParentheses }
      try rows.make(on: self)
      let statement = try prepare(query)
      if statement.parameterCount > 0 { return Self.unboundParameter }
      // An aggregate returns one row even for an empty table.
      if isValue,
        try cancellable(
          limitedToSteps: Self.stepLimit,
          { () throws(SQLiteError) in
            try statement.step()
          })
      {
        return "it makes one row of all, as aggregates do"
      }
      if let refusal = try refusal(ofReadingFilesBy: query, rows) { return refusal }
      return try endlessness(of: query, on: rows)
    } catch {
      if error.primaryCode == .interrupted { return Self.endless }
      return syntaxError(in: sql) ?? error.message
    }
  }

  /// The reason why other objects' values in files cannot be read; nil if none are read.
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

  /// Whether the SQL is one expression by itself, and not only together with the SQL around it.
  private func isEnclosable(_ sql: String) -> Bool {
    var depth = 0
    for token in SQLTokens(sql).tokens where token.kind == .symbol {
      depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
      if depth < 0 { return false }
    }
    return depth == 0
  }

  /// SQLite's message for an expression that is not valid SQL, without a word from the SQL around it.
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

  /// The reason why a query cannot be run; nil if it can.
  func refusal(ofQuery sql: String) -> String? {
    do throws(SQLiteError) {
      let statement = try prepare(SQL(raw: sql))
      if statement.parameterCount > 0 { return Self.unboundParameter }
      if !statement.isReadOnly { return "it would write to the store" }
    } catch {
      return error.message
    }
    return isEndless(SQL(raw: sql)) ? Self.endless : nil
  }
}

// MARK: - What does not end

extension Connection {
  /// The number of steps that SQLite may take for one object if no other object exists: 50 million, about a
  /// second.
  ///
  /// A series of a million numbers takes fifteen million. If objects exist there is no limit, because the
  /// work grows with the store.
  private static let stepLimit = 50_000_000

  static let endless =
    "it does not end: SQLite has taken \(stepLimit / 1_000_000) million instructions for it where "
    + "no other object exists"

  /// The reason why a query over rows cannot be used: it does not end for any object; nil if it ends.
  ///
  /// It is tried on an object without values and on one whose values are all 0. A query that ends may compute
  /// values until the one that it waits for.
  private func endlessness(of query: SQL, on rows: EmptyRows) throws(SQLiteError) -> String? {
    for value in ["NULL", "0"] {
      try rows.add(value, on: self)
      if !isEndless(query) { return nil }
      try rows.make(on: self)
    }
    return Self.endless
  }

  /// Whether a statement exceeds the limit of steps; other errors of SQLite's do not matter here.
  func isEndless(_ query: SQL) -> Bool {
    do throws(SQLiteError) {
      try cancellable(limitedToSteps: Self.stepLimit) { () throws(SQLiteError) in try execute(query)
      }
      return false
    } catch {
      return error.primaryCode == .interrupted
    }
  }
}
