internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel
internal import StoreVerification

/// Finds every object that keeps a table from being filled, after a statement has failed or before any is
/// run.
///
/// Each computed value is checked by itself, as a statement reports only its first row and column.
final class RefusedRows {
  private let layout: StoreLayout
  private let connection: Connection
  private var found: [Key: RefusedValues] = [:]
  private var order: [Key] = []
  /// The entity from whose objects the examined ones are made.
  private var origin: String?
  /// The values that functions have refused since the list was last emptied.
  private var refusals: [MigrationFunctions.Refusal] = []
  private static let sampleCount = 5
  private static let probe = "_migrate_probe_"
  private static let rowNumberProbe = probe + "row_number"
  private static let probedTypes = ["INTEGER", "REAL", "TEXT", "BLOB"]

  private struct Key: Hashable {
    var property: PropertyName
    var reason: RefusedValues.Reason
    var origin: String?
  }

  /// A search on a connection that is closed afterwards, or whose transaction is rolled back.
  init(
    layout: StoreLayout, connection: Connection, keeping files: FilesToCome = FilesToCome()
  ) throws(SQLiteError) {
    (self.layout, self.connection) = (layout, connection)
    var functions = MigrationFunctions.asking(about: connection.path, keeping: files)
    functions.onRefusal = { self.refusals.append($0) }
    try connection.register(functions)
    // All of them are created now: no table can be created while rows are read.
    try connection.execute(
      "CREATE TEMP TABLE IF NOT EXISTS \(name: Self.rowNumberProbe) (value INTEGER PRIMARY KEY)")
    for type in Self.probedTypes {
      try connection.execute(
        "CREATE TEMP TABLE IF NOT EXISTS \(name: Self.probe + type) (value \(raw: type)) STRICT")
    }
  }

  /// Everything that keeps tables from being filled, in the order of the fillings.
  func refused(by fillings: [RowFilling]) throws(SQLiteError) -> [RefusedValues] {
    // The functions hold this object; registering new ones releases it.
    defer { try? connection.register(MigrationFunctions(seed: "", now: 0)) }
    for filling in fillings {
      guard let table = layout.definition.table(named: filling.table) else { continue }
      origin = filling.origin
      guard try isReadable(filling, table) else { continue }
      for value in filling.computed {
        guard let column = table.column(named: value.column) else { continue }
        try look(at: value, column, filling, table)
      }
    }
    return order.compactMap { found[$0] }
  }

  // MARK: Rows

  /// Checks the condition alone; if it fails on some row, no value can be examined.
  private func isReadable(
    _ filling: RowFilling, _ table: TableDefinition
  ) throws(SQLiteError) -> Bool {
    guard let condition = filling.condition else { return true }
    do {
      try connection.execute(
        SQL(raw: "\(filling.context)SELECT 1 FROM \(filling.relation) WHERE \(condition)"))
      return true
    } catch {
      guard error.isAboutRows else { throw error }
    }
    try eachAlone(of: "1", filling, where: nil, asking: condition) { id, entity, error in
      note(
        PropertyName(name(of: entity, table), "where"), .failingCondition(error.message), id, nil,
        table)
    }
    return false
  }

  private func look(
    at value: RowFilling.Value, _ column: ColumnDefinition, _ filling: RowFilling,
    _ table: TableDefinition
  ) throws(SQLiteError) {
    let known = found
    if value.isCarried { try prepareProbe(of: column) }
    do {
      let statement = try connection.prepare(
        SQL(raw: Self.query([value.sql], filling, where: filling.condition)))
      refusals = []
      while try statement.step() {
        try judge(
          statement.value(at: 2), of: value, column, statement.value(at: 0), statement.value(at: 1),
          table)
      }
    } catch {
      guard error.isAboutRows else { throw error }
      // One row ends the statement, so each row is examined separately.
      found = known
      order.removeAll { known[$0] == nil }
      try eachAlone(
        of: value.sql, filling, where: filling.condition,
        passing: {
          (id, entity, found) throws(SQLiteError) in
          try self.judge(found, of: value, column, id, entity, table)
        }
      ) { id, entity, error in
        // Files with the same problem are reported together, with their objects.
        let file = ExternalFileError(message: error.message)
        note(
          property(of: column.name, name(of: entity, table)),
          .failing(file.map { "an external file \($0.reason)" } ?? error.message), id,
          file.map { .text($0.name) }, table)
      }
    }
  }

  /// Evaluates an expression separately for each object.
  private func eachAlone(
    of expression: String, _ filling: RowFilling, where condition: String?,
    asking question: String? = nil,
    passing: (SQLValue, SQLValue, SQLValue) throws(SQLiteError) -> Void = { _, _, _ in },
    failing: (SQLValue, SQLValue, SQLiteError) -> Void
  ) throws(SQLiteError) {
    let objects = try connection.prepare(
      SQL(raw: Self.query([], filling, where: condition) + " ORDER BY 1"))
    // As a condition and not as a value: in a value, SQLite evaluates both sides of an OR.
    let conditions = ["\(filling.identity) = ?"] + [condition ?? question].compactMap { $0 }
    var alone = try connection.prepare(
      SQL(
        raw: Self.query(
          [expression], filling, where: conditions.map { "(\($0))" }.joined(separator: " AND "))))
    while try objects.step() {
      let (id, entity) = (objects.value(at: 0), objects.value(at: 1))
      refusals = []
      alone.reset()
      try alone.bind(id, at: 0)
      do {
        guard try alone.step() else { continue }
      } catch {
        guard error.isAboutRows else { throw error }
        failing(id, entity, error)
        continue
      }
      try passing(id, entity, alone.value(at: 2))
    }
  }

