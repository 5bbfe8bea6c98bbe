internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Which row of the store each row of the backup is, in a temporary table; and for those that are
/// missing, which identity they are to have.
///
/// Nothing of the store is written, so that a plan can be made of a store that is only read.
struct RowMatching {
  let connection: Connection
  let layout: StoreLayout
  /// The tables with objects, by their numbers in the temporary table.
  let tables: [String]
  /// What the store's tables are.
  let definition: DatabaseDefinition
  private let keys: [UniqueKey]
  /// The entities whose `_id` is another in the backup than in the store, or may be.
  private let renumbered: Set<String>

  /// The name under which the backup's store is attached.
  static let donor = "donor"
  /// The temporary table: `_table`, `_old`, `_new`, `_is_new`.
  static let map = "temp.\"_migrate_map\""

  /// - Throws: ``VerificationError`` and ``RecoveryError`` for keys that tell nothing apart.
  init(
    _ layout: StoreLayout, _ keys: [UniqueKey], renumbered: Set<String>, on connection: Connection
  ) throws {
    self.layout = layout
    self.connection = connection
    self.keys = keys
    self.renumbered = renumbered
    definition = try connection.readDefinition()
    tables = Set(layout.schema.entities.compactMap { layout.table(of: $0.name) }).sorted()
    for key in self.keys { try check(key) }
  }

  func number(of table: String) -> Int { tables.firstIndex(of: table) ?? -1 }

  /// What tells the rows of a table apart, of the row that is called so in a statement; none for a
  /// row whose key is not all there, of which there may be many, and where nothing does.
  func identity(_ table: String, _ row: String) -> String {
    if isUnnamed(table) { return "NULL" }
    let identity = layout.identity(ofRowsIn: table, as: row)
    let columns = openKeyColumns(of: table)
    guard columns.count > 1 else { return identity }
    let isOpen = columns.map { "\(row.quotedName).\($0.quotedName) IS NULL" }
    return "CASE WHEN \(isOpen.joined(separator: " OR ")) THEN NULL ELSE \(identity) END"
  }

  /// The columns of a key that was there first, where SQLite lets them be without a value.
  func openKeyColumns(of table: String) -> [String] {
    guard let columns = layout.existingTables[table]?.primaryKey else { return [] }
    let found = definition.table(named: table)
    let isOpen = columns.contains { !(found?.column(named: $0)?.isRequired ?? false) }
    return isOpen ? columns : []
  }

  /// The same as it is looked up among the identities of the temporary tables.
  ///
  /// Their columns have no type, and no index of them is used beside a value that has one. A plus takes
  /// it away (https://www.sqlite.org/datatype3.html#affinity_of_expressions).
  func soughtIdentity(_ table: String, _ row: String) -> String { "+\(identity(table, row))" }

  /// What a link of the backup leads to in a table, as it is looked up among the identities.
  func soughtEnd(_ link: String, in destination: String) -> String {
    layout.existingTables[destination] == nil
      ? "+\(link)" : layout.end(of: link, in: destination, of: Self.donor)
  }

  /// A query for the new identity of what a link of the backup leads to, where a condition holds.
  func newEnd(of link: String, in destination: String, where condition: String? = nil) -> String {
    "SELECT _e._new \(newEnds(of: link, in: destination, condition))"
  }

  /// The same for what the link holds in the store: as in the backup, where that leads to it still.
  ///
  /// As a part of its row's key it is as what it leads to is called by now: nobody is to take the row
  /// for another one.
  func newValue(
    of link: String, in destination: String, isOfKey: Bool, where condition: String? = nil
  ) -> String {
    guard layout.existingTables[destination] != nil else {
      return newEnd(of: link, in: destination, where: condition)
    }
    let ends = ["_e._new", link].map { layout.isEnd("_p", in: destination, of: $0) }
    let isSame =
      isOfKey
      ? "_e._new IS _e._old"
      : "EXISTS (SELECT 1 FROM \(donor(destination)) AS _p WHERE \(ends.joined(separator: " AND ")))"
    return "SELECT CASE WHEN \(isSame) THEN \(link) ELSE _e._new END "
      + newEnds(of: link, in: destination, condition)
  }

  private func newEnds(of link: String, in destination: String, _ condition: String?) -> String {
    "FROM \(Self.map) AS _e WHERE _e._table = \(number(of: destination)) "
      + "AND _e._old = \(soughtEnd(link, in: destination))"
      + (condition.map { " AND \($0)" } ?? "")
  }

  /// A link's value is another row's identity, which says nothing in another store.
  private func check(_ key: UniqueKey) throws {
    let checks = KeyChecks(connection: connection, layout: layout, found: DatabaseDefinition())
    if Self.isIdentity(key), layout.schema.entity(named: key.entity) != nil { return }
    _ = try checks.columns(of: key)
    let attributes = Set(layout.schema.allAttributes(of: key.entity).map(\.name))
    for property in key.properties where !attributes.contains(property) {
      throw RecoveryError.unusableKey(key, property: property)
    }
  }

