internal import CSQLite

extension Connection {
  /// Runs a block while no trigger acts; foreign keys still do.
  ///
  /// See https://www.sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfigenabletrigger.
  package func withoutTriggers<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe migrate_enable_triggers(handle, 0)
    defer { unsafe migrate_enable_triggers(handle, 1) }
    return try body()
  }
}
