internal import CSQLite

/// Settings for the memory of the whole process.
///
/// Only a program may decide them, and never a library: another part of the process may rely on them.
package enum ProcessMemory {
  /// Turns off SQLite's statistics of its memory, before the first database is opened.
  ///
  /// They take a lock for every allocation, for which all threads wait: a plan of a thousand entities takes
  /// half the time without them
  /// (https://www.sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus).
  ///
  /// - Returns: whether SQLite accepted it; it does not once a database has been opened.
  @discardableResult
  package static func forgoStatistics() -> Bool {
    migrate_set_memory_statistics(0) == SQLITE_OK
  }

  /// Lets all threads share one heap.
  ///
  /// A heap for each thread keeps memory that only that thread needed; a plan of a thousand entities then takes
  /// a sixth more.
  package static func shareHeap() { migrate_share_heap() }
}
