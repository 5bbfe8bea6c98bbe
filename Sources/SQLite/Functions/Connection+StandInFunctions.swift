internal import CSQLite
internal import SQLText

extension Connection {
  /// The functions that views and triggers call and that this connection lacks, folded; on request, those
  /// that tables and indexes call, too.
  ///
  /// These are the app's functions, as far as the words before a bracket show. Some may not be functions.
  package func unknownFunctions(
    in objects: [SchemaObject], ofTables includesTables: Bool = false
  ) throws(SQLiteError) -> Set<String> {
    var called: Set<String> = []
    for object in objects
    where includesTables || object.id.kind == .view || object.id.kind == .trigger {
      called.formUnion(SQLTokens(object.sql).calledNames)
    }
    guard !called.isEmpty else { return [] }
    let known = try texts(
      "SELECT name FROM pragma_function_list UNION SELECT name FROM sqlite_schema")
    return called.subtracting(known.map(\.asciiLowercased))
  }

  /// Runs a block that prepares statements, with stand-ins for functions that only the app has; they are
  /// removed after it.
  ///
  /// The stand-ins return NULL: no statement that calls them may be run, and no object that calls them may be
  /// kept.
  package func withStandInFunctions<Result>(
    named names: Set<String>, _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    for name in names { try standIn(for: name, isThere: true) }
    let result: Swift.Result<Result, SQLiteError>
    do throws(SQLiteError) { result = .success(try body()) } catch { result = .failure(error) }
    for name in names { try standIn(for: name, isThere: false) }
    return try result.get()
  }

  /// Registers or removes a stand-in, which views and triggers may call with any number of arguments.
  private func standIn(for name: String, isThere: Bool) throws(SQLiteError) {
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC
    let code =
      isThere
      ? unsafe sqlite3_create_function_v2(
        handle, name, -1, flags, nil,
        { context, _, _ in unsafe sqlite3_result_null(context) }, nil, nil, nil)
      : unsafe sqlite3_create_function_v2(handle, name, -1, SQLITE_UTF8, nil, nil, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }
}

extension SQLTokens {
  /// The called names that are not keywords, and the names of operators that call a function that SQLite does
  /// not have (https://www.sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators).
  fileprivate var calledNames: Set<String> {
    var names: Set<String> = []
    for (position, token) in tokens.enumerated() {
      if token.keyword == "REGEXP" || token.keyword == "MATCH" {
        names.insert(token.name.asciiLowercased)
      }
      guard token.kind == .word || token.kind == .quotedName, position + 1 < count,
        tokens[position + 1].text == "("
      else { continue }
      let name = token.name
      let isKeyword = unsafe sqlite3_keyword_check(name, Int32(name.utf8.count)) != 0
      if token.kind == .quotedName || !isKeyword { names.insert(name.asciiLowercased) }
    }
    return names
  }
}