  /// Whether nothing but `_id` tells which object of an entity is which, in a table of ours.
  func isByNumberAlone(_ entity: String) -> Bool {
    let schema = layout.schema
    let attributes = Set(schema.allAttributes(of: entity).map(\.name))
    let lineage = schema.lineage(of: entity)
    return !layout.isExisting(entity)
      && !keys.contains { key in lineage.contains { $0.name == key.entity } }
      && !lineage.contains { $0.uniquenessConstraints.contains(where: attributes.isSuperset) }
  }

  /// Where a migration numbers objects anew, or merges some, it does so by what it finds: another store
  /// of the same version has other numbers.
  private func checkIdentities() throws {
    let schema = layout.schema
    for entity in schema.entities where !entity.isAbstract && isByNumberAlone(entity.name) {
      let root = schema.root(of: entity.name)?.name
      let isRenumbered = renumbered.contains {
        schema.entity(named: $0) == nil || schema.root(of: $0)?.name == root
      }
      if isRenumbered { throw RecoveryError.renumbered(entity: entity.name) }
    }
  }

  private static func isIdentity(_ key: UniqueKey) -> Bool {
    key.properties == [StoreLayout.identityColumn]
  }

  // MARK: - Matching

  /// Fills the temporary table.
  ///
  /// - Throws: ``RecoveryError`` where it cannot be told which object is which.
  func match() throws {
    try checkIdentities()
    // The columns have no type: it would make '007' a number.
    try connection.executeScript(
      """
      DROP TABLE IF EXISTS \(Self.map);
      CREATE TEMP TABLE "_migrate_map" ("_table" INTEGER, "_old", "_new", "_is_new" INTEGER, \
      PRIMARY KEY ("_table", "_old")) WITHOUT ROWID;
      CREATE INDEX temp."_migrate_map_new" ON "_migrate_map" ("_table", "_new", "_is_new")
      """)
    try splitKeys()
    for key in columnKeys {
      try checkIsDistinct(key)
      try matchByKey(key)
    }
    for table in tables where !isKeyless(table) { try matchByIdentity(table) }
    try matchByMovedKeys()
    for table in tables where isKeyless(table) && !isUnnamed(table) { try matchByContent(table) }
    try checkDeclaredKeys()
    for table in tables {
      try checkIsOne(table)
      try number(missingRowsOf: table)
    }
    try moveKeys()
  }

  /// A key as it is in the rows of a table.
  struct ColumnKey {
    var key: UniqueKey
    var table: String
    var columns: [String]
    /// The condition for the objects that it is about; nil where all of the table are.
    var isMember: String?

    /// Whether a row is of such an object, and has all values that tell it apart.
    func isKeyed(_ row: String) -> String {
      let conditions =
        columns.map { "\(row).\($0.quotedName) IS NOT NULL" }
        + [isMember.map { "\(row).\($0)" }].compactMap(\.self)
      return "(\(conditions.joined(separator: " AND ")))"
    }
  }

  var columnKeys: [ColumnKey] { keys.compactMap { columnKey($0) } }

  /// Nil for the identity, and for a key that is not in one table.
  private func columnKey(_ key: UniqueKey) -> ColumnKey? {
    let columns = key.properties.compactMap { layout.column(of: $0, in: key.entity) }
    guard !Self.isIdentity(key), let table = layout.table(of: key.entity),
      columns.count == key.properties.count, !columns.isEmpty
    else { return nil }
    return ColumnKey(
      key: key, table: table, columns: columns,
      isMember: layout.rowCondition(of: key.entity, includingDescendants: true))
  }

  private func matchByKey(_ key: ColumnKey) throws(SQLiteError) {
    let table = key.table
    try connection.execute(
      SQL(
        raw: """
          INSERT OR IGNORE INTO \(Self.map) SELECT \(number(of: table)), \
          \(identity(table, "_d")), \(identity(table, "_s")), 0 \(pairs(under: key))
          """))
  }

  /// The rows of backup and store that have the same values under a key, as `_d` and `_s`.
  private func pairs(under key: ColumnKey) -> String {
    let isEqual = key.columns.map { "_s.\($0.quotedName) = _d.\($0.quotedName)" }
    let conditions = isEqual + [isOfSameEntity(in: key.table)].compactMap(\.self)
    return "FROM \(donor(key.table)) AS _d JOIN main.\(key.table.quotedName) AS _s "
      + "ON \(conditions.joined(separator: " AND "))"
      + (key.isMember.map { " WHERE _d.\($0)" } ?? "")
  }

  private func matchByIdentity(_ table: String) throws(SQLiteError) {
    // What a key tells apart is found by that, or not at all.
    let unkeyed = columnKeys.filter { $0.table == table }
      .flatMap { ["NOT \($0.isKeyed("_d"))", "NOT \($0.isKeyed("_s"))"] }
    let conditions = [isOfSameEntity(in: table)].compactMap(\.self) + unkeyed
    try connection.execute(
      SQL(
        raw: """
          INSERT OR IGNORE INTO \(Self.map) SELECT \(number(of: table)), \
          \(identity(table, "_d")), \(identity(table, "_s")), 0 FROM \(sameIdentities(in: table)) \
          WHERE \((conditions + ["1"]).joined(separator: " AND "))
          """))
  }

