internal import SQLite
internal import SchemaModel
internal import StoreLayout

/// Which row of the store each row of the backup is, in a temporary table; and which identity the missing
/// ones are to have.
///
/// Whatever cannot be told is refused here, all of it at once. Nothing of the store is written.
struct RowMatching {
  let connection: Connection
  let layout: StoreLayout
  /// The tables with objects.
  let tables: [RecoveredTable]
  private let options: RecoveryOptions

  /// The name under which the backup's store is attached.
  static let donor = "donor"
  /// The temporary table.
  ///
  /// It has `_table`, `_old` in the backup, `_new` in the store, and `_is_new` where it is missing. The
  /// columns have no type: one would make '007' a number.
  static let map = "temp.\"_migrate_map\""

  /// - Throws: ``VerificationError`` and ``RecoveryError`` for keys that tell nothing apart.
  init(_ layout: StoreLayout, _ options: RecoveryOptions, on connection: Connection) throws {
    (self.layout, self.options, self.connection) = (layout, options, connection)
    let checks = KeyChecks(connection: connection, layout: layout, found: DatabaseDefinition())
    for key in options.keys where !key.isIdentity || layout.table(of: key.entity) == nil {
      _ = try checks.columns(of: key)
      // A link's value is another row's identity, which says nothing in another store.
      let attributes = Set(layout.schema.allAttributes(of: key.entity).map(\.name))
      for property in key.properties where !attributes.contains(property) {
        throw RecoveryError.unusableKey(key, property: property)
      }
    }
    let given = Set(options.keys.filter { !$0.isIdentity }.map { layout.table(of: $0.entity) })
    tables = try Set(layout.schema.entities.compactMap { layout.table(of: $0.name) }).sorted()
      .map { try RecoveredTable($0, layout, hasGivenKey: given.contains($0), on: connection) }
  }

  /// Fills the temporary table.
  ///
  /// - Throws: ``RecoveryError/unclear(_:)`` where it cannot be told which object is which.
  func match() throws {
    try connection.executeScript(
      """
      DROP TABLE IF EXISTS \(Self.map);
      CREATE TEMP TABLE "_migrate_map" ("_table" TEXT, "_old", "_new", "_is_new" INTEGER, \
      PRIMARY KEY ("_table", "_old")) WITHOUT ROWID;
      CREATE INDEX temp."_migrate_map_new" ON "_migrate_map" ("_table", "_new", "_is_new")
      """)
    var problems = renumbered()
    for table in tables {
      let given = options.keys.compactMap { columnKey($0, in: table) }
      for key in given { try checkIsDistinct(key, in: table) }
      let matched = table.key == .number ? given : []
      for key in matched { try insert("0", from: pairs(of: table, under: key)) }
      // What a key tells apart is found by that, or not at all.
      let unkeyed = matched.map {
        " AND NOT (\($0.isKeyed("_d"))) AND NOT (\($0.isKeyed("_s")))"
      }
      try insert("0", from: pairs(of: table), where: unkeyed.joined())
      problems += try contradictions(in: table, given)
      problems += try twice(in: table)
      problems += try number(missingRowsOf: table, by: matched)
      problems += try unnamed(in: table)
    }
    problems += try moved()
    guard problems.isEmpty else { throw RecoveryError.unclear(problems) }
  }

  // MARK: - Keys

  /// Attributes that tell objects apart, as columns of a table.
  private struct ColumnKey {
    var key: UniqueKey
    var columns: [String]
    /// The condition for the objects that it is about; nil where all of the table are.
    var isMember: String?

    func isKeyed(_ row: String) -> String {
      (columns.map { "\(row).\($0.quotedName) IS NOT NULL" } + [isMember.map { "\(row).\($0)" }])
        .compactMap(\.self).joined(separator: " AND ")
    }
  }

  /// Nil for the identity, and for a key of another table.
  private func columnKey(_ key: UniqueKey, in table: RecoveredTable) -> ColumnKey? {
    let columns = key.properties.compactMap { layout.column(of: $0, in: key.entity) }
    guard !key.isIdentity, layout.table(of: key.entity) == table.name, !columns.isEmpty,
      columns.count == key.properties.count
    else { return nil }
    return ColumnKey(
      key: key, columns: columns,
      isMember: layout.rowCondition(of: key.entity, includingDescendants: true))
  }

  /// Whether nothing but `_id` tells which object of an entity is which.
  func isByNumberAlone(_ entity: String) -> Bool {
    let attributes = Set(layout.schema.allAttributes(of: entity).map(\.name))
    let lineage = layout.schema.lineage(of: entity)
    return !layout.isExisting(entity)
      && !options.keys.contains { key in lineage.contains { $0.name == key.entity } }
      && !lineage.contains { $0.uniquenessConstraints.contains(where: attributes.isSuperset) }
  }

