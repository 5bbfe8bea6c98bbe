internal import StoreLayout
internal import SQLite

/// What one statement puts back, and what puts back one row of it, where not all can be.
struct RecoveryPart {
  /// What the rows are.
  enum Subject {
    /// Objects, told apart by their identity in the backup.
    case objects(RecoveredTable)
    /// Objects that nothing tells apart, by their numbers.
    case nameless(NamelessRows)
    /// Links that stand by themselves, told apart by the objects at both ends.
    case links(RecoveredLinks)
    /// Links of objects that are there, told apart by the object's identity in the backup.
    case emptied(RecoveredTable.Link, RecoveredTable)
  }

  let subject: Subject
  /// Puts back all of them.
  let statement: String
  /// A query for what tells those apart that are still to come, in the order in which they do:
  /// `_first`, `_second`.
  let keys: String
  /// Puts back some of them, those of ``range``.
  let some: String

  /// The keys of some rows, in their order from `?1` to `?2`; of objects the first one alone.
  static let range = "(SELECT _first FROM \(keys) WHERE rowid BETWEEN ?1 AND ?2)"
  /// The same of links, which two keys tell apart.
  static let pairRange = "(SELECT _first, _second FROM \(keys) WHERE rowid BETWEEN ?1 AND ?2)"
  /// The temporary table of the keys: `_first`, `_second`.
  static let keys = "temp.\"_migrate_keys\""
}

extension RecoveryPart.Subject {
  /// The table that is written to.
  fileprivate var table: String {
    switch self {
    case .objects(let table), .emptied(_, let table): table.table
    case .nameless(let rows): rows.table.table
    case .links(let links): links.links.name
    }
  }
}

/// Does the parts of a recovery: each in one statement, and where that is refused, half by half, down
/// to the rows that are.
struct RecoveryAttempt {
  /// How many rows came back or were filled.
  private(set) var changes: Int64 = 0
  let connection: Connection
  let notes: RecoveryNotes

  init(on connection: Connection, _ notes: RecoveryNotes) {
    (self.connection, self.notes) = (connection, notes)
  }

  /// Does one part; what is refused is noted.
  ///
  /// - Throws: ``RecoveryError/failed(reason:)`` where SQLite, or a trigger, undid everything.
  mutating func run(_ part: RecoveryPart, number: Int) throws {
    guard try refusal(of: part, part.statement) != nil else {
      return try noteThosePassedOver(part, number)
    }
    try connection.executeScript(
      """
      DROP TABLE IF EXISTS \(RecoveryPart.keys);
      CREATE TEMP TABLE "_migrate_keys" ("_first", "_second");
      INSERT INTO \(RecoveryPart.keys) \(part.keys)
      """)
    let count = try connection.integer("SELECT count(*) FROM \(raw: RecoveryPart.keys)") ?? 0
    guard count > 0 else { return }
    if let reason = try refusal(ofPreparing: part.some) {
      // As where a trigger calls a function of the app: no row can come.
      for row in 1...count { try note(row, of: number, reason) }
    } else {
      try run(part, number, 1, count)
    }
  }

  /// Does the rows from one to another in their order: of two that exclude each other the first comes.
  private mutating func run(
    _ part: RecoveryPart, _ number: Int, _ first: Int64, _ last: Int64
  ) throws {
    guard first <= last,
      let reason = try refusal(of: part, part.some, [.integer(first), .integer(last)])
    else { return }
    guard first == last else {
      let middle = first + (last - first) / 2
      try run(part, number, first, middle)
      try run(part, number, middle + 1, last)
      return
    }
    try note(first, of: number, reason)
  }

  /// Notes what has not come although nothing was refused: `RAISE(IGNORE)` passes a row over without
  /// a word, and so may a constraint.
  private func noteThosePassedOver(_ part: RecoveryPart, _ number: Int) throws(SQLiteError) {
    let reason = "a trigger or an ON CONFLICT of its own passes it over"
    let rows = try connection.prepare(SQL(raw: part.keys))
    while try rows.step() {
      try notes.add(
        .init(part: number, first: rows.value(at: 0), second: rows.value(at: 1), reason: reason))
    }
  }

  private func note(_ row: Int64, of part: Int, _ reason: String) throws(SQLiteError) {
    let keys = try connection.rows(
      "SELECT _first, _second FROM \(raw: RecoveryPart.keys) WHERE rowid = \(row)")
    for key in keys {
      try notes.add(.init(part: part, first: key[0], second: key[1], reason: reason))
    }
  }

  private func refusal(ofPreparing sql: String) throws(SQLiteError) -> String? {
    do throws(SQLiteError) {
      _ = try connection.prepare(SQL(raw: sql))
      return nil
    } catch {
      guard error.isRefusal else { throw error }
      return error.message
    }
  }

  /// Why a statement is refused; nil where it is done.
  private mutating func refusal(
    of part: RecoveryPart, _ sql: String, _ values: [SQLValue] = []
  ) throws -> String? {
    // A trigger's FAIL leaves what was done before it.
    try connection.execute("SAVEPOINT part")
    do throws(SQLiteError) {
      try execute(sql, values)
      try connection.execute("RELEASE part")
      return nil
    } catch {
      guard !error.isAboutTheMoment else { throw error }
      guard error.isRefusal, connection.isInTransaction else {
        let table = part.subject.table
        throw RecoveryError.failed(reason: "\(error.message) (with rows of '\(table)')")
      }
      try connection.execute("ROLLBACK TO part")
      try connection.execute("RELEASE part")
      return error.message
    }
  }

  private mutating func execute(_ sql: String, _ values: [SQLValue]) throws(SQLiteError) {
    var statement = try connection.prepare(SQL(raw: sql))
    try statement.bind(values)
    while try statement.step() {}
    changes += connection.changedRowCount
  }
}

extension SQLiteError {
  /// Whether what was to be written is the reason, and not the file.
  var isRefusal: Bool { primaryCode == .constraint || isAboutTheQuery }
}
