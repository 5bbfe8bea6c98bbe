internal import SQLText

/// Temporary views that a connection creates only when a statement names them.
///
/// SQLite goes through all temporary objects for each one that is created or dropped, so that ten thousand of
/// them take minutes, although most queries need only a few.
package struct PendingViews {
  /// A pending view.
  package struct View {
    package let name: String
    package let query: String
    /// The folded names of the views that the query reads.
    package let needs: Set<String>
    fileprivate(set) var isMade = false
  }

  /// The views by their folded names.
  private var views: [String: View] = [:]

  /// Whether there are no views.
  var isEmpty: Bool { views.isEmpty }

  /// Adds a pending view, and replaces one of the same name that was not created yet.
  mutating func add(_ name: String, as query: String, reading needed: some Sequence<String>) {
    views[name.asciiLowercased] = View(
      name: name, query: query, needs: Set(needed.map(\.asciiLowercased)))
  }

  /// Removes a view and returns it; nil if it does not exist.
  mutating func remove(_ name: String) -> View? {
    views.removeValue(forKey: name.asciiLowercased)
  }

  /// Takes the views to create for some folded names, each after the views that it reads.
  mutating func take(_ names: Set<String>) -> [(name: String, query: String)] {
    var taken: [(name: String, query: String)] = []
    // A chain of stages may produce a long chain of views, so this is not recursive.
    var open = names.sorted().map { (name: $0, isReady: false) }
    while let (name, isReady) = open.popLast() {
      guard let view = views[name] else { continue }
      if isReady {
        taken.append((view.name, view.query))
      } else if !view.isMade {
        views[name]?.isMade = true
        open.append((name, true))
        open += view.needs.sorted().map { ($0, false) }
      }
    }
    return taken
  }
}

extension Connection {
  /// Creates a temporary view as soon as a statement names it, as a name or as a text.
  ///
  /// Of the other pending views, the query reads only those that are given.
  package func createWhenNamed(
    _ view: String, as query: String, reading needed: some Sequence<String> = []
  ) {
    pendingViews.add(view, as: query, reading: needed)
  }

  /// Drops a pending view and returns it; nil if it does not exist.
  @discardableResult
  package func dropPendingView(_ name: String) throws(SQLiteError) -> PendingViews.View? {
    guard let view = pendingViews.remove(name) else { return nil }
    if view.isMade { try execute("DROP VIEW IF EXISTS temp.\(name: name)") }
    return view
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
