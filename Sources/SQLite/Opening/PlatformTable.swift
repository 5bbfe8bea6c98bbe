/// A table in which Core Data and SwiftData keep facts about a store, or its history.
package enum PlatformTable: String, CaseIterable, Sendable {
  case metadata = "Z_METADATA"
  case numbers = "Z_PRIMARYKEY"
  case modelCache = "Z_MODELCACHE"
  case changes = "ACHANGE"
  case transactions = "ATRANSACTION"
  case texts = "ATRANSACTIONSTRING"

  /// The tables of every store.
  fileprivate static let ofEveryStore = [metadata, numbers]

  /// The tables of the history, in the order of their numbers.
  package static let ofHistory = [changes, transactions, texts]

  /// The highest number that an entity of a model can have; the history's tables have higher ones.
  package static let lastNumberOfEntities: Int64 = 16_000

  /// The column with the table's main content.
  package var content: String {
    switch self {
    case .metadata: "Z_PLIST"
    case .numbers: "Z_ENT"
    case .modelCache: "Z_CONTENT"
    case .changes, .transactions, .texts: "Z_PK"
    }
  }

  /// Whether a table belongs to SQLite or the platform, CloudKit's tables included.
  package static func has(_ name: String) -> Bool {
    PlatformTable(rawValue: name) != nil || ["sqlite_", "ANSCK"].contains(where: name.hasPrefix)
  }

  /// The platform's columns of the table.
  fileprivate var columns: [String] {
    switch self {
    case .metadata: ["Z_VERSION", "Z_UUID", "Z_PLIST"]
    case .numbers: ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"]
    case .modelCache: ["Z_CONTENT"]
    case .changes: ["Z_PK", "ZCHANGETYPE", "ZENTITY", "ZTRANSACTIONID"]
    case .transactions: ["Z_PK", "ZAUTHORTS", "ZBUNDLEIDTS", "ZPROCESSIDTS", "ZTIMESTAMP"]
    case .texts: ["Z_PK", "ZNAME"]
    }
  }
}

extension Connection {
  /// Whether Core Data or SwiftData wrote the database, even if another program has changed it since.
  package func isOfPlatform() throws(SQLiteError) -> Bool {
    let names = PlatformTable.ofEveryStore.map(\.rawValue)
    return try value(
      "SELECT 1 FROM sqlite_schema WHERE name IN (\(names[0]), \(names[1])) LIMIT 1") != nil
  }

  /// Whether an object with the name of the table exists.
  package func has(_ table: PlatformTable) throws(SQLiteError) -> Bool {
    try value("SELECT 1 FROM sqlite_schema WHERE name = \(table.rawValue)") != nil
  }

  /// The difference between a table and the platform's form, as the end of a sentence; nil if none exists.
  package func fault(of table: PlatformTable) throws(SQLiteError) -> String? {
    let name = table.rawValue
    let kinds = try texts("SELECT type FROM sqlite_schema WHERE name = \(name)")
    guard let kind = kinds.first else { return "does not exist" }
    guard kind == "table" else { return "is of the kind '\(kind)'" }
    let columns = try texts("SELECT name FROM pragma_table_info(\(name), 'main')")
    if let missing = table.columns.first(where: { !columns.contains($0) }) {
      return "has no column '\(missing)'"
    }
    if table == .numbers { return try faultOfNumbers() }
    if PlatformTable.ofHistory.contains(table) { return nil }
    guard let first = try value("SELECT \(name: table.content) FROM main.\(name: name) LIMIT 1")
    else { return "has no row" }
    return if case .blob = first { nil } else { "has no data in '\(table.content)'" }
  }

  /// Why the rows of entities do not tell which number is of which entity; nil where they do.
  private func faultOfNumbers() throws(SQLiteError) -> String? {
    let entities: SQL =
      "FROM main.Z_PRIMARYKEY WHERE Z_ENT <= \(PlatformTable.lastNumberOfEntities) GROUP BY"
    return try texts(
      """
      SELECT 'has ' || quote(Z_NAME) || ' more than once in ''Z_NAME''' \(entities) Z_NAME \
      HAVING count(Z_NAME) > 1 UNION ALL \
      SELECT 'has ' || Z_ENT || ' more than once in ''Z_ENT''' \(entities) Z_ENT \
      HAVING count(*) > 1 UNION ALL \
      SELECT iif(count(*), 'has no text in ''Z_NAME''', 'has no row') FROM main.Z_PRIMARYKEY \
      HAVING count(*) FILTER (WHERE typeof(Z_NAME) = 'text') = 0
      """
    ).first
  }
}

extension DatabaseDefinition {
  /// Whether Core Data or SwiftData wrote the database.
  package var isOfPlatform: Bool {
    PlatformTable.ofEveryStore.contains { table(named: $0.rawValue) != nil }
  }
}
