internal import SQLite
internal import SchemaModel
internal import StoreLayout

/// Matches the rows of the backup with the rows of the store in a temporary table, and gives the missing rows
/// an identity.
///
/// All doubtful matches are refused here at once. Nothing is written to the store.
struct RowMatching {
  let connection: Connection
  let layout: StoreLayout
  /// The tables of objects.
  let tables: [RecoveredTable]
  private let options: RecoveryOptions

  /// The name under which the backup's store is attached.
  static let donor = "donor"
  /// The temporary table.
  ///
  /// The columns are `_table`, `_old` for the identity in the backup, `_new` for the one in the store, and
  /// `_is_new` for a missing row. They have no type, which would turn '007' into a number.
  static let map = "temp.\"_migrate_map\""

  /// - Throws: ``VerificationError`` and ``RecoveryError`` if no object can be found by a key.
  init(_ layout: StoreLayout, _ options: RecoveryOptions, on connection: Connection) throws {
    (self.layout, self.options, self.connection) = (layout, options, connection)
    var given: [String: UniqueKey] = [:]
    for key in options.keys where !key.isIdentity || layout.table(of: key.entity) == nil {
      _ = try layout.columns(of: key)
      let table = layout.table(of: key.entity) ?? ""
      if let reason = layout.reason(against: key, in: table, besides: given[table]) {
        throw RecoveryError.unusableKey(key, reason: reason)
      }
      given[table] = key
    }
    tables = try layout.objectTables.map {
      try RecoveredTable($0, layout, given: given[$0], on: connection)
    }
  }

