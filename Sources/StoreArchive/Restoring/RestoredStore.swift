internal import SQLite
internal import StoreLayout

/// A restored store, as it is read back to be held against what was backed up.
struct RestoredStore {
  let contents: BackupContents
  let connection: Connection

  /// Proves that there are the tables, indexes, views and triggers that there were.
  func checkObjects() throws {
    let survey = try survey()
    let found = survey.objects
    for (index, object) in contents.objects.enumerated()
    where index >= found.count || found[index] != object {
      throw ArchiveError.restoredDiffers(.object(name: object.name))
    }
    if found.count > contents.objects.count {
      throw ArchiveError.restoredDiffers(.object(name: found[contents.objects.count].name))
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

  /// Proves that every table has the rows and values that it had.
  func checkContent() throws {
    for (table, sum) in zip(contents.tables, contents.sums) {
      var sink = SummingSink()
      try TableScan(table: table, encoding: contents.store.encoding).run(
        on: connection, into: &sink)
      guard sink.sum.value == sum else { throw ArchiveError.restoredDiffers(.table(table.name)) }
    }
  }

  /// Proves that SQLite finds nothing wrong with the file.
  func checkIntegrity() throws {
    // A page that could not be read for once is reported like one that is damaged, so it is asked again.
    guard try integrityProblem() != nil, let problem = try integrityProblem() else { return }
    throw ArchiveError.restoredDiffers(.integrity(problem))
  }

  /// What SQLite finds wrong with the file; nil where that is nothing.
  private func integrityProblem() throws -> String? {
    try connection.integrityProblems(isQuick: true, limit: Self.answerLimit)
      .first { !Self.isOfOriginal($0) }
  }

  // More than any table is likely to have of values that are no harm.
  private static let answerLimit = 100_000

  /// Whether SQLite only finds a value unlike its column, as texts that begin like numbers may be.
  ///
  /// The values are those of the original, which is proven by then.
  private static func isOfOriginal(_ answer: String) -> Bool {
    answer.hasPrefix("TEXT value in ") || answer.hasPrefix("NUMERIC value in ")
  }

  /// How many rows of a table violate a foreign key; nil where one cannot be checked.
  func foreignKeyViolations(of table: String) throws -> Int64? {
    do {
      return try connection.integer("SELECT count(*) FROM pragma_foreign_key_check(\(table))")
    } catch {
      // It leads to columns that nothing keeps unique.
      guard error.primaryCode == .error else { throw error }
      return nil
    }
  }
}

/// Sums up what a scan hands over.
private struct SummingSink: RowSink {
  var sum = ContentSum()

  mutating func rowID(_ number: Int64) { sum.addRowID(number) }
  mutating func value(_ value: ArchivedValue, column: Int) { unsafe sum.add(value, column: column) }
  mutating func endRow() { sum.endRow() }
}
