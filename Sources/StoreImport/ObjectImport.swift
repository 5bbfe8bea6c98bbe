internal import Diagnostics
internal import Files
internal import JSON
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import SchemaYAML
internal import StoreVerification

/// Creates objects from the values of a JSON file, in a store that is open for writing.
final class ObjectImport {
  typealias Cell = (column: String, value: SQLValue)
  typealias Object = (identity: Int64, isNew: Bool)

  /// The number of imported objects of each entity.
  private(set) var counts: [String: Int64] = [:]
  /// The SQL statements of the import, one of each kind.
  private(set) var statements: [String] = []
  /// The path of the backup, which is made before the first object is inserted.
  private(set) var backupPlace: String?

  let connection: Connection
  let layout: StoreLayout
  private(set) var values: ObjectValues
  private let takeBackup: ((Connection) throws -> String)?
  let cells: ImportedCells
  var positions: LinkPositions
  private var keys: [ImportedKeys] = []
  private var strays = StrayMembers()
  private var differingPlaces = PlacesByName()
  /// The number of the current record, from 1.
  private(set) var record = 0

  static let imported = "temp.\"_migrate_imported\""
  /// An SQL condition: whether the row of the table `_table` with the identity `_key` was imported.
  static let cameIn =
    "EXISTS (SELECT 1 FROM \(imported) AS _i WHERE _i.\"table\" = _table AND _i.\"id\" = _key)"

  /// Without a backup, the import is only a rehearsal, and writes no files.
  init(
    _ store: UpkeepStore, _ mapping: ObjectMapping, _ backup: ((Connection) throws -> String)?
  ) throws {
    connection = store.connection
    layout = store.layout
    values = ObjectValues(
      layout, ExternalFolder(ofStoreAt: store.connection.path), isRehearsal: backup == nil)
    takeBackup = backup
    cells = try ImportedCells(store)
    positions = LinkPositions(areAlone: !cells.isNeeded)
    try connection.execute(
      """
      CREATE TEMP TABLE _migrate_imported ("table" TEXT, "id" INTEGER, "file" TEXT, \
      "line" INTEGER, "column" INTEGER, "record" INTEGER, "said" TEXT, \
      PRIMARY KEY ("table", "id")) WITHOUT ROWID
      """)
    // Created now: a table that is created during a record would be rolled back with a failed record.
    try addKeys(of: mapping)
  }

  private func addKeys(of mapping: ObjectMapping) throws(SQLiteError) {
    if !mapping.key.isEmpty, keys(of: mapping) == nil {
      keys.append(
        try ImportedKeys(mapping.key, of: mapping.entity, number: keys.count, layout, connection))
    }
    for link in mapping.relationships { try addKeys(of: link.object) }
  }

  func keys(of mapping: ObjectMapping) -> ImportedKeys? {
    keys.first { $0.entity == mapping.entity && $0.attributes == mapping.key }
  }

  /// Imports a record completely or not at all; false if the object is in the store already.
  func takeRecord(_ node: JSONValue, _ number: Int, _ mapping: ObjectMapping) throws -> Bool {
    record = number
    try connection.execute("SAVEPOINT record")
    do {
      let isNew = try take(node, mapping)
      try connection.execute("RELEASE record")
      return isNew
    } catch let error as DiagnosticsError {
      // A ROLLBACK of a trigger has undone the whole transaction, including earlier records.
      guard connection.isInTransaction else { throw error }
      try connection.execute("ROLLBACK TO record")
      try connection.execute("RELEASE record")
      throw error
    }
  }

  private func take(_ node: JSONValue, _ mapping: ObjectMapping) throws -> Bool {
    let object = try self.object(node, mapping, links: [], isRecord: true)
    if object.isNew { return true }
    if let other = try place(of: object.identity, in: mapping.entity) {
      let names = mapping.key.map { "'\($0)'" }.joined(separator: ", ")
      throw problem(
        "duplicate-record", "record \(other.record) has the same \(names)", at: node.location,
        note: .init("it is here", at: other.location))
    }
    return false
  }

  /// The members that were not imported, sorted by name.
  var unmapped: [Diagnostic] { strays.diagnostics }

  /// The differences between the file and existing objects, sorted by property.
  var differing: [Diagnostic] {
    differingPlaces.warnings(
      "differing-value", note: "what is there is never changed, so this is not brought in"
    ) { "'\($0)' is not in the store as it is here, in \($1)" }
  }

