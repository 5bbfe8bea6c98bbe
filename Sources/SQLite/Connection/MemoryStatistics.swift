internal import CSQLite

/// SQLite's statistics of its memory, for the whole process.
///
/// They take a lock for every allocation, for which all threads wait: a plan of a thousand entities takes
/// half the time without them.
package enum MemoryStatistics {
  /// Turns the statistics off, before the first database is opened.
  ///
  /// Only a program may decide this, and never a library: another part of the process may set limits by them
  /// (https://www.sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus).
  ///
  /// - Returns: whether SQLite accepted it; it does not once a database has been opened.
  @discardableResult
  package static func forgo() -> Bool { migrate_set_memory_statistics(0) == SQLITE_OK }
}
