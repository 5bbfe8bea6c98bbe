internal import SQLite
internal import SQLText
internal import StoreLayout

/// An empty copy of a store's definition in memory, on which a new script is tried.
struct Rehearsal {
  private let connection: Connection
  private let unmanaged: [SchemaObject]
  private let virtualTables: Set<SchemaObject.ID>
  /// The unmanaged objects that could be created here and worked.
  private let sound: Set<SchemaObject.ID>
  /// The sound objects that also work if a name in double quotes is never a text.
  private let strictlySound: Set<SchemaObject.ID>
  private let known: Set<SchemaObject.ID>
  /// The functions that only the app has, as far as the unmanaged objects call them.
  private let appFunctions: Set<String>
  /// The unmanaged objects that can be read with the app's functions registered.
  private let readable: Set<SchemaObject.ID>
  /// The meanings of the names in the readable objects.
  private let meanings: NameMeanings
  /// The columns that each sound view returns.
  private let viewColumns: [SchemaObject.ID: [String]]
  /// The foreign keys that SQLite cannot enforce as they are.
  private let mismatchedKeys: Set<MismatchedKey.ID>

  init(of definition: DatabaseDefinition, unmanaged: [SchemaObject]) throws(SQLiteError) {
    connection = try Connection.emptyStore(of: definition, unmanaged: unmanaged)
    connection.allowDoubleQuotedStrings()
    let made = Set(try connection.schemaObjects().map(\.id))
    let virtual = Set(unmanaged.filter(\.isVirtual).map(\.id))
    (self.unmanaged, virtualTables) = (unmanaged, virtual)
    known = made
    let copy = connection
    func soundObjects(on connection: Connection) -> Set<SchemaObject.ID> {
      Set(
        unmanaged.map(\.id).filter { made.contains($0) }
          .filter { Self.trouble(with: $0, virtual, on: connection) == nil })
    }
    sound = soundObjects(on: connection)
    appFunctions = try connection.unknownFunctions(in: unmanaged)
    if appFunctions.isEmpty {
      readable = sound
      meanings = try NameMeanings(of: unmanaged, sound: sound, on: connection)
    } else {
      // A separate copy: SQLite remembers a view once it could read it, and would then rename things here
      // that it does not rename in the store.
      let other = try Connection.emptyStore(of: definition, unmanaged: unmanaged)
      other.allowDoubleQuotedStrings()
      (readable, meanings) = try other.withStandInFunctions(named: appFunctions) {
        () throws(SQLiteError) in
        let readable = soundObjects(on: other)
        return (readable, try NameMeanings(of: unmanaged, sound: readable, on: other))
      }
    }
    viewColumns = Self.viewColumns(of: sound, on: connection)
    // Without additions, the copy has exactly its original definition.
    let found = unmanaged.isEmpty ? definition : try connection.readDefinition()
    mismatchedKeys = Set(try connection.mismatchedKeys(in: found).map(\.id))
    connection.forbidDoubleQuotedStrings()
    strictlySound = sound.filter { id in
      Self.trouble(with: id, virtual, on: copy) == nil
    }
    connection.allowDoubleQuotedStrings()
  }

  /// The unmanaged objects that could not be created here.
  var uncopiedObjects: Set<SchemaObject.ID> { Set(unmanaged.map(\.id)).subtracting(known) }

  /// Checks that every object on some tables could be copied, because it must be created again there.
  func checkCopies(on tables: Set<String>) throws(StoreScriptError) {
    let troubles = unmanaged.compactMap { object -> StoreScriptError? in
      guard tables.contains(object.table), !known.contains(object.id) else { return nil }
      return .blocks(
        object.id, reason: "'\(object.table)' is written anew, and here it could not be made again")
    }
    if let trouble = StoreScriptError(troubles) { throw trouble }
  }

  /// Runs the items in order, and returns the statements of each item.
  func run(_ items: [ScriptBuilder.Item]) throws -> [[ScriptStatement]] {
    var remembered: [String: [SchemaObject]] = [:]
    var (troubles, tables): ([StoreScriptError], Set<String>) = ([], [])
    let statements = try items.map { item -> [ScriptStatement] in
      guard !tables.contains(item.table) else { return [] }
      do {
        return try run(item, &remembered)
      } catch StoreScriptError.existingTable(let table, let reason) {
        // The other tables do not need this one, and may be in the way too.
        troubles.append(.existingTable(table, reason: reason))
        tables.insert(item.table)
        return []
      } catch {
        throw StoreScriptError(troubles) ?? error
      }
    }
    if let trouble = StoreScriptError(troubles) { throw trouble }
    return statements
  }

