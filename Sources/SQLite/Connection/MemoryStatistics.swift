internal import CSQLite

/// SQLite's count of the memory that it holds, for the process as a whole.
///
/// It takes a lock for every piece of memory, for which all threads wait: a plan of a thousand
/// entities takes half the time without it.
package enum MemoryStatistics {
  /// Does without the count from now on, before the first database is opened.
  ///
  /// For a whole program to decide, never for a library: another part of the process may set limits
  /// by it (https://www.sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus).
  ///
  /// - Returns: whether SQLite took it; it does not once a database has been opened.
  @discardableResult
  package static func forgo() -> Bool { migrate_set_memory_statistics(0) == SQLITE_OK }
}