  // MARK: - Rows that are in both

  /// The rows that have the same values under a key or the same identity, and are of one entity.
  private func pairs(of table: RecoveredTable, under key: ColumnKey? = nil) -> String {
    let same =
      key?.columns.map { "_s.\($0.quotedName) = _d.\($0.quotedName)" }
      ?? [table.isSame("_s", number: table.identity("_d"))]
    let isFamily = table.entities.contains { layout.discriminator(of: $0) != nil }
    let family = isFamily ? StoreLayout.discriminatorColumn.quotedName : nil
    return
      "\(table.name.quotedText) AS _t, \(table.identity("_d")) AS _i, \(table.identity("_s")) AS _j "
      + "FROM \(table.inDonor) AS _d JOIN \(table.inStore) AS _s "
      + "ON \((same + [family.map { "_s.\($0) = _d.\($0)" }].compactMap(\.self)).joined(separator: " AND ")) "
      + "WHERE \(table.isNamed("_d"))" + (key?.isMember.map { " AND _d.\($0)" } ?? "")
  }

  private func insert(
    _ isNew: String, from rows: String, where condition: String = ""
  ) throws(SQLiteError) {
    try connection.execute(
      "INSERT OR IGNORE INTO \(raw: Self.map) SELECT *, \(raw: isNew) FROM (SELECT \(raw: rows + condition))"
    )
  }

  // MARK: - Missing rows

  /// Gives missing rows their identity where that is free, and else one after all others.
  ///
  /// Those are included that links lead to whose object is gone. Without a key the next run would not find
  /// a row with another identity.
  private func number(
    missingRowsOf table: RecoveredTable, by keys: [ColumnKey]
  ) throws -> [RecoveryProblem] {
    let missing = """
      FROM \(table.inDonor) AS _d WHERE \(table.isNamed("_d")) AND NOT EXISTS (SELECT 1 \
      FROM \(Self.map) AS _m WHERE _m._table = \(table.name.quotedText) AND _m._old = \(table.identity("_d")))
      """
    let own = table.identity("_d")
    guard table.key == .number else {
      try insert("1", from: "\(table.name.quotedText), \(own) AS _i, \(own) AS _j \(missing)")
      return []
    }
    let number = layout.key(ofRowsIn: table.name).quotedName
    let isTaken = "EXISTS (SELECT 1 FROM \(table.inStore) AS _s WHERE _s.\(number) = _d.\(number))"
    let places =
      [(number, table.inStore), (number, table.inDonor)]
      + layout.links(to: table.name).map { ($0.column.quotedName, "main.\($0.table.quotedName)") }
      + layout.joinTables(leadingTo: table.name).flatMap { links, columns in
        columns.map { ($0.quotedName, "main.\(links.name.quotedName)") }
      }
    let highest = places.map {
      "coalesce((SELECT max(CASE typeof(\($0)) WHEN 'integer' THEN \($0) END) FROM \($1)), 0)"
    }
    let after =
      "max(\(highest.joined(separator: ", "))) + row_number() OVER (ORDER BY _d.\(number))"
    let isFound = (keys.map { "(\($0.isKeyed("_d")))" } + ["0"]).joined(separator: " OR ")
    let lost = try problem(
      in: table, .taken, "SELECT \(own) AS _found \(missing) AND \(isTaken) AND NOT (\(isFound))")
    try insert(
      "1",
      from: "\(table.name.quotedText), \(own) AS _i, "
        + "CASE WHEN \(isTaken) THEN \(after) ELSE \(own) END AS _j \(missing)")
    return lost
  }

  // MARK: - What cannot be told

  /// Where a migration numbers objects anew, or merges some, it does so by what it finds: another store of the
  /// same version has other numbers.
  private func renumbered() -> [RecoveryProblem] {
    let schema = layout.schema
    return schema.entities.filter { !$0.isAbstract && isByNumberAlone($0.name) }.compactMap {
      entity in
      let root = schema.root(of: entity.name)?.name
      let isRenumbered = options.renumberedEntities.contains {
        schema.entity(named: $0) == nil || schema.root(of: $0)?.name == root
      }
      return isRenumbered ? .renumbered(entity: entity.name) : nil
    }
  }

  /// - Throws: ``RecoveryError/indistinct(_:place:count:)`` where several objects have the same values.
  private func checkIsDistinct(_ key: ColumnKey, in table: RecoveredTable) throws {
    for (place, rows) in [("backup", table.inDonor), ("store", table.inStore)] {
      let count = try connection.integer(
        """
        SELECT count(*) FROM (SELECT 1 FROM \(raw: rows) AS _r WHERE \(raw: key.isKeyed("_r")) \
        GROUP BY \(names: key.columns) HAVING count(*) > 1)
        """)
      if let count, count > 0 {
        throw RecoveryError.indistinct(key.key, place: place, count: count)
      }
    }
  }

