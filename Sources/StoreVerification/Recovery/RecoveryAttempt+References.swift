internal import StoreLayout
internal import SQLite

extension RecoveryAttempt {
  /// Notes the objects that came whose foreign keys lead to nothing: the commit would fail for them.
  func noteUnmet(_ part: RecoveryPart, number: Int) throws(SQLiteError) {
    for reference in part.references {
      let rows = try connection.prepare(reference.unmet)
      while try rows.step() {
        try notes.add(
          .init(
            part: number, first: rows.value(at: 0), second: .null, reason: reference.message))
      }
    }
  }
}

extension RecoveryPart {
  /// The foreign keys of the objects that are no relationships.
  fileprivate var references: [RecoveredTable.Reference] {
    switch subject {
    case .objects(let table): table.references
    case .nameless(let rows): rows.references
    case .links, .emptied: []
    }
  }
}

extension RecoveredTable {
  /// A foreign key that is no relationship of the model.
  struct Reference {
    /// Its columns, and the table that it leads to.
    var columns: [String]
    var table: String
    /// What it says of a row for which it is not met.
    var message: String
    /// A query for the rows that came and lead to nothing, by what tells them apart in the backup.
    var unmet: SQL
    /// A query for the rows to come that would lead to another row than in the backup, by what tells them
    /// apart there; nil where it leads to a table whose rows do not come back.
    var strange: String?
  }

  /// The foreign keys that are no relationships, which only a database has that was there first.
  ///
  /// They have several columns, or lead to other columns than the key.
  var references: [Reference] {
    references(of: "_m._old", in: rows(areNew: true)) { key in
      """
      SELECT _m._old FROM (SELECT \(raw: matching.soughtIdentity(table, "_child")) AS _new \
      FROM \(Connection.orphans(of: key, in: table))) AS _o JOIN \(raw: RowMatching.map) AS _m \
      ON _m._table = \(Int64(number)) AND _m._new = _o._new AND _m._is_new
      """
    }
  }

  /// The same of some rows of the backup, as `_d`, and what tells them apart.
  func references(
    of identity: String, in rows: String, unmet: (ForeignKeyDefinition) -> SQL
  ) -> [Reference] {
    let found = matching.definition
    return (found.table(named: table)?.foreignKeys ?? []).compactMap { key in
      let key = found.completed(key)
      let isLink = key.columns.count == 1 && links.contains { $0.column == key.columns[0] }
      guard !isLink, let parent = found.parent(of: key)?.name,
        key.parentColumns.count == key.columns.count
      else { return nil }
      let names = key.columns.map { "'\($0)'" }.joined(separator: ", ")
      return Reference(
        columns: key.columns, table: parent,
        message: "\(names) \(key.columns.count == 1 ? "leads" : "lead") to nothing in '\(parent)'",
        unmet: unmet(key),
        strange: strangers(
          zip(key.parentColumns, key.columns).map { ($0, $1) }, in: parent, of: identity, in: rows))
    }
  }

  /// The rows to come for which a row of the store has what they refer to, and not the one that has
  /// it in the backup.
  private func strangers(
    _ pairs: [(parent: String, child: String)], in parent: String, of identity: String,
    in rows: String
  ) -> String? {
    guard matching.tables.contains(parent) else { return nil }
    func isMet(_ row: String, _ value: (String) -> String) -> String {
      pairs.map { "\(row).\($0.parent.quotedName) = +\(value($0.child))" }
        .joined(separator: " AND ")
    }
    return """
      SELECT \(identity) FROM \(rows) JOIN main.\(parent.quotedName) AS _parent \
      ON \(isMet("_parent") { value(of: $0) }) WHERE NOT EXISTS (SELECT 1 \
      FROM \(matching.donor(parent)) AS _theirs JOIN \(RowMatching.map) AS _p \
      ON _p._table = \(matching.number(of: parent)) \
      AND _p._old = \(matching.soughtIdentity(parent, "_theirs")) \
      AND _p._new = \(matching.soughtIdentity(parent, "_parent")) \
      WHERE \(isMet("_theirs") { "_d.\($0.quotedName)" }))
      """
  }
}
