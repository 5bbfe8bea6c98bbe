internal import SQLite
internal import StoreLayout
internal import SchemaModel

// MARK: - The deletion

extension DeletionClosure {
  /// The tables with deleted rows.
  private func tablesConcerned() throws(SQLiteError) -> [String] {
    var concerned: [String] = []
    for (number, table) in tables.enumerated()
    where try connection.value(
      "SELECT 1 FROM \(raw: Self.gone) WHERE _table = \(Int64(number)) LIMIT 1") != nil
    { concerned.append(table) }
    return concerned
  }

  /// The statements of the deletion, and the links to release before it.
  ///
  /// Rows that a rule makes other rows wait for are deleted first. Links are released if the objects of a
  /// rule would wait for each other.
  func deletions() throws(SQLiteError) -> (
    statements: [String], released: Set<DeletionEdge.Place>
  ) {
    var left = try tablesConcerned()
    var denials = edges.filter {
      $0.mayKeepItsSource && left.contains($0.source) && left.contains($0.target)
    }
    // SQLite applies the rule of links row by row, and not for a statement as a whole.
    var releases = denials.filter { $0.source == $0.target || $0.isOfLinks }
    denials.removeAll { $0.source == $0.target || $0.isOfLinks }
    var deletions: [String] = []
    while !left.isEmpty {
      let next = left.firstIndex { table in
        !denials.contains { $0.source == table && left.contains($0.target) }
      }
      if next == nil, denials.contains(where: { $0.freePlace != nil }) {
        releases += denials.filter { $0.freePlace != nil }
        denials.removeAll { $0.freePlace != nil }
        continue
      }
      let table = left.remove(at: next ?? 0)
      deletions.append("DELETE FROM \(table.quotedName) WHERE \(isGone(in: table))")
    }
    return (deletions, Set(releases.compactMap(\.freePlace)))
  }

  /// Every link between objects to be deleted.
  ///
  /// Without these links, no rule acts on a row that is to be deleted anyway.
  ///
  /// SQLite cannot follow some rules to the end. One is a chain of cascades of more than a thousand objects
  /// (https://www.sqlite.org/limits.html#max_trigger_depth). Another deletes the destination of a required
  /// link whose own row is deleted later.
  func innerLinks() throws(SQLiteError) -> Set<DeletionEdge.Place> {
    let concerned = try tablesConcerned()
    let inner = edges.filter { concerned.contains($0.source) && concerned.contains($0.target) }
    return Set(inner.compactMap(\.place))
  }

  /// Runs statements, and returns the number of rows that they change.
  func run(_ statements: [String]) throws(SQLiteError) -> Int64 {
    var changes: Int64 = 0
    for statement in statements {
      try connection.execute(SQL(raw: statement))
      changes += connection.changedRowCount
    }
    return changes
  }

  /// The statements that remove links of deleted objects, or let them lead elsewhere.
  func statements(releasing places: Set<DeletionEdge.Place>) -> [String] {
    places.map(release).sorted()
  }

  private func release(_ place: DeletionEdge.Place) -> String {
    switch place {
    case .column(let column, let table):
      "UPDATE \(table.quotedName) SET \(column.quotedName) = NULL "
        + "WHERE \(column.quotedName) IS NOT NULL AND \(isGone(in: table))"
    case .row(let links):
      "DELETE FROM \(links.name.quotedName) WHERE \(isRemoved(from: links))"
    case .fixedColumn(let column, let table, let target):
      "UPDATE \(table.quotedName) SET \(column.quotedName) = \(elsewhere(from: table, to: target)) "
        + "WHERE \(isGone(in: table))"
    }
  }

  /// A different value for each object that leads to no row; in an existing table, to the object itself.
  ///
  /// The column may allow each value only once. Our own foreign keys are checked at the end of the
  /// transaction, when the objects are deleted.
  private func elsewhere(from table: String, to target: String) -> String {
    guard layout.existingTables[table] == nil else {
      return layout.key(ofRowsIn: table).quotedName
    }
    let identity = StoreLayout.identityColumn.quotedName
    func first(_ table: String) -> String {
      "(SELECT min(0, coalesce(min(\(identity)), 0)) FROM \(table.quotedName))"
    }
    return "\(first(target)) - 1 - (\(identity) - \(first(table)))"
  }
}

extension DeletionEdge {
  /// Whether the rule keeps its source while the target exists, or would leave the target without a required
  /// link.
  fileprivate var mayKeepItsSource: Bool {
    rule == .deny || rule == .nullify && isRequired && isHeldByTarget
  }

  /// Whether the source should stay until the target is deleted.
  var letsItsTargetGoFirst: Bool {
    mayKeepItsSource || rule == .cascade || rule == .noAction && isHeldByTarget
  }
}
