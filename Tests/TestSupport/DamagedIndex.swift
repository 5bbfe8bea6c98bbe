import SQLite

extension Connection {
  /// Changes rows of a table without one of its indexes, so that the index disagrees with the
  /// table, as after a disk failure.
  ///
  /// Only for indexes that a statement made.
  package func execute(_ changes: String, behind index: String) throws {
    let name = SQLValue.text(index)
    let row = try rows("SELECT tbl_name, rootpage, sql FROM sqlite_schema WHERE name = \(name)")[0]
    try executeScript("PRAGMA writable_schema = ON")
    try execute("DELETE FROM sqlite_schema WHERE name = \(name)")
    try executeScript("PRAGMA writable_schema = RESET")
    try executeScript(changes)
    try executeScript("PRAGMA writable_schema = ON")
    try execute(
      "INSERT INTO sqlite_schema VALUES ('index', \(name), \(row[0]), \(row[1]), \(row[2]))")
    try executeScript("PRAGMA writable_schema = RESET")
  }
}