  private func run(
    _ item: ScriptBuilder.Item, _ remembered: inout [String: [SchemaObject]]
  ) throws -> [ScriptStatement] {
    switch item {
    case .run(let statement):
      try run(statement)
      return [statement]
    case .remember(let table):
      remembered[table] = try attachedObjects(to: table)
      return []
    case .recreate(let table):
      return try (remembered[table] ?? []).map { object in
        let statement = ScriptStatement(
          object.sql, reason: "\(object.id.kind.rawValue) '\(object.id.name)' as it was",
          table: table, touchesRows: object.id.kind == .index)
        try recreate(object.id, by: statement)
        return statement
      }
    case .redefine(let plan, from: let table):
      let statement = ScriptStatement(
        try redefinition(of: table, plan), reason: "'\(plan.name)' as it has to be",
        table: plan.name)
      try run(statement)
      return [statement]
    }
  }

  /// The statement of a table with the changes of a plan, for its draft.
  private func redefinition(of table: String, _ plan: TablePlan) throws -> String {
    func text(of table: String) throws(SQLiteError) -> TableText {
      TableText(
        try connection.texts(
          "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = \(table)"
        ).first ?? "")
    }
    var result = try text(of: table)
    for edit in plan.change.edits { result.apply(edit) }
    result.rename(to: plan.draft)
    let renames = plan.change.columnRenames(besides: plan.change.dropped)
    if !renames.isEmpty {
      // SQLite itself knows best where a statement names a column.
      for sql in [result.sql] + renames.map({ $0.sql(in: plan.draft) }) {
        try run(ScriptStatement(sql, reason: "'\(plan.name)' as it has to be", table: plan.name))
      }
      result = try text(of: plan.draft)
      try connection.execute("DROP TABLE \(name: plan.draft)")
    }
    for column in plan.change.added { result.apply(.adding(column: column.name, column.sql)) }
    return result.sql
  }

  private func run(_ statement: ScriptStatement) throws(StoreScriptError) {
    do throws(SQLiteError) {
      try connection.withStandInCollations(for: statement.sql) { () throws(SQLiteError) in
        try connection.execute(SQL(raw: statement.sql))
      }
    } catch {
      throw (error.lacksCollation ? nil : brokenObject(by: error))
        ?? StoreScriptError(of: statement, error) ?? .failingStatement(statement, error)
    }
  }

  private func recreate(
    _ id: SchemaObject.ID, by statement: ScriptStatement
  ) throws(StoreScriptError) {
    do throws(SQLiteError) {
      try connection.execute(SQL(raw: statement.sql))
    } catch {
      throw StoreScriptError(of: statement, error) ?? .breaks(id, message: error.knownWords)
    }
  }

  /// The object that SQLite reports as broken by a statement: `error in view years after drop column: no such
  /// column: year`.
  private func brokenObject(by error: SQLiteError) -> StoreScriptError? {
    let culprits = unmanaged.map(\.id).compactMap { id -> (SchemaObject.ID, Substring)? in
      let subject = "error in \(id.kind.rawValue) \(id.name)"
      guard error.message.hasPrefix(subject) else { return nil }
      let rest = error.message.dropFirst(subject.count)
      guard rest.hasPrefix(":") || rest.hasPrefix(" after ") else { return nil }
      return (id, rest)
    }
    // One object's name may be the beginning of another's.
    guard let (id, rest) = culprits.max(by: { $0.0.name.count < $1.0.name.count }) else {
      return nil
    }
    let reason = rest.drop { $0 != ":" }.dropFirst(2)
    return .breaks(id, message: InterimNames.replaced(in: String(reason)))
  }

  private func attachedObjects(to table: String) throws(SQLiteError) -> [SchemaObject] {
    let names = Set(unmanaged.map(\.id))
    return try connection.schemaObjects().filter { object in
      names.contains(object.id) && object.table == table
        && (object.id.kind == .index || object.id.kind == .trigger)
    }
  }

