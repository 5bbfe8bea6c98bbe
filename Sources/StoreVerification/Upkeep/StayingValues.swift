internal import SchemaModel
package import SQLite
package import StoreLayout

/// Checksums of all values that a command should not change, made before and after it.
///
/// A trigger or a foreign key of the user may change them.
package struct StayingValues {
  /// The rows and values that stay.
  package struct Extent {
    /// The condition under which a row of a table of objects stays.
    var isStaying: (_ table: String) -> String
    /// The condition under which a row of a table of links stays.
    var isStayingLink: (StoreLayout.JoinTable) -> String
    /// The future value of a column, as an expression before the command; the column itself after it.
    var value: (_ column: String, _ table: String) -> String

    /// An extent in which no row of the model's own tables is sure to stay.
    package static var nothing: Self { Self(isStaying: { _ in "0" }, isStayingLink: { _ in "0" }) }

    /// An extent in which all rows of the model's own tables stay.
    static var all: Self { Self(isStaying: { _ in "1" }, isStayingLink: { _ in "1" }) }

    /// An extent from its parts; by default, values stay unchanged.
    package init(
      isStaying: @escaping (_ table: String) -> String,
      isStayingLink: @escaping (StoreLayout.JoinTable) -> String,
      value: @escaping (_ column: String, _ table: String) -> String = { column, _ in
        column.quotedName
      }
    ) {
      self.isStaying = isStaying
      self.isStayingLink = isStayingLink
      self.value = value
    }
  }

  /// One checksum: of a column of objects, or of whole rows.
  private struct Part {
    var table: String
    /// The column; nil for whole rows.
    var column: String?
    var query: String
  }

  private let connection: Connection
  private let sums: [(part: Part, sum: ContentChecksum)]

  /// Makes the checksums of the extent, and of other tables as a whole.
  ///
  /// By default, none are made if the store has no trigger and no foreign key of the user.
  package init(
    _ store: UpkeepStore, _ extent: Extent, others: [String], isNeeded: Bool? = nil
  ) throws(SQLiteError) {
    connection = store.connection
    let isNeeded = if let isNeeded { isNeeded } else { try store.hasActionsOfItsOwn() }
    guard isNeeded else {
      sums = []
      return
    }
    var sums: [(Part, ContentChecksum)] = []
    for part in try Self.parts(of: store, extent, others) {
      sums.append((part, try store.connection.checksum(of: SQL(raw: part.query))))
    }
    self.sums = sums
  }

  /// The changes by table: the number of rows, or else the values.
  package func effects() throws(SQLiteError) -> [Effect] {
    var (resized, altered): ([Effect], [Effect]) = ([], [])
    for (part, sum) in sums {
      let now = try connection.checksum(of: SQL(raw: part.query))
      guard now != sum else { continue }
      if now.rows != sum.rows {
        resized.add([Effect(.resized(from: sum.rows, to: now.rows), of: part.table)])
      } else {
        altered.add([Effect(.altered(in: [part.column].compactMap(\.self)), of: part.table)])
      }
    }
    return resized + altered
  }

  private static func parts(
    of store: UpkeepStore, _ extent: Extent, _ others: [String]
  ) throws(SQLiteError) -> [Part] {
    let layout = store.layout
    var parts: [Part] = []
    for table in layout.objectTables {
      for column in try store.connection.storedColumns(of: table) {
        parts.append(
          Part(
            table: table, column: column,
            query: "SELECT \(layout.identity(ofRowsIn: table)), \(extent.value(column, table)) "
              + "FROM main.\(table.quotedName) WHERE \(extent.isStaying(table))"))
      }
    }
    for links in layout.joinTables {
      parts.append(
        Part(
          table: links.name,
          query: "SELECT * FROM main.\(links.name.quotedName) "
            + "WHERE \(extent.isStayingLink(links))"))
    }
    let found = try store.connection.readDefinition()
    for table in others {
      // A full-text index, or an app, may identify a row by the number that SQLite gave it.
      let number = found.table(named: table)?.rowIDName.map { "\($0), " } ?? ""
      parts.append(Part(table: table, query: "SELECT \(number)* FROM main.\(table.quotedName)"))
    }
    return parts
  }
}

extension Connection {
  /// The columns of a table that are not generated, in their order.
  func storedColumns(
    of table: String, in database: String = "main"
  ) throws(SQLiteError) -> [String] {
    // hidden: 2 and 3 are generated columns.
    try texts(
      "SELECT name FROM pragma_table_xinfo(\(table), \(database)) WHERE hidden = 0 ORDER BY cid")
  }
}

extension UpkeepStore {
  /// Whether triggers or foreign keys outside the model act on rows.
  package func hasActionsOfItsOwn() throws(SQLiteError) -> Bool {
    // An existing database may have foreign keys that are not relationships.
    guard layout.existingTables.isEmpty else { return true }
    let definition = try connection.readDefinition()
    return try connection.unmanagedObjects(of: layout).contains { object in
      object.id.kind == .trigger
        || definition.table(named: object.id.name)?.foreignKeys.isEmpty == false
    }
  }

  /// The user's own triggers, sorted.
  func ownTriggers() throws(SQLiteError) -> [SchemaObject] {
    try connection.unmanagedObjects(of: layout).filter { $0.id.kind == .trigger }
  }

  /// The tables that the model does not name, sorted.
  package func otherTables() throws(SQLiteError) -> [String] {
    let own = Set(layout.definition.tables.map(\.name))
    // SQLite itself writes the rows of a virtual table's shadow tables.
    return try connection.texts(
      """
      SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' \
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_migrate\\_%' ESCAPE '\\' \
      ORDER BY name
      """
    ).filter { !own.contains($0) }
  }
}

extension [Effect] {
  /// Adds the effects of one more step; an effect of the same kind on the same subject is merged.
  mutating func add(_ others: [Effect]) {
    for other in others {
      let known = firstIndex { ($0.subject, $0.kind.name) == (other.subject, other.kind.name) }
      guard let known else {
        append(other)
        continue
      }
      switch (self[known].kind, other.kind) {
      case (.altered(let columns), .altered(let more)):
        self[known].kind = .altered(in: columns + more.filter { !columns.contains($0) })
      case (.resized(let before, _), .resized(_, let after)):
        self[known].kind = .resized(from: before, to: after)
      default:
        self[known].count = (self[known].count ?? 0) + (other.count ?? 0)
      }
    }
  }
}