  /// The imported values and links that a trigger of the user changed, sorted by property.
  func altered() throws -> [Diagnostic] { try cells.altered() }

  /// The place in the file of an imported object; nil for an object that existed before.
  func place(
    of identity: Int64, in entity: String?
  ) throws -> (location: SourceLocation, record: Int)? {
    try entity.flatMap(layout.table).flatMap { try place(of: identity, inTable: $0) }
  }

  /// The place in the file of an imported row; nil for a row that existed before.
  func place(
    of identity: Int64, inTable table: String
  ) throws -> (location: SourceLocation, record: Int)? {
    let row = try connection.rows(
      """
      SELECT "file", "line", "column", "record" FROM \(raw: Self.imported) \
      WHERE "table" = \(table) AND "id" = \(identity)
      """
    ).first
    guard let row, case .text(let file) = row[0], case .integer(let line) = row[1],
      case .integer(let column) = row[2], case .integer(let record) = row[3]
    else { return nil }
    return (SourceLocation(file: file, line: Int(line), column: Int(column)), Int(record))
  }

  /// The content from before the import: all rows but the imported objects and their links.
  var staying: StayingValues.Extent {
    func hasComeIn(_ identity: String, _ table: String) -> String {
      "EXISTS (SELECT 1 FROM \(Self.imported) AS _i WHERE _i.\"table\" = \(table.quotedText) "
        + "AND _i.\"id\" = \(identity))"
    }
    return .init(
      isStaying: { [layout] table in
        "NOT \(hasComeIn(layout.identity(ofRowsIn: table, as: table), table))"
      },
      isStayingLink: { [layout] links in
        let conditions = links.ends.compactMap { column, entity in
          layout.table(of: entity).map {
            "NOT \(hasComeIn("\(links.name.quotedName).\(column.quotedName)", $0))"
          }
        }
        return conditions.joined(separator: " AND ")
      })
  }

  /// Removes the files that were written for an import that failed.
  func removeFiles() { values.removeFiles() }

  func problem(
    _ code: String, _ message: String, at location: SourceLocation, note: Diagnostic.Note? = nil
  ) -> DiagnosticsError {
    DiagnosticsError([
      Diagnostic(code: code, message, at: location, notes: [note].compactMap(\.self))
    ])
  }
}

// MARK: - Objects

extension ObjectImport {
  /// The object for a value: a new one, or the existing one with the same key.
  ///
  /// A new object belongs to the object above it through the columns in `links`. A record completes an object
  /// that was only referred to before.
  func object(
    _ node: JSONValue, _ mapping: ObjectMapping, links: [Cell], isRecord: Bool = false
  ) throws -> Object {
    try node.checkMembers()
    let misshapen = mapping.shapeProblems(of: node)
    guard misshapen.isEmpty else { throw DiagnosticsError(misshapen) }
    strays.note(node, mapping)
    let values = try self.values.values(of: node, mapping)
    if let identity = try known(values, mapping, node) {
      if isRecord, let said = try referred(to: identity, mapping.entity) {
        try complete(identity, said, values, node, mapping)
        return (identity, true)
      }
      for difference in try differences(of: node, values, mapping, from: identity) {
        differingPlaces.add(difference.property, at: difference.location)
      }
      return (identity, false)
    }
    if let takeBackup, backupPlace == nil { backupPlace = try takeBackup(connection) }
    var cells = links
    if let column = layout.discriminator(of: mapping.entity) {
      cells.append((column, .text(mapping.entity)))
    }
    try keepFiles(of: values)
    cells += values.map { ($0.column, $0.value) }
    let ends = try toOneCells(node, mapping)
    // A record may refer to itself: then the reference has just created the object.
    if isRecord, let identity = try known(values, mapping, node),
      let said = try referred(to: identity, mapping.entity)
    {
      try complete(identity, said, values, node, mapping, ends)
      return (identity, true)
    }
    cells += ends
    let said = isRecord ? nil : mapping.said(in: node)
    let identity = try insert(cells, of: mapping.entity, node, said)
    try watch(values, links + ends, of: mapping.entity, identity, node)
    for key in keys where layout.schema.isEntity(mapping.entity, orDescendantOf: key.entity) {
      try key.add(Self.values(of: key.attributes, in: values), identity)
    }
    counts[mapping.entity, default: 0] += 1
    for link in mapping.relationships { try attach(link, of: mapping, node, identity) }
    return (identity, true)
  }