  /// Checks that the definition is the expected one and that no other object is broken.
  ///
  /// Unchanged tables may be left out.
  func check(
    leadsTo definition: DatabaseDefinition, in target: StoreLayout,
    without gone: Set<SchemaObject.ID>, besides leftOut: Set<String>,
    after renames: TrackedRenames
  ) throws {
    let found = try connection.readDefinition()
    let differences =
      definition.differences(from: found)
      + target.existingDifferences(from: found, besides: leftOut)
    guard differences.isEmpty else { throw StoreScriptError.differs(differences) }
    let left = Set(try connection.schemaObjects().map(\.id)).union(gone)
    let lost = unmanaged.map(\.id).filter { known.contains($0) && !left.contains($0) }
    var troubles: [StoreScriptError] = lost.isEmpty ? [] : [.loses(lost.sorted())]
    troubles += orphanedTables(in: found)
    troubles += try mismatchedKeys(in: found)
    // An object that was already reported is not checked again.
    func untold(_ objects: Set<SchemaObject.ID>) -> Set<SchemaObject.ID> {
      troubles.reduce(into: objects.subtracting(gone)) { $0.subtract($1.objectsInTheWay) }
    }
    troubles += idleObjects(among: untold(sound))
    troubles += changedViews(among: untold(sound))
    troubles += try connection.withStandInFunctions(named: appFunctions) {
      () throws(SQLiteError) in
      let broken = idleObjects(among: untold(readable.subtracting(sound)))
      let left = untold(readable.subtracting(broken.flatMap(\.objectsInTheWay)))
      return broken + (try meanings.changes(of: left, after: renames, on: connection))
    }
    connection.forbidDoubleQuotedStrings()
    troubles += idleObjects(among: untold(strictlySound))
    if let trouble = StoreScriptError(troubles) { throw trouble }
  }

  /// The objects that do not work.
  private func idleObjects(among objects: Set<SchemaObject.ID>) -> [StoreScriptError] {
    objects.sorted().compactMap { id in
      Self.trouble(with: id, virtualTables, on: connection).map { .breaks(id, message: $0) }
    }
  }

