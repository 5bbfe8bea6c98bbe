internal import SQLiteStore
internal import SchemaModel

/// The values of all that stays when objects go, summed up before and after it.
///
/// The delete rules empty links and change nothing else; a trigger of somebody's own may.
struct StayingValues {
  /// One sum: of a column of objects, or of whole rows.
  private struct Part {
    var table: String
    /// Nil for whole rows.
    var column: String?
    var query: String
  }

  private let connection: Connection
  private let sums: [(part: Part, sum: ContentChecksum)]

  /// Sums up what stays by a closure; nothing where no trigger is somebody's own.
  init(_ store: UpkeepStore, _ closure: DeletionClosure, others: [String]) throws {
    connection = store.connection
    let hasOwnTriggers = try connection.unmanagedObjects(of: store.layout)
      .contains { $0.id.kind == .trigger }
    guard hasOwnTriggers else {
      sums = []
      return
    }
    let parts = try Self.parts(of: store, closure, others)
    sums = try parts.map { ($0, try store.connection.checksum(of: SQL(raw: $0.query))) }
  }

  /// What is not as it was, by table.
  ///
  /// Tables with another number of rows are left out: those are told as such.
  func alterations() throws(SQLiteError) -> [PrunePlan.Alteration] {
    var alterations: [PrunePlan.Alteration] = []
    for (part, sum) in sums {
      let now = try connection.checksum(of: SQL(raw: part.query))
      guard now != sum, now.rows == sum.rows else { continue }
      if alterations.last?.table != part.table {
        alterations.append(.init(table: part.table, columns: []))
      }
      if let column = part.column { alterations[alterations.count - 1].columns.append(column) }
    }
    return alterations
  }

  private static func parts(
    of store: UpkeepStore, _ closure: DeletionClosure, _ others: [String]
  ) throws(SQLiteError) -> [Part] {
    let layout = store.layout
    var parts: [Part] = []
    for table in closure.tables {
      // hidden: 2 and 3 are generated columns, which have no values of their own.
      let columns = try store.connection.texts(
        "SELECT name FROM pragma_table_xinfo(\(table), 'main') WHERE hidden = 0 ORDER BY cid")
      for column in columns {
        let value = closure.valueOnceGone(column, in: table)
        parts.append(
          Part(
            table: table, column: column,
            query: "SELECT \(layout.identity(ofRowsIn: table)), \(value) "
              + "FROM main.\(table.quotedName) WHERE NOT \(closure.isGone(in: table))"))
      }
    }
    for links in layout.joinTables {
      parts.append(
        Part(
          table: links.name,
          query: "SELECT * FROM main.\(links.name.quotedName) "
            + "WHERE NOT (\(closure.isRemoved(from: links)))"))
    }
    for table in others {
      parts.append(Part(table: table, query: "SELECT * FROM main.\(table.quotedName)"))
    }
    return parts
  }
}