  /// The objects that the identity finds and a declared key does not, or the other way round.
  ///
  /// Such an object may have been changed, or may have taken a number over: nobody knows which. In an
  /// existing table nothing gets another primary key, so that there `--key` is held against it, too.
  private func contradictions(
    in table: RecoveredTable, _ given: [ColumnKey]
  ) throws -> [RecoveryProblem] {
    let said = Set(options.keys.filter { $0.isIdentity || table.key == .number }.map(\.entity))
    let declared = layout.schema.entities.flatMap { entity in
      entity.uniquenessConstraints.map { UniqueKey(entity: entity.name, properties: $0) }
    }.filter { key in
      let attributes = Set(layout.schema.allAttributes(of: key.entity).map(\.name))
      return attributes.isSuperset(of: key.properties)
    }.compactMap { columnKey($0, in: table) }
    let others = given.filter { key in !declared.contains { $0.key == key.key } }
    return try (declared + others).filter { !said.contains($0.key.entity) }.flatMap { key in
      let isOther = key.columns.map { "_s.\($0.quotedName) <> _d.\($0.quotedName)" }
      let isSame = table.isSame("_s", number: table.identity("_d"))
      return try problem(
        in: table, .ambiguous(key.key, isNumbered: table.key == .number),
        """
        SELECT _i AS _found FROM (SELECT \(pairs(of: table, under: key)) AND \(table.isNamed("_s")) AND NOT \(isSame)) \
        UNION SELECT _i FROM (SELECT \(pairs(of: table)) AND (\(isOther.joined(separator: " OR ")))\
        \(key.isMember.map { " AND _d.\($0)" } ?? ""))
        """)
    }
  }

  /// Several keys may find one object of the store for two of the backup.
  private func twice(in table: RecoveredTable) throws -> [RecoveryProblem] {
    try problem(
      in: table, .twice,
      "SELECT _new AS _found FROM \(Self.map) WHERE _table = \(table.name.quotedText) "
        + "GROUP BY _new HAVING count(*) > 1")
  }

  /// Rows without a key that the backup has more often than the store: each may be lost, or changed since.
  private func unnamed(in table: RecoveredTable) throws -> [RecoveryProblem] {
    guard table.key != .number else { return [] }
    let content = Self.content(table.columns.map { "_r.\($0.quotedName)" })
    func rows(_ place: String) -> String {
      "SELECT _c, row_number() OVER (PARTITION BY _c) FROM (SELECT \(content) AS _c "
        + "FROM \(place) AS _r WHERE NOT \(table.isNamed("_r")))"
    }
    return try problem(
      in: table, .unnamed(hasKey: table.key != .none),
      "SELECT NULL AS _found FROM (\(rows(table.inDonor)) EXCEPT \(rows(table.inStore)))")
  }

  /// All values of a row in one text, which no other values have.
  ///
  /// Of a text, `quote` gives what stands before the first NUL.
  static func content(_ values: [String]) -> String {
    values.map { value in
      "CASE WHEN typeof(\(value)) IN ('text', 'blob') "
        + "THEN typeof(\(value)) || hex(\(value)) ELSE quote(\(value)) END"
    }.joined(separator: " || ',' || ")
  }

  /// A primary key with a link in it would not be the same once the object at its end has another number.
  private func moved() throws -> [RecoveryProblem] {
    try tables.flatMap { table in
      try table.links.filter { table.keyColumns.contains($0.column) }.flatMap { link in
        layout.existingTables[link.destination] != nil
          ? []
          : try problem(
            in: table, .moved(link.name),
            "SELECT _old AS _found FROM \(Self.map) WHERE _table = \(link.destination.quotedText) "
              + "AND _old <> _new")
      }
    }
  }

  private func problem(
    in table: RecoveredTable, _ doubt: RecoveryProblem.Doubt, _ query: String
  ) throws(SQLiteError) -> [RecoveryProblem] {
    try sample(of: query).map { [.doubtful(table.subject, doubt, $0)] } ?? []
  }

  /// How many objects a query finds as `_found`, and the first of them; nil where it finds none.
  func sample(of query: String) throws(SQLiteError) -> RecoveryProblem.Sample? {
    guard let count = try connection.integer("SELECT count(*) FROM (\(raw: query))"), count > 0
    else { return nil }
    let examples = try connection.rows(
      "SELECT _found FROM (\(raw: query)) ORDER BY 1 LIMIT \(Int64(Finding.exampleLimit))")
    return .init(count: count, examples: examples.map { $0[0] }.filter { $0 != .null })
  }
}

extension UniqueKey {
  /// Whether it says that `_id` tells objects apart, or their primary key.
  fileprivate var isIdentity: Bool { properties == [StoreLayout.identityColumn] }
}
