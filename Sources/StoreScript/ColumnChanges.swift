internal import SQLite
internal import SQLText

/// The columns that are added and removed by a migration; all names are folded.
struct ColumnChanges {
  private let before: [String: Set<String>]
  private let now: [String: Set<String>]
  private let renames: TrackedRenames
  /// The remaining columns, by their first names.
  private let left: Set<ColumnReference>

  init(
    from before: [String: Set<String>], to now: [String: Set<String>],
    after renames: TrackedRenames
  ) {
    (self.before, self.now, self.renames) = (before, now, renames)
    left = Set(
      now.flatMap { table, columns in
        columns.map { renames.firstName(of: ColumnReference(table, $0)) }
      })
  }

  /// The table's first name.
  func firstName(of table: String) -> String { renames.firstName(of: table) }

  /// The column that this one continues; nil for a new column of an existing table.
  func origin(of column: ColumnReference) -> ColumnReference? {
    let origin = renames.firstName(of: column)
    guard let columns = before[origin.table] else { return origin }
    return columns.contains(origin.column) ? origin : nil
  }

  /// Whether a column is removed.
  func isGone(_ column: ColumnReference) -> Bool {
    before[column.table] != nil && !left.contains(column)
  }

  /// The new columns of some tables whose names another one of these tables also has.
  func newlyShared(by tables: Set<String>) -> [ColumnReference] {
    tables.flatMap { table in
      (now[table] ?? []).map { ColumnReference(table, $0) }.filter { column in
        origin(of: column) == nil
          && tables.contains { $0 != table && now[$0]?.contains(column.column) == true }
      }
    }
  }

  /// The first removed column that several of the tables had in common.
  func noLongerShared(by tables: Set<String>) -> ColumnReference? {
    let firstNames = Set(tables.map { renames.firstName(of: $0) })
    return firstNames.sorted().lazy.flatMap { table in
      (before[table] ?? []).sorted().map { ColumnReference(table, $0) }
    }.first { column in
      isGone(column)
        && firstNames.contains {
          $0 != column.table && before[$0]?.contains(column.column) == true
        }
    }
  }

  /// The reason why a trigger that waits for changes of columns would never fire; nil if it still may.
  func idleColumn(of object: SchemaObject) -> String? {
    let tokens = SQLTokens(object.sql)
    guard object.id.kind == .trigger, let start = tokens.firstIndex(of: "UPDATE", from: 0),
      start + 1 < tokens.count, tokens[start + 1].keyword == "OF",
      let end = tokens.firstIndex(of: "ON", from: start)
    else { return nil }
    let table = object.table.asciiLowercased
    return tokens.items(in: (start + 2)..<end).compactMap { item in
      item.first.map { tokens[$0].name.asciiLowercased }
    }.first {
      // SQLite accepts a name there that was never a column of the table.
      before[table]?.contains($0) == true && isGone(ColumnReference(table, $0))
    }.map { "it waits for changes of the column '\($0)', which goes" }
  }

  /// The reason why a name in double quotes changes between a column and a text, in an index, a CHECK or a
  /// computed column; nil if each name keeps its meaning.
  ///
  /// The object must be given as it is defined now: with a rename SQLite corrects its quotes.
  func quotedText(in object: SchemaObject) -> String? {
    let table = object.table.asciiLowercased
    guard let left = now[table], let columns = before[renames.firstName(of: table)] else {
      return nil
    }
    for name in object.quotedNamesInExpressions {
      if left.contains(name) {
        guard origin(of: ColumnReference(table, name)) == nil else { continue }
        return "\"\(name)\" in it is a text, and would be the new column '\(name)'"
      }
      let first = renames.firstName(of: ColumnReference(table, name)).column
      if columns.contains(first) {
        return "\"\(first)\" in it is a column, which is dropped, and would be a text"
      }
    }
    return nil
  }

  /// The currently defined objects, by their folded first names.
  func byFirstName(_ objects: [SchemaObject]) -> [SchemaObject.ID: SchemaObject] {
    Dictionary(
      objects.map { object in
        let now = object.id.name.asciiLowercased
        let name = object.id.kind == .table ? renames.firstName(of: now) : now
        return (SchemaObject.ID(object.id.kind, name), object)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The reason why a virtual table, such as a search index, would no longer find the rows of its content,
  /// which it reads by `rowid`; nil if it still finds them.
  func hiddenRowID(readBy object: SchemaObject) -> String? {
    let names = SQLTokens(object.sql).foldedTexts
    for table in now.keys.sorted() where names.contains(table) {
      let hiding = ["rowid", "oid", "_rowid_"].first {
        now[table]?.contains($0) == true && origin(of: ColumnReference(table, $0)) == nil
      }
      if let hiding {
        return "it finds the rows of '\(table)' by their rowid, which the new column '\(hiding)' "
          + "hides"
      }
    }
    return nil
  }
}

extension SchemaObject {
  /// The folded names in double quotes, if an index or a table has expressions.
  fileprivate var quotedNamesInExpressions: [String] {
    let tokens = SQLTokens(sql)
    var names: [String] = []
    func add(_ range: Range<Int>) {
      names += tokens.tokens[range].filter { $0.kind == .quotedName && $0.text.hasPrefix("\"") }
        .map(\.name.asciiLowercased)
    }
    switch id.kind {
    case .index:
      if let open = tokens.tokens.firstIndex(where: { $0.text == "(" }) { add(open..<tokens.count) }
    case .table:
      for position in 0..<tokens.count
      where ["CHECK", "AS"].contains(tokens[position].keyword)
        && position + 1 < tokens.count && tokens[position + 1].text == "("
      {
        add((position + 1)..<tokens.end(ofParenthesesAt: position + 1))
      }
    case .view, .trigger: break
    }
    return names
  }
}