  /// Writes the bytes that are stored in external files.
  func keepFiles(of values: [ObjectValues.Value]) throws { try self.values.keepFiles(of: values) }

  /// Records a property whose value in the store differs from the file.
  func noteDifference(_ property: String, at location: SourceLocation) {
    differingPlaces.add(property, at: location)
  }

  /// Records the expected values and links of an object.
  func watch(
    _ values: [ObjectValues.Value], _ links: [Cell], of entity: String, _ identity: Int64,
    _ node: JSONValue
  ) throws {
    guard let table = layout.table(of: entity) else { return }
    func add(_ value: SQLValue, _ column: String, _ name: String, _ location: SourceLocation?)
      throws(SQLiteError)
    {
      try cells.add(
        value,
        at: .init(
          table: table, key: StoreLayout.identityColumn, identity: identity, column: column),
        of: "\(entity).\(name)", from: location ?? node.location)
    }
    for value in values { try add(value.value, value.column, value.attribute, value.location) }
    for relationship in layout.schema.allRelationships(of: entity) {
      let column = layout.column(of: relationship.name, in: entity)
      guard let link = links.first(where: { $0.column == column }) else { continue }
      try add(link.value, link.column, relationship.name, nil)
    }
  }

  static func values(
    of attributes: [String], in values: [ObjectValues.Value]
  ) -> [SQLValue] {
    attributes.map { name in values.first { $0.attribute == name }?.value ?? .null }
  }

  private func insert(
    _ cells: [Cell], of entity: String, _ node: JSONValue, _ said: String?
  ) throws -> Int64 {
    let table = layout.table(of: entity) ?? entity
    let list = SQL(joining: cells.map { "\($0.value)" }, separator: ", ")
    let statement: SQL =
      cells.isEmpty
      ? "INSERT INTO \(name: table) DEFAULT VALUES"
      : "INSERT INTO \(name: table) (\(names: cells.map(\.column))) VALUES (\(list))"
    try write(statement, node)
    let identity = try connection.integer("SELECT last_insert_rowid()") ?? 0
    if let other = try place(of: identity, in: entity) {
      throw problem(
        "refused-record",
        "a trigger of the store takes away for it what record \(other.record) brought",
        at: node.location, note: .init("it is here", at: other.location))
    }
    try connection.execute(
      """
      INSERT INTO \(raw: Self.imported) VALUES (\(table), \(identity), \(node.location.file), \
      \(Int64(node.location.line)), \(Int64(node.location.column)), \(Int64(record)), \
      \(said.map { .text($0) } ?? SQLValue.null))
      """)
    return identity
  }

  /// Writes one row.
  func write(_ statement: SQL, _ node: JSONValue) throws {
    if !statements.contains(statement.text) { statements.append(statement.text) }
    do {
      try connection.execute(statement)
    } catch {
      guard error.primaryCode == .constraint else { throw error }
      throw problem(
        "refused-record", "the store does not take it: \(error.message)", at: node.location)
    }
    // RAISE(IGNORE) or ON CONFLICT of a constraint skipped the row; the last rowid is then that of another
    // row.
    guard connection.changedRowCount == 1 else { throw passedOver(at: node.location) }
  }

  func passedOver(at location: SourceLocation) -> DiagnosticsError {
    problem(
      "refused-record", "the store passes it over, by a trigger or an ON CONFLICT of its own",
      at: location)
  }

  /// The object with the values of the key; nil if none exists, or if the mapping has no key.
  private func known(
    _ values: [ObjectValues.Value], _ mapping: ObjectMapping, _ node: JSONValue
  ) throws -> Int64? {
    guard let keys = keys(of: mapping) else { return nil }
    let wanted = Self.values(of: mapping.key, in: values)
    let fresh = Set(values.filter(\.isFresh).map(\.attribute))
    if let index = mapping.key.indices.first(where: {
      wanted[$0] == .null || fresh.contains(mapping.key[$0])
    }) {
      throw problem(
        "missing-member", "'\(mapping.key[index])' is part of the key, and has no value here",
        at: node.location)
    }
    return try keys.identity(of: wanted)
  }
}