  /// Finds views with lost columns: SQLite carries a renamed column into a view, whose own column then
  /// changes its name.
  ///
  /// Columns may be inserted, as in a view of `*`, unless the view names the columns behind by number.
  private func changedViews(among objects: Set<SchemaObject.ID>) -> [StoreScriptError] {
    let now = Self.viewColumns(of: objects, on: connection)
    return now.sorted { $0.key < $1.key }.compactMap { id, columns in
      let before = viewColumns[id] ?? []
      var left = columns[...]
      let lost = before.first { name in
        guard let position = left.firstIndex(of: name) else { return true }
        left = left[(position + 1)...]
        return false
      }
      if let lost {
        return .breaks(
          id,
          message: InterimNames.replaced(
            in: "its columns would be \(Self.list(columns)), without '\(lost)' where it was"))
      }
      let sql = unmanaged.first { $0.id == id }?.sql ?? ""
      let moved = SQLTokens(sql).columnNumbers.sorted().first { number in
        number > 0 && number <= min(before.count, columns.count)
          && before[number - 1] != columns[number - 1]
      }
      return moved.map {
        .breaks(
          id,
          message: "its ORDER BY or GROUP BY \($0) would mean '\(columns[$0 - 1])' and no longer "
            + "'\(before[$0 - 1])': write the column's name")
      }
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }

  private static func viewColumns(
    of objects: Set<SchemaObject.ID>, on connection: Connection
  ) -> [SchemaObject.ID: [String]] {
    let views = objects.filter { $0.kind == .view }
    return Dictionary(
      uniqueKeysWithValues: views.map { id in
        // An unreadable view is reported as such.
        (id, (try? connection.texts("SELECT name FROM pragma_table_info(\(id.name))")) ?? [])
      })
  }

  /// With foreign keys off, SQLite silently drops a table that foreign keys lead to.
  private func orphanedTables(in found: DatabaseDefinition) -> [StoreScriptError] {
    let before = Set(unmanaged.filter { $0.id.kind == .table }.map(\.id.name.asciiLowercased))
    let now = Set(found.tables.map(\.name.asciiLowercased))
    return found.tables.flatMap { table in
      table.foreignKeys.compactMap { key in
        let parent = key.table.asciiLowercased
        guard before.contains(parent), !now.contains(parent) else { return nil }
        return .breaks(
          .init(.table, table.name), message: "its foreign key leads to '\(key.table)', which goes")
      }
    }
  }

  /// Finds tables that can no longer be written to, because a key leads to columns that are no longer unique
  /// (https://www.sqlite.org/foreignkeys.html#fk_schemaerr).
  private func mismatchedKeys(
    in found: DatabaseDefinition
  ) throws(SQLiteError) -> [StoreScriptError] {
    let mismatches = try connection.mismatchedKeys(in: found)
    return mismatches.filter { !mismatchedKeys.contains($0.id) }.map {
      .mismatchedKey(table: $0.table, parent: $0.parent)
    }
  }

  /// The objects that are defined now, except some; objects that could not be copied are as before.
  func objects(besides managed: Set<SchemaObject.ID>) throws(SQLiteError) -> [SchemaObject] {
    let found = try connection.schemaObjects().filter { !managed.contains($0.id) }
    return found + unmanaged.filter { !known.contains($0.id) }
  }

  /// The reason why a view or a virtual table cannot be read, or why the statements that fire a trigger
  /// cannot be prepared.
  private static func trouble(
    with id: SchemaObject.ID, _ virtualTables: Set<SchemaObject.ID>, on connection: Connection
  ) -> String? {
    do throws(SQLiteError) {
      switch id.kind {
      case .index: break
      case .table:
        // A module such as FTS5 reads its content table only when a row is requested.
        guard virtualTables.contains(id) else { break }
        try connection.execute("SELECT * FROM \(name: id.name) LIMIT 1")
      case .view: try connection.execute("SELECT * FROM \(name: id.name) LIMIT 0")
      case .trigger:
        for statement in try connection.statements(settingOffTrigger: id.name) {
          _ = try connection.prepare(statement)
        }
      }
      return nil
    } catch {
      return error.knownWords
    }
  }
}

extension Connection {
  /// Statements that fire a trigger, so that SQLite compiles it into each of them; empty if the trigger does
  /// not exist.
  func statements(settingOffTrigger name: String) throws(SQLiteError) -> [SQL] {
    guard
      let table = try texts(
        "SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger' AND name = \(name)"
      ).first
    else { return [] }
    let columns = try texts(
      "SELECT name FROM pragma_table_xinfo(\(table)) WHERE hidden = 0")
    let assignments = columns.map { "\($0.quotedName) = \($0.quotedName)" }.joined(separator: ", ")
    return [
      "EXPLAIN DELETE FROM \(name: table)", "EXPLAIN INSERT INTO \(name: table) DEFAULT VALUES",
      "EXPLAIN UPDATE \(name: table) SET \(raw: assignments)",
    ]
  }
}

extension StoreScriptError {
  /// Explains SQLite's error by the table that the statement changes; nil if SQLite's own message has to do.
  fileprivate init?(of statement: ScriptStatement, _ error: SQLiteError) {
    let table = statement.table
    let column = "duplicate column name: "
    if error.message.hasPrefix(column) {
      self = .existingTable(
        table,
        reason: "has a column '\(error.message.dropFirst(column.count))' already, which the model "
          + "does not name: name it in the version that the store has, or say another 'column' for "
          + "what is new"
      )
    } else if error.message.hasSuffix("no other columns exist") {
      self = .existingTable(
        table, reason: "would have no column left: keep one, or let the entity itself go")
    } else if let part = error.missingPart {
      self = .needing(part, table, for: statement.reason)
    } else {
      return nil
    }
  }
}

extension SQLTokens {
  /// The numbers by which ORDER BY and GROUP BY name result columns, starting at 1
  /// (https://www.sqlite.org/lang_select.html#orderby).
  var columnNumbers: Set<Int> {
    var numbers: Set<Int> = []
    for by in tokens.indices where tokens[by].keyword == "BY" {
      // A window's PARTITION BY takes an expression, in which a number stands for itself.
      guard by > 0, tokens[by - 1].keyword != "PARTITION" else { continue }
      for term in items(in: (by + 1)..<endOfTerms(from: by + 1)) {
        let next = term.lowerBound + 1
        let isAlone = next == term.upperBound || Self.termEndings.contains(tokens[next].keyword)
        if isAlone, let number = Int(tokens[term.lowerBound].text) { numbers.insert(number) }
      }
    }
    return numbers
  }

  private static let termEndings: Set = ["ASC", "DESC", "NULLS", "COLLATE"]
  private static let nextClauses: Set = [
    "HAVING", "WINDOW", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT",
  ]

  private func endOfTerms(from start: Int) -> Int {
    var (end, depth) = (start, 0)
    while end < count {
      let token = tokens[end]
      if depth == 0, token.text == ";" || token.text == ")" { break }
      if depth == 0, Self.nextClauses.contains(token.keyword) { break }
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      end += 1
    }
    return end
  }
}
