package import SQLite
internal import SQLText

extension MergeStatements {
  /// The foreign keys of unmanaged tables that lead to the merged rows, by table.
  package func references(
    in definition: DatabaseDefinition
  ) -> [(table: String, key: ForeignKeyDefinition)] {
    let own = Set(layout.definition.tables.map(\.name.asciiLowercased))
    let others = definition.tables.filter { !own.contains($0.name.asciiLowercased) }
    return others.sorted { $0.name < $1.name }.flatMap { other in
      other.foreignKeys.filter { $0.table.asciiLowercased == table.asciiLowercased }
        .map { (table: other.name, key: $0) }
    }
  }

  /// All statements, which first let foreign keys of other tables follow the merged rows.
  ///
  /// - Returns: the statements, and the number of statements that run after these tables have reached their
  ///   final state.
  package func all(
    moving references: [(table: String, key: ForeignKeyDefinition)]
  ) -> (statements: [MergeStatement], settled: Int) {
    let moves = references.map { MergeStatement.change(move($0.key, of: $0.table), of: $0.table) }
    return (preparation + moves + changes + ending, preparation.count + moves.count)
  }

  /// A unique key of the other table may keep a row from following; then that table's own rule applies to it.
  private func move(_ key: ForeignKeyDefinition, of other: String) -> String {
    let heirs = heirs(key, of: other)
    let values = key.parents.map { "_kept.\($0.quotedName)" }
    let isWhole = values.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    return """
      UPDATE OR IGNORE \(other.quotedName) SET (\(key.columns.quotedNames)) = \
      (SELECT \(values.joined(separator: ", ")) \(heirs)) \
      WHERE EXISTS (SELECT 1 \(heirs) AND \(isWhole))
      """
  }

  /// A query for the number of another table's rows that lead to rows about to be deleted, while these are
  /// recorded.
  package func count(of key: ForeignKeyDefinition, in other: String) -> String {
    "SELECT count(*) FROM \(other.quotedName) WHERE EXISTS (SELECT 1 \(heirs(key, of: other)))"
  }

  /// The deleted row that a row of another table leads to, as `_gone`, with the row that is kept, as `_kept`.
  private func heirs(_ key: ForeignKeyDefinition, of other: String) -> String {
    let isLed = zip(key.parents, key.columns).map {
      "_gone.\($0.quotedName) = +\(other.quotedName).\($1.quotedName)"
    }
    return """
      FROM \(table.quotedName) AS _gone JOIN \(Self.plan) AS _m \
      ON _m."_loser" = _gone.\(Self.identity) JOIN \(table.quotedName) AS _kept \
      ON _kept.\(Self.identity) = _m."_survivor" WHERE \(isLed.joined(separator: " AND "))
      """
  }
}
