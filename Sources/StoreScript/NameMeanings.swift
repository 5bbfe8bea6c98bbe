internal import SQLite
internal import SQLText

/// The meanings of names in views, triggers, indexes and checks that the model does not know.
///
/// A name may come to mean an added column instead of another column or a text: `"done"` in double quotes is
/// a text only as long as no column has that name
/// (https://www.sqlite.org/quirks.html#double_quoted_string_literals_are_accepted). Nothing fails then, and
/// yet a view returns other rows, and an index no longer matches its own entries.
struct NameMeanings {
  /// The folded columns of each table and each view.
  private let columns: [String: Set<String>]
  /// The number of times that each view or trigger reads a column, by folded names.
  private let reads: [SchemaObject.ID: [ColumnReference: Int]]
  private let objects: [SchemaObject]

  /// Records the meanings of the names in the objects that work.
  init(
    of objects: [SchemaObject], sound: Set<SchemaObject.ID>, on connection: Connection
  ) throws(SQLiteError) {
    self.objects = objects.filter { sound.contains($0.id) }
    columns = try Self.columns(on: connection)
    reads = Self.reads(of: self.objects, on: connection)
  }

  /// The objects in which a name would now mean something else, with the reason.
  func changes(
    of ids: Set<SchemaObject.ID>, after renames: TrackedRenames, on connection: Connection
  ) throws(SQLiteError) -> [StoreScriptError] {
    let now = try Self.columns(on: connection)
    let changed = ColumnChanges(from: columns, to: now, after: renames)
    let left = objects.filter { ids.contains($0.id) }
    let readsNow = Self.reads(of: left, on: connection)
    let objectsNow = changed.byFirstName(try connection.schemaObjects())
    return left.compactMap { object -> StoreScriptError? in
      let reason: String? =
        switch object.id.kind {
        case .view, .trigger:
          change(in: object, readsNow[object.id] ?? [:], changed)
            ?? changed.idleColumn(of: object)
        case .table where object.isVirtual: changed.hiddenRowID(readBy: object)
        case .index, .table:
          objectsNow[.init(object.id.kind, object.id.name.asciiLowercased)]
            .flatMap(changed.quotedText)
        }
      return reason.map { .breaks(object.id, message: $0) }
    }
  }

  /// The name that a view or a trigger would read differently.
  private func change(
    in object: SchemaObject, _ now: [ColumnReference: Int], _ changed: ColumnChanges
  ) -> String? {
    let before = reads[object.id] ?? [:]
    var found: [ColumnReference: Int] = [:]
    var new: [ColumnReference] = []
    for (column, count) in now {
      if let origin = changed.origin(of: column) {
        found[origin, default: 0] += count
      } else {
        new.append(column)
      }
    }
    let tokens = SQLTokens(object.sql)
    var captured = new.filter { column in
      let known = before.reduce(0) { $1.key.column == column.column ? $0 + $1.value : $0 }
      return tokens.count(ofName: column.column) > known
    }
    // SQLite reports neither the columns that such a join compares, nor a table of which nothing else is
    // read.
    if tokens.lastIndex(of: "NATURAL") != nil {
      // A table that is read only inside a view is not joined itself.
      let named = tokens.foldedTexts
      let tables = named.union(
        now.keys.map(\.table).filter { named.contains(changed.firstName(of: $0)) })
      captured += changed.newlyShared(by: tables)
      if let lost = changed.noLongerShared(by: tables) {
        return "its NATURAL JOIN compares '\(lost.table).\(lost.column)', which goes"
      }
    }
    if let first = captured.min(by: { ($0.table, $0.column) < ($1.table, $1.column) }) {
      return "a name in it would mean the new column '\(first.table).\(first.column)': "
        + "write the table before names of columns, and texts in single quotes"
    }
    let gone = before.keys.filter {
      found[$0] == nil && changed.isGone($0) && tokens.count(ofName: $0.column) > 0
    }
    if let first = gone.min(by: { ($0.table, $0.column) < ($1.table, $1.column) }) {
      return "it names the column '\(first.table).\(first.column)', which is dropped"
    }
    let moved = Set(before.keys).union(found.keys).filter {
      found[$0] ?? 0 != before[$0] ?? 0 && columns[$0.table] != nil && !changed.isGone($0)
    }
    let first = moved.min { ($0.table, $0.column) < ($1.table, $1.column) }
    return first.map {
      "what it reads of '\($0.table).\($0.column)' would change, as a name in it would mean another "
        + "column: write the table before it"
    }
  }

  /// The folded columns of all tables and views.
  ///
  /// A view of `*` gains a column together with its table: SQLite reports the column as the view's.
  private static func columns(
    on connection: Connection
  ) throws(SQLiteError) -> [String: Set<String>] {
    var columns = try tableColumns(on: connection)
    for view in try connection.texts("SELECT name FROM sqlite_schema WHERE type = 'view'") {
      // An unreadable view is not read by anything.
      let names = (try? connection.texts("SELECT name FROM pragma_table_info(\(view))")) ?? []
      columns[view.asciiLowercased] = Set(names.map(\.asciiLowercased))
    }
    return columns
  }

  private static func tableColumns(
    on connection: Connection
  ) throws(SQLiteError) -> [String: Set<String>] {
    let rows = try connection.rows(
      """
      SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS c \
      WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'
      """)
    var columns: [String: Set<String>] = [:]
    for row in rows {
      guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
      columns[table.asciiLowercased, default: []].insert(column.asciiLowercased)
    }
    return columns
  }

  /// Objects that cannot be prepared are left out: they are reported as such.
  private static func reads(
    of objects: [SchemaObject], on connection: Connection
  ) -> [SchemaObject.ID: [ColumnReference: Int]] {
    var result: [SchemaObject.ID: [ColumnReference: Int]] = [:]
    for object in objects {
      for statement in statements(settingOff: object, on: connection) {
        let reads = (try? connection.reads(of: statement)) ?? [:]
        for (column, count) in reads[object.id.name] ?? [:] {
          let folded = ColumnReference(
            column.table.asciiLowercased, column.column.asciiLowercased)
          result[object.id, default: [:]][folded, default: 0] += count
        }
      }
    }
    return result
  }

  private static func statements(
    settingOff object: SchemaObject, on connection: Connection
  ) -> [SQL] {
    switch object.id.kind {
    case .view: ["SELECT * FROM \(name: object.id.name)"]
    case .trigger: (try? connection.statements(settingOffTrigger: object.id.name)) ?? []
    case .index, .table: []
    }
  }
}

extension SQLTokens {
  /// The number of occurrences of a folded name.
  fileprivate func count(ofName name: String) -> Int {
    tokens.count {
      ($0.kind == .word || $0.kind == .quotedName) && $0.name.asciiLowercased == name
    }
  }
}