  private func sameIdentities(in table: String) -> String {
    "\(donor(table)) AS _d JOIN main.\(table.quotedName) AS _s ON \(isSame(in: table))"
  }

  func donor(_ table: String) -> String { "\(Self.donor).\(table.quotedName)" }

  private func isOfSameEntity(in table: String) -> String? {
    guard layout.hasDiscriminator(table) else { return nil }
    let column = StoreLayout.discriminatorColumn.quotedName
    return "_s.\(column) = _d.\(column)"
  }

  // MARK: - Contradictions

  /// An object that the identity finds and a declared key does not, or the other way round, may be
  /// one that was changed or one that took a number over: nobody knows which.
  private func checkDeclaredKeys() throws {
    let said = Set(keys.map(\.entity))
    for entity in layout.schema.entities where !said.contains(entity.name) {
      // Its rows have no identity that could say otherwise.
      if let table = layout.table(of: entity.name), isKeyless(table) { continue }
      let attributes = Set(layout.schema.allAttributes(of: entity.name).map(\.name))
      for properties in entity.uniquenessConstraints where attributes.isSuperset(of: properties) {
        try columnKey(UniqueKey(entity: entity.name, properties: properties)).map(checkAgrees)
      }
    }
  }

  private func checkAgrees(_ key: ColumnKey) throws {
    let table = key.table
    let theirs = identity(table, "_d")
    let isOther = key.columns.map { "_s.\($0.quotedName) <> _d.\($0.quotedName)" }
    let contradictions = """
      SELECT \(theirs) AS _found \(pairs(under: key)) \
      \(key.isMember == nil ? "WHERE" : "AND") \(self.isOther(in: table)) \
      UNION SELECT \(theirs) FROM \(sameIdentities(in: table)) \
      WHERE (\(isOther.joined(separator: " OR ")))\(key.isMember.map { " AND _d.\($0)" } ?? "")
      """
    if let found = try sample(of: contradictions) {
      throw RecoveryError.ambiguous(key.key, count: found.count, examples: found.examples)
    }
  }

  /// - Throws: ``RecoveryError/indistinct(_:place:count:)`` where several objects have the same
  ///   values, of which all but one would be passed over.
  private func checkIsDistinct(_ key: ColumnKey) throws {
    for (place, name) in [(RecoveryError.Place.backup, Self.donor), (.store, "main")] {
      let columns = key.columns.map(\.quotedName).joined(separator: ", ")
      let count = try connection.integer(
        """
        SELECT count(*) FROM (SELECT 1 FROM \(name: name).\(name: key.table) AS _r \
        WHERE \(raw: key.isKeyed("_r")) GROUP BY \(raw: columns) HAVING count(*) > 1)
        """)
      if let count, count > 0 {
        throw RecoveryError.indistinct(key.key, place: place, count: count)
      }
    }
  }

  /// Several keys of one entity may find one object of the store for two of the backup.
  private func checkIsOne(_ table: String) throws {
    let found = try sample(
      of: """
        SELECT _new AS _found FROM \(Self.map) WHERE _table = \(number(of: table)) \
        GROUP BY _new HAVING count(*) > 1
        """)
    if let found {
      throw RecoveryError.twice(table: table, count: found.count, examples: found.examples)
    }
  }

  // MARK: - Looking things up

  /// How many identities a query finds, and the first of them; nil where it finds none.
  func sample(of query: String) throws(SQLiteError) -> RecoveryError.Sample? {
    guard let count = try connection.integer("SELECT count(*) FROM (\(raw: query))"), count > 0
    else { return nil }
    let examples = try connection.rows(
      "SELECT _found FROM (\(raw: query)) ORDER BY 1 LIMIT \(Int64(Finding.exampleLimit))")
    return RecoveryError.Sample(count: count, examples: examples.map { $0[0] })
  }

  /// How many rows of a table are missing.
  func missingCount(in table: String) throws(SQLiteError) -> Int64 {
    try connection.integer(
      """
      SELECT count(*) FROM \(raw: Self.map) WHERE _table = \(Int64(number(of: table))) AND _is_new
      """) ?? 0
  }

  /// Removes the temporary tables.
  func end() throws(SQLiteError) {
    let tables =
      [Self.map, Self.keyValues] + RecoveryObstacles.tables + [
        RecoveryBreaches.table, ProblemNotes.table,
      ]
    let endings =
      tables.map { "DROP TABLE IF EXISTS \($0)" } + NamelessRows.ending(self)
      + RecoveredValues.ending(self)
    try connection.executeScript(endings.joined(separator: ";\n"))
  }
}

extension StoreLayout {
  /// Whether a table holds several entities.
  func hasDiscriminator(_ table: String) -> Bool {
    schema.entities.contains {
      self.table(of: $0.name) == table && discriminator(of: $0.name) != nil
    }
  }
}
