internal import SQLText

/// Temporary views that a connection creates only when a statement names them.
///
/// SQLite goes through all temporary objects for each one that is created or dropped, so that ten thousand of
/// them take minutes, although most queries need only a few.
struct PendingViews {
  private struct View {
    let name: String
    let query: String
    /// The folded name of the table that the query reads, which may also be a pending view.
    let table: String?
    var isMade = false
  }

  /// The views by their folded names.
  private var views: [String: View] = [:]

  /// Whether there are no views.
  var isEmpty: Bool { views.isEmpty }

  /// Adds a pending view, and replaces one of the same name that was not created yet.
  mutating func add(_ name: String, as query: String, reading table: String?) {
    views[name.asciiLowercased] = View(
      name: name, query: query, table: table?.asciiLowercased)
  }

  /// Removes a view, and returns whether it was created.
  mutating func remove(_ name: String) -> Bool {
    views.removeValue(forKey: name.asciiLowercased)?.isMade == true
  }

  /// Takes the views to create for some folded names, each after the view that it reads.
  mutating func take(_ names: Set<String>) -> [(name: String, query: String)] {
    let wanted = names.sorted().flatMap { [views[$0]?.table, $0].compactMap(\.self) }
    return wanted.compactMap { name in
      guard let view = views[name], !view.isMade else { return nil }
      views[name]?.isMade = true
      return (view.name, view.query)
    }
  }
}

extension Connection {
  /// Creates a temporary view as soon as a statement names it, as a name or as a text.
  ///
  /// Of the other pending views, the query reads at most the one of a table, which reads none itself.
  package func createWhenNamed(_ view: String, as query: String, reading table: String? = nil) {
    pendingViews.add(view, as: query, reading: table)
  }

  /// Drops a pending view, if it exists.
  package func dropPendingView(_ name: String) throws(SQLiteError) {
    if pendingViews.remove(name) { try execute("DROP VIEW IF EXISTS temp.\(name: name)") }
  }

  /// Creates the pending views that a statement names.
  func makePendingViews(namedIn sql: SQL) throws(SQLiteError) {
    guard !pendingViews.isEmpty else { return }
    var names = SQLTokens(sql.text).foldedTexts
    for case .text(let text) in sql.values { names.insert(text.asciiLowercased) }
    let views = pendingViews.take(names)
    guard !views.isEmpty else { return }
    // Nothing is written to the store, even while another connection writes.
    let isReading = try run("PRAGMA query_only") == 1
    if isReading { _ = try run("PRAGMA query_only = OFF") }
    for view in views {
      _ = try run("CREATE TEMP VIEW \(view.name.quotedName) AS \(view.query)")
    }
    if isReading { _ = try run("PRAGMA query_only = ON") }
  }

  /// Runs a statement without creating views, and returns the first number of its result.
  private func run(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try Statement(sql, on: self)
    var number: Int64?
    while try statement.step() { number = number ?? statement.integer(at: 0) }
    return number
  }
}
