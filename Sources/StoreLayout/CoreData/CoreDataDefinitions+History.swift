internal import SchemaModel

extension CoreDataDefinitions {
  /// The statements for the tables of the history.
  ///
  /// Every store of SwiftData has these tables. A store of Core Data only has them if the app asks for a
  /// history.
  package var history: [String] {
    schema.platform == .swiftData ? Self.historyTables + Self.historyIndexes : []
  }

  private static let historyTables = [
    "CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
      + "ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, "
      + "ZCOLUMNS BLOB )",
    "CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
      + "ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, "
      + "ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, "
      + "ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
    "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
      + "ZNAME VARCHAR )",
  ]

  private static let historyIndexes =
    [
      ("ACHANGE", "ZTRANSACTIONID"), ("ATRANSACTION", "ZAUTHORTS"), ("ATRANSACTION", "ZBUNDLEIDTS"),
      ("ATRANSACTION", "ZCONTEXTNAMETS"), ("ATRANSACTION", "ZPROCESSIDTS"),
    ].map { table, column in "CREATE INDEX \(table)_\(column)_INDEX ON \(table) (\(column))" } + [
      "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex "
        + "ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
      "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex "
        + "ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
      "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME "
        + "ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
    ]
}