  private static func query(
    _ expressions: [String], _ filling: RowFilling, where condition: String?
  ) -> String {
    let list = [filling.identity, filling.entity ?? "NULL"] + expressions
    return "\(filling.context)SELECT \(list.joined(separator: ", ")) FROM \(filling.relation)"
      + (condition.map { " WHERE \($0)" } ?? "")
  }

  // MARK: Values

  private func judge(
    _ value: SQLValue, of filled: RowFilling.Value, _ column: ColumnDefinition, _ id: SQLValue,
    _ entity: SQLValue, _ table: TableDefinition
  ) throws(SQLiteError) {
    defer { refusals = [] }
    let entity = name(of: entity, table)
    let property = property(of: column.name, entity)
    if filled.isRowNumber, value != .null, try !accepts(value, Self.rowNumberProbe) {
      note(
        property,
        .unconvertible(
          "'\(column.name)' is the INTEGER key that numbers the rows, and takes whole numbers alone"
        ),
        id, value, table)
    } else if filled.isCarried, try !isKept(value, column) {
      note(
        property, .unconvertible("a column declared \(column.type) holds another value instead"),
        id,
        value, table)
    } else if let refusal = refusals.first(where: { $0.identity == id }) {
      note(property, .unconvertible(refusal.reason), id, refusal.value, table)
    } else if value == .null {
      // SQLite would generate a number for a row without one.
      if column.isRequired || filled.isRowNumber { note(property, .missing, id, value, table) }
    } else if layout.existingTables[table.name] == nil, try !fits(value, column) {
      note(property, .wrongClass(type: typeName(of: property)), id, value, table)
    }
  }

  /// Whether a value can be in the column of a probe, as SQLite decides.
  private func accepts(_ value: SQLValue, _ probe: String) throws(SQLiteError) -> Bool {
    do {
      try connection.execute("INSERT OR REPLACE INTO temp.\(name: probe) VALUES (\(value))")
      return true
    } catch {
      guard error.isAboutRows else { throw error }
      return false
    }
  }

  private static func probe(of column: ColumnDefinition) -> String { "\(probe)as_\(column.type)" }

  private func prepareProbe(of column: ColumnDefinition) throws(SQLiteError) {
    try connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS \(name: Self.probe(of: column)) \
      (id INTEGER PRIMARY KEY, value \(raw: column.type))
      """)
  }

  /// Whether a column keeps a value, or an equal number.
  ///
  /// By its declared type, it may convert a text to a number, or a number to a text
  /// (https://www.sqlite.org/datatype3.html#type_affinity).
  private func isKept(_ value: SQLValue, _ column: ColumnDefinition) throws(SQLiteError) -> Bool {
    let probe = Self.probe(of: column)
    try connection.execute("INSERT OR REPLACE INTO temp.\(name: probe) VALUES (1, \(value))")
    let held = try connection.rows("SELECT value FROM temp.\(name: probe)").first?.first
    return held == value || held?.isSameNumber(as: value) == true
  }

  /// Whether a STRICT table accepts the value; in doubt, SQLite decides.
  private func fits(_ value: SQLValue, _ column: ColumnDefinition) throws(SQLiteError) -> Bool {
    switch (value, column.type) {
    case (.integer, "INTEGER"), (.integer, "REAL"), (.real, "REAL"), (.text, "TEXT"),
      (.blob, "BLOB"), (_, "ANY"):
      return true
    default: return try accepts(value, Self.probe + column.type)
    }
  }

  private func note(
    _ property: PropertyName, _ reason: RefusedValues.Reason, _ id: SQLValue, _ value: SQLValue?,
    _ table: TableDefinition
  ) {
    let key = Key(property: property, reason: reason, origin: origin)
    if found[key] == nil {
      found[key] = RefusedValues(property: property, reason: reason, count: 0)
      found[key]?.origin = origin
      order.append(key)
    }
    found[key]?.count += 1
    guard let samples = found[key]?.samples, samples.count < Self.sampleCount else { return }
    let values = value.map { [SampleObject.Field(property: property.property, value: $0)] } ?? []
    found[key]?.samples.append(
      SampleObject(
        identity: id.integer ?? 0, key: layout.key(id, inTable: table.name), values: values))
  }

  // MARK: Names

  private func name(of entity: SQLValue, _ table: TableDefinition) -> String {
    if case .text(let name) = entity { return name }
    let holds = layout.schema.entities.first { layout.table(of: $0.name) == table.name }
    return holds?.name ?? table.name
  }

  private func property(of column: String, _ entity: String) -> PropertyName {
    PropertyName(entity, layout.property(in: column, of: entity) ?? column)
  }

  private func typeName(of name: PropertyName) -> String {
    layout.schema.attribute(named: name.property, of: name.entity)?.attribute.type.keyword
      ?? "object's _id"
  }
}

extension SQLValue {
  /// Whether one value is an integer, the other a REAL, and both are equal.
  fileprivate func isSameNumber(as other: SQLValue) -> Bool {
    switch (self, other) {
    case (.integer(let whole), .real(let real)), (.real(let real), .integer(let whole)):
      Double(exactly: whole) == real
    default: false
    }
  }
}

extension StoreLayout {
  /// The key of a row in an existing table; nil for a table that 'migrate' makes.
  func key(_ id: SQLValue, inTable table: String) -> String? {
    guard existingTables[table] != nil else { return nil }
    let names = keyNames(ofRowsIn: table)
    return "\(names.joined(separator: ", ")) \(id.excerpt)"
  }
}
