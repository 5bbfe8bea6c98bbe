internal import StoreLayout
internal import SQLite
internal import SchemaModel

/// Rows that would not be as the model asks, and were so before or are so in the backup.
struct RecoveryBreach {
  /// What would be wrong, with some of the objects.
  var finding: Finding
  /// What it is.
  var problem: Problem { finding.problem }
  /// The table with the objects that have the problem, by its number.
  var table: Int
  /// A query for their identities in the store.
  var keys: String
}

// MARK: - Learning from a try

extension RecoveryObstacles {
  /// Notes what SQLite refused, the object or the link alone.
  mutating func take(
    _ refusal: RecoveryNotes.Refusal, of part: RecoveryPart
  ) throws(SQLiteError) {
    switch part.subject {
    case .objects(let table):
      try note(.left(table, .refused(refusal.reason)), of: "SELECT ?1", refusal.first)
    case .nameless(let rows):
      try note(.nameless(rows, .refused(refusal.reason)), of: "SELECT ?1", refusal.first)
    case .links(let links):
      try note(
        .parted(links, .refused(refusal.reason)), of: "SELECT ?1, ?2", refusal.first,
        refusal.second)
    case .emptied(let link, let table):
      try note(.held(link, table, .refused(refusal.reason)), of: "SELECT ?1", refusal.first)
    }
  }

  /// Notes what has to stay away for a problem not to come up, where it is known what brings it up.
  ///
  /// An object that comes back gives way itself. For one that is there, a link does.
  mutating func retreat(from breach: RecoveryBreach) throws(SQLiteError) {
    guard tables.indices.contains(breach.table) else { return }
    let before = try count()
    if case .tooManyLinks(let name, let maximum) = breach.problem {
      try partExcess(at: name, maximum, breach)
      if try count() > before { return }
    }
    try note(
      .left(tables[breach.table], .breaks(breach.problem)),
      of: """
        SELECT _old FROM \(RowMatching.map) WHERE _table = \(breach.table) AND _is_new \
        AND _new IN (\(breach.keys))
        """)
    if try count() > before { return }
    if relinks { try holdOwnLinks(breach) }
    if try count() > before { return }
    try holdOtherLinks(breach)
  }

  /// Of the links that an object would have above the number that it may, those come that fit.
  private mutating func partExcess(
    at name: PropertyName, _ maximum: Int, _ breach: RecoveryBreach
  ) throws(SQLiteError) {
    for links in links {
      let association = links.links.association
      let ends = [
        (association.primary, links.links.ownerColumn, "_o._new", "_d._new"),
        (
          association.inverse ?? association.primary, links.links.destinationColumn, "_d._new",
          "_o._new"
        ),
      ]
      for (end, column, mine, theirs) in ends where PropertyName(end) == name {
        try note(
          .parted(links, .breaks(breach.problem)),
          of: """
            SELECT _1, _2 FROM (SELECT _l.\(links.links.ownerColumn.quotedName) AS _1, \
            _l.\(links.links.destinationColumn.quotedName) AS _2, \(mine) AS _end, \
            row_number() OVER (PARTITION BY \(mine) ORDER BY \(theirs)) AS _place \
            \(links.returning(relinking: relinks)) AND \(mine) IN (\(breach.keys))) \
            WHERE _place > \(maximum) - (SELECT count(*) FROM main.\(links.links.name.quotedName) AS _s \
            WHERE _s.\(column.quotedName) = _end)
            """)
      }
    }
    for table in tables {
      for link in table.links where table.inverse(of: link) == name {
        let standing = table.holders(of: link, where: "_end")
        try holdHolders(
          link, in: table, breach,
          "WHERE _place > \(maximum) - (SELECT count(*) FROM \(standing))")
      }
    }
  }

  /// The links that would be filled of the objects that have the problem.
  private mutating func holdOwnLinks(_ breach: RecoveryBreach) throws(SQLiteError) {
    let table = tables[breach.table]
    for link in table.links {
      try note(
        .held(link, table, .breaks(breach.problem)),
        of: "SELECT _m._old FROM \(table.emptied(link)) AND _m._new IN (\(breach.keys))")
    }
  }

  /// The links to the objects that have the problem.
  private mutating func holdOtherLinks(_ breach: RecoveryBreach) throws(SQLiteError) {
    for links in links {
      let ends = [(links.owner, "_o._new"), (links.destination, "_d._new")]
      for (table, end) in ends where table == breach.table {
        try note(
          .parted(links, .breaks(breach.problem)),
          of: """
            SELECT _l.\(links.links.ownerColumn.quotedName), \
            _l.\(links.links.destinationColumn.quotedName) \
            \(links.returning(relinking: relinks)) AND \(end) IN (\(breach.keys))
            """)
      }
    }
    for table in tables {
      for link in table.links where table.matching.number(of: link.destination) == breach.table {
        try holdHolders(link, in: table, breach, "")
      }
    }
  }

  /// Holds a link that leads to the objects that have the problem, in some of the rows that would
  /// get it; a row that cannot be without it stays behind.
  private mutating func holdHolders(
    _ link: Link, in table: RecoveredTable, _ breach: RecoveryBreach, _ condition: String
  ) throws(SQLiteError) {
    func rows(_ source: String, _ conjunction: String, areNew: Int) -> String {
      "SELECT _m._old AS _old, _m._new AS _new, \(areNew) AS _is_new, "
        + "(\(table.end(of: link))) AS _end FROM \(source) \(conjunction) "
        + "(\(table.end(of: link))) IN (\(breach.keys))"
    }
    let coming = [rows(table.rows(areNew: true), "WHERE", areNew: 1)]
    let filled = relinks ? [rows(table.emptied(link), "AND", areNew: 0)] : []
    let placed = """
      SELECT _old, _is_new FROM (SELECT *, row_number() OVER \
      (PARTITION BY _end ORDER BY _is_new, _new) AS _place \
      FROM (\((coming + filled).joined(separator: " UNION ALL ")))) \(condition)
      """
    let problem = breach.problem
    if link.isRequired {
      try note(
        .left(table, .breaks(problem)), of: "SELECT _old FROM (\(placed)) WHERE _is_new")
      try note(
        .held(link, table, .breaks(problem)),
        of: "SELECT _old FROM (\(placed)) WHERE NOT _is_new")
    } else {
      try note(.held(link, table, .breaks(problem)), of: "SELECT _old FROM (\(placed))")
    }
  }
}

extension RecoveredTable {
  /// The relationship at the other end of a link; nil where there is none.
  fileprivate func inverse(of link: Link) -> PropertyName? {
    matching.layout.associations.first { PropertyName($0.primary) == link.name }?.inverse
      .map { PropertyName($0) }
  }

  /// The rows of the store that have a link to an object.
  fileprivate func holders(of link: Link, where end: String) -> String {
    // A column that sibling entities share counts for the one that declares the relationship.
    let isMember = matching.layout.rowCondition(
      of: link.name.entity, includingDescendants: true)
    let held = matching.layout.end(of: "_s.\(link.column.quotedName)", in: link.destination)
    return "main.\(table.quotedName) AS _s WHERE \(held) = \(end)"
      + (isMember.map { " AND _s.\($0)" } ?? "")
  }
}