  /// Fills the temporary table.
  ///
  /// - Throws: ``RecoveryError/unclear(_:)`` if objects cannot be matched without doubt.
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
      // Objects that a key of the options identifies are matched only by this key.
      var condition = ""
      if let key = table.given {
        try checkIsDistinct(key, in: table)
        try insert("0", pairs(of: table, under: key))
        condition = " AND NOT (\(key.isKeyed("_d"))) AND NOT (\(key.isKeyed("_s")))"
      }
      try insert("0", pairs(of: table) + condition)
      problems += try contradictions(in: table)
      problems += try number(missingRowsOf: table)
      problems += try unnamed(in: table)
    }
    guard problems.isEmpty else { throw RecoveryError.unclear(problems) }
  }

  /// Whether only `_id` identifies the objects of an entity.
  private func isByNumberAlone(_ entity: String) -> Bool {
    let attributes = Set(layout.schema.allAttributes(of: entity).map(\.name))
    let lineage = layout.schema.lineage(of: entity)
    return !layout.isExisting(entity)
      && !options.keys.contains { key in lineage.contains { $0.name == key.entity } }
      && !lineage.contains { $0.uniquenessConstraints.contains(where: attributes.isSuperset) }
  }

  private func insert(_ isNew: String, _ rows: String) throws(SQLiteError) {
    try connection.execute(
      "INSERT OR IGNORE INTO \(raw: Self.map) SELECT _t, _i, _j, \(raw: isNew) FROM (SELECT \(raw: rows))"
    )
  }

  /// The pairs of rows of one entity that have the same values under a key, or the same identity.
  private func pairs(of table: RecoveredTable, under key: ColumnKey? = nil) -> String {
    var same =
      key?.columns.map { "_s.\($0.quotedName) = _d.\($0.quotedName)" }
      ?? [table.isSame("_s", number: table.identity("_d"))]
    if table.entities.contains(where: { layout.discriminator(of: $0) != nil }) {
      let family = StoreLayout.discriminatorColumn.quotedName
      same.append("_s.\(family) = _d.\(family)")
    }
    return
      "\(table.name.quotedText) AS _t, \(table.identity("_d")) AS _i, \(table.identity("_s")) AS _j "
      + "FROM \(table.inDonor) AS _d JOIN \(table.inStore) AS _s ON \(same.joined(separator: " AND ")) "
      + "WHERE \(table.isNamed("_d"))" + (key?.isMember.map { " AND _d.\($0)" } ?? "")
  }

  /// Gives missing rows their former identity if it is free, or else a number above all others.
  ///
  /// The others include the numbers in dangling links. A row that no key identifies cannot get a new
  /// identity, because the next run would not find it.
  private func number(missingRowsOf table: RecoveredTable) throws -> [RecoveryProblem] {
    let own = table.identity("_d")
    let missing = """
      FROM \(table.inDonor) AS _d WHERE \(table.isNamed("_d")) AND NOT EXISTS (SELECT 1 \
      FROM \(Self.map) AS _m WHERE _m._table = \(table.name.quotedText) AND _m._old = \(own))
      """
    func insert(as new: String) throws(SQLiteError) {
      try self.insert(
        "1", "\(table.name.quotedText) AS _t, \(own) AS _i, \(new) AS _j \(missing)")
    }
    guard table.key == .number else {
      try insert(as: own)
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
    let isFound = table.given?.isKeyed("_d") ?? "0"
    let lost = try problem(
      in: table, .taken, "SELECT \(own) AS _found \(missing) AND \(isTaken) AND NOT (\(isFound))")
    try insert(as: "CASE WHEN \(isTaken) THEN \(after) ELSE \(own) END")
    return lost
  }

  // MARK: - Doubts

  /// The entities whose objects a migration renumbered or merged.
  ///
  /// The new numbers depend on the content of a store, so another store of the same version has other
  /// numbers.
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

  /// - Throws: ``RecoveryError/unusableKey(_:reason:)`` if several objects have the same values.
  private func checkIsDistinct(_ key: ColumnKey, in table: RecoveredTable) throws {
    for (place, rows) in [("backup", table.inDonor), ("store", table.inStore)] {
      let count = try connection.integer(
        """
        SELECT count(*) FROM (SELECT 1 FROM \(raw: rows) AS _r WHERE \(raw: key.isKeyed("_r")) \
        GROUP BY \(names: key.columns) HAVING count(*) > 1)
        """)
      if let count, count > 0 {
        throw RecoveryError.unusableKey(
          key.key,
          reason: "\(count) \(count == 1 ? "value is" : "values are") shared by several objects in "
            + "the \(place)")
      }
    }
  }

  /// The objects that only one of the identity and a declared key finds.
  ///
  /// Such an object may have been changed, or may have taken the number of another object. The data does not
  /// show which.
  private func contradictions(in table: RecoveredTable) throws -> [RecoveryProblem] {
    let said = Set(options.keys.map(\.entity))
    let declared = layout.schema.entities.filter { !said.contains($0.name) }.flatMap { entity in
      let attributes = Set(layout.schema.allAttributes(of: entity.name).map(\.name))
      return entity.uniquenessConstraints.filter(attributes.isSuperset).compactMap {
        ColumnKey(UniqueKey(entity: entity.name, properties: $0), of: table.name, layout)
      }
    }
    return try declared.flatMap { key in
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

  /// The rows without a key of which the backup has more copies than the store: each may be lost or changed.
  private func unnamed(in table: RecoveredTable) throws -> [RecoveryProblem] {
    guard table.key != .number else { return [] }
    let columns = table.columns.map(\.quotedName).joined(separator: ", ")
    func rows(_ place: String) -> String {
      "SELECT \(columns), row_number() OVER (PARTITION BY \(columns)) FROM \(place) AS _r "
        + "WHERE NOT \(table.isNamed("_r"))"
    }
    return try problem(
      in: table, .unnamed(hasKey: table.key != .none),
      "SELECT NULL AS _found FROM (\(rows(table.inDonor)) EXCEPT \(rows(table.inStore)))")
  }

  private func problem(
    in table: RecoveredTable, _ doubt: RecoveryProblem.Doubt, _ query: String
  ) throws(SQLiteError) -> [RecoveryProblem] {
    try sample(of: query, named: table.keyNames).map { [.doubtful(table.subject, doubt, $0)] } ?? []
  }

  // MARK: - Questions

  /// The number of objects that a query finds as `_found`, with the first of them; nil if it finds none.
  func sample(
    of query: String, named names: [String]
  ) throws(SQLiteError) -> RecoveryProblem.Sample? {
    try connection.sample(of: SQL(raw: query), limit: Finding.exampleLimit).map { count, first in
      .init(count: count, examples: first.filter { $0 != .null }, names: names)
    }
  }

  /// The objects of an entity that exist in both stores and differ; emptied links do not count.
  func difference(
    of entity: String, in table: RecoveredTable
  ) throws(SQLiteError) -> RecoveryPlan.Difference? {
    let isOther = table.columns.map { column in
      let isEmptied = table.links.contains { $0.column == column }
      return "(\(table.isOther(column))"
        + (isEmptied ? " AND _s.\(column.quotedName) IS NOT NULL)" : ")")
    }
    guard !isOther.isEmpty else { return nil }
    let source = """
      FROM \(table.rows(areNew: false)) CROSS JOIN \(table.inStore) AS _s ON \(table.isSame("_s")) \
      WHERE \(table.isMember(of: entity)) AND (\(isOther.joined(separator: " OR ")))
      """
    guard
      let found = try sample(of: "SELECT _m._new AS _found \(source)", named: table.keyNames)
    else { return nil }
    let sums = isOther.map { "total(\($0))" }.joined(separator: ", ")
    let row = try connection.rows(SQL(raw: "SELECT \(sums) \(source)"))[0]
    return RecoveryPlan.Difference(
      entity: entity, found: found,
      columns: zip(table.columns, row).filter { $0.1 != .real(0) }.map(\.0),
      areSameByNumberAlone: isByNumberAlone(entity))
  }
}

/// Attributes that identify objects, as columns of a table.
struct ColumnKey {
  let key: UniqueKey
  let columns: [String]
  /// The condition for the objects of the key's entity; nil if the table holds no others.
  let isMember: String?

  /// Nil for a key of another table.
  init?(_ key: UniqueKey, of table: String, _ layout: StoreLayout) {
    guard layout.table(of: key.entity) == table, let columns = layout.storedColumns(of: key) else {
      return nil
    }
    (self.key, self.columns) = (key, columns)
    isMember = layout.rowCondition(of: key.entity, includingDescendants: true)
  }

  func isKeyed(_ row: String) -> String {
    (columns.map { "\(row).\($0.quotedName) IS NOT NULL" } + [isMember.map { "\(row).\($0)" }])
      .compactMap(\.self).joined(separator: " AND ")
  }
}

extension UniqueKey {
  /// Whether the key selects `_id`, or the primary key, as the identity.
  fileprivate var isIdentity: Bool { properties == [StoreLayout.identityColumn] }
}

extension StoreLayout {
  /// The reason why a key of the options cannot find objects; nil if it can.
  fileprivate func reason(
    against key: UniqueKey, in table: String, besides other: UniqueKey?
  ) -> String? {
    // The value of a link is another row's identity, which has no meaning in another store.
    let attributes = Set(schema.allAttributes(of: key.entity).map(\.name))
    if let property = key.properties.first(where: { !attributes.contains($0) }) {
      return "'\(property)' is no attribute whose value is in the row"
    }
    if let other { return "'\(other)' is the key of the same table already" }
    if existingTables[table]?.primaryKey.isEmpty == false {
      return "rows of '\(table)' are found by their primary key"
    }
    // The value would change if the object at its end gets another number.
    let link = links(to: table).first {
      existingTables[$0.table]?.primaryKey.contains($0.column) == true
    }
    return link.map { "'\($0.table)' has a link to '\(table)' in its primary key" }
  }
}
