internal import SQLite
internal import StoreLayout

/// A restored store that is read back for a comparison with the backup.
struct RestoredStore {
  let contents: BackupContents
  let connection: Connection

  /// Proves that the tables, indexes, views and triggers are the same as in the backup.
  func checkObjects() throws {
    let survey = try survey()
    let found = survey.objects
    for (index, object) in contents.objects.enumerated()
    where index >= found.count || found[index] != object {
      throw ArchiveError.restoredDiffers(.object(name: object.id.name))
    }
    if found.count > contents.objects.count {
      throw ArchiveError.restoredDiffers(.object(name: found[contents.objects.count].id.name))
    }
    for (expected, found) in zip(contents.tables, survey.tables) where expected != found {
      throw ArchiveError.restoredDiffers(.table(expected.name))
    }
  }

  private func survey() throws -> StoreSurvey {
    do {
      return try StoreSurvey(of: connection)
    } catch let wrong as MiscountedTable {
      throw ArchiveError.restoredDiffers(.table(wrong.name))
    }
  }

  /// Proves that every table has the same rows and values as in the backup.
  func checkContent() throws {
    for (table, sum) in zip(contents.tables, contents.sums) where try self.sum(of: table) != sum {
      throw ArchiveError.restoredDiffers(.table(table.name))
    }
  }

  /// The check value of a table's content.
  func sum(of table: ArchivedTable) throws -> UInt64 {
    var sink = SummingSink()
    try TableScan(table: table, encoding: contents.store.encoding).run(on: connection, into: &sink)
    return sink.sum.value
  }

  /// Proves that SQLite finds no problem in the file.
  func checkIntegrity() throws {
    // A page that could not be read once is reported like a damaged one, so the check is repeated.
    guard try integrityProblem() != nil, let problem = try integrityProblem() else { return }
    throw ArchiveError.restoredDiffers(.integrity(problem))
  }

  /// The first problem that SQLite finds in the file; nil if it finds none.
  ///
  /// Values that break their table's definition are the same as in the original, which is already proven.
  private func integrityProblem() throws -> String? {
    try connection.integrityProblems(isQuick: true, limit: Self.answerLimit)
      .first { !$0.isAboutValues }
  }

  // More than the harmless values that any table is likely to have.
  private static let answerLimit = 100_000

  /// The number of rows of a table that violate a foreign key; nil if one of its keys cannot be checked.
  func foreignKeyViolations(of table: String) throws -> Int64? {
    do {
      return try connection.integer("SELECT count(*) FROM pragma_foreign_key_check(\(table))")
    } catch {
      // The key refers to columns without a unique index.
      guard error.primaryCode == .error else { throw error }
      return nil
    }
  }
}

/// Computes the checksum of a scan.
private struct SummingSink: RowSink {
  var sum = ContentSum()

  mutating func rowID(_ number: Int64) { sum.addRowID(number) }
  mutating func value(_ value: ArchivedValue, column: Int) { unsafe sum.add(value, column: column) }
  mutating func endRow() { sum.endRow() }
}
