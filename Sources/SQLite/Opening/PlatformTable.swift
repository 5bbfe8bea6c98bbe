/// A table in which Core Data and SwiftData keep facts about a store.
package enum PlatformTable: String, Sendable {
  case metadata = "Z_METADATA"
  case numbers = "Z_PRIMARYKEY"
  case modelCache = "Z_MODELCACHE"

  /// Those that are in every store.
  fileprivate static let ofEveryStore = [metadata, numbers]

  /// The column that all the others are about.
  package var content: String {
    switch self {
    case .metadata: "Z_PLIST"
    case .numbers: "Z_ENT"
    case .modelCache: "Z_CONTENT"
    }
  }

  /// The columns that the platform gives it.
  fileprivate var columns: [String] {
    switch self {
    case .metadata: ["Z_VERSION", "Z_UUID", "Z_PLIST"]
    case .numbers: ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"]
    case .modelCache: ["Z_CONTENT"]
    }
  }
}

extension Connection {
  /// Whether Core Data or SwiftData wrote the database, be it that another program changed it since.
  package func isOfPlatform() throws(SQLiteError) -> Bool {
    let names = PlatformTable.ofEveryStore.map(\.rawValue)
    return try value(
      "SELECT 1 FROM sqlite_schema WHERE name IN (\(names[0]), \(names[1])) LIMIT 1") != nil
  }

  /// Whether there is something of the name of a table.
  package func has(_ table: PlatformTable) throws(SQLiteError) -> Bool {
    try value("SELECT 1 FROM sqlite_schema WHERE name = \(table.rawValue)") != nil
  }

  /// Why a table is not as the platform writes it; nil where it is.
  package func fault(of table: PlatformTable) throws(SQLiteError) -> String? {
    let name = table.rawValue
    let kinds = try texts("SELECT type FROM sqlite_schema WHERE name = \(name)")
    guard let kind = kinds.first else { return "it does not exist" }
    guard kind == "table" else { return "it is of the kind '\(kind)'" }
    let columns = try texts("SELECT name FROM pragma_table_info(\(name), 'main')")
    if let missing = table.columns.first(where: { !columns.contains($0) }) {
      return "it has no column '\(missing)'"
    }
    guard let first = try value("SELECT \(name: table.content) FROM main.\(name: name) LIMIT 1")
    else { return "it has no row" }
    if table == .numbers { return nil }
    return if case .blob = first { nil } else { "its '\(table.content)' holds no data" }
  }
}

extension DatabaseDefinition {
  /// Whether Core Data or SwiftData wrote the database.
  package var isOfPlatform: Bool {
    PlatformTable.ofEveryStore.contains { table(named: $0.rawValue) != nil }
  }
}
