internal import SQLite
internal import StoreLayout
internal import SchemaModel

// MARK: - Doing it

extension DeletionClosure {
  /// The tables of which rows go.
  private func tablesConcerned() throws(SQLiteError) -> [String] {
    var concerned: [String] = []
    for (number, table) in tables.enumerated()
    where try connection.value(
      "SELECT 1 FROM \(raw: Self.gone) WHERE _table = \(Int64(number)) LIMIT 1") != nil
    { concerned.append(table) }
    return concerned
  }

  /// The statements that delete what goes, those first that a rule makes others wait for; and the links
  /// that go before them, where the objects of a rule would wait for each other.
  func deletions() throws(SQLiteError) -> (statements: [String], released: ReleasedLinks) {
    var left = try tablesConcerned()
    var denials = edges.filter {
      $0.mayKeepItsSource && left.contains($0.source) && left.contains($0.target)
    }
    // SQLite keeps the rule of links row by row, and not for a statement as a whole.
    var releases = denials.filter { $0.source == $0.target || $0.isOfLinks }
    denials.removeAll { $0.source == $0.target || $0.isOfLinks }
    var deletions: [String] = []
    while !left.isEmpty {
      let next = left.firstIndex { table in
        !denials.contains { $0.source == table && left.contains($0.target) }
      }
      if next == nil, denials.contains(where: { $0.place != nil }) {
        releases += denials.filter { $0.place != nil }
        denials.removeAll { $0.place != nil }
        continue
      }
      let table = left.remove(at: next ?? 0)
      deletions.append("DELETE FROM \(table.quotedName) WHERE \(isGone(in: table))")
    }
    return (deletions, ReleasedLinks(places: Set(releases.compactMap(\.place))))
  }

  /// Every link between objects that go: without them no rule acts on what goes anyway.
  ///
  /// Some rules SQLite cannot follow to the end: a chain of cascades of more than a thousand objects
  /// (https://www.sqlite.org/limits.html#max_trigger_depth), and one that deletes what the required
  /// link of another leads to that goes later.
  func innerLinks() throws(SQLiteError) -> ReleasedLinks {
    let concerned = try tablesConcerned()
    let inner = edges.filter { concerned.contains($0.source) && concerned.contains($0.target) }
    return ReleasedLinks(
      places: Set(inner.compactMap(\.place)), fixedPlaces: Set(inner.compactMap(\.fixedPlace)))
  }

  /// The statements that take links away of objects that go.
  func statements(releasing links: ReleasedLinks) -> [String] {
    links.places.map(release).sorted() + links.fixedPlaces.map(leadElsewhere).sorted()
  }

  private func release(_ place: DeletionEdge.Place) -> String {
    switch place {
    case .column(let column, let table):
      "UPDATE \(table.quotedName) SET \(column) = NULL "
        + "WHERE \(column) IS NOT NULL AND \(isGone(in: table))"
    case .row(let links):
      "DELETE FROM \(links.name.quotedName) WHERE \(isRemoved(from: links))"
    }
  }

  /// Gives each object a link of its own to where nothing is, or in a table that was there first to
  /// itself: the column may allow no other twice.
  ///
  /// Foreign keys of ours are met by the end of the transaction, when the objects are gone.
  private func leadElsewhere(_ place: DeletionEdge.FixedPlace) -> String {
    guard layout.existingTables[place.table] == nil else {
      let key = layout.key(ofRowsIn: place.table).quotedName
      return "UPDATE \(place.table.quotedName) SET \(place.column) = \(key) "
        + "WHERE \(isGone(in: place.table))"
    }
    let identity = StoreLayout.identityColumn.quotedName
    func first(_ table: String) -> String {
      "(SELECT min(0, coalesce(min(\(identity)), 0)) FROM \(table.quotedName))"
    }
    return "UPDATE \(place.table.quotedName) SET \(place.column) = \(first(place.target)) - 1 "
      + "- (\(identity) - \(first(place.table))) WHERE \(isGone(in: place.table))"
  }
}

extension DeletionEdge {
  /// Whether the rule keeps its source while the target is there, or leaves the target without a link
  /// that it must have.
  fileprivate var mayKeepItsSource: Bool {
    rule == .deny || rule == .nullify && isRequired && isHeldByTarget
  }

  /// Whether its source had better stay until the target is gone.
  var letsItsTargetGoFirst: Bool {
    mayKeepItsSource || rule == .cascade || rule == .noAction && isHeldByTarget
  }
}

/// Links between objects that go which are taken away before these are deleted.
struct ReleasedLinks: Hashable {
  var places: Set<DeletionEdge.Place> = []
  var fixedPlaces: Set<DeletionEdge.FixedPlace> = []

  /// Where they are: a table, and the column in it.
  var columns: [(table: String, column: String?)] {
    places.map { place in
      switch place {
      case .column(let column, let table): (table, column.withoutQuotes)
      case .row(let links): (links.name, nil)
      }
    } + fixedPlaces.map { ($0.table, $0.column.withoutQuotes) }
  }
}

extension String {
  /// The name that is quoted here.
  fileprivate var withoutQuotes: String {
    guard count > 1, hasPrefix("\""), hasSuffix("\"") else { return self }
    return String(dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }
}
