internal import Files
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// The files of external storage in a recovery.
struct RecoveredFiles {
  private let matching: RowMatching
  private let folder: ExternalFolder
  private let donorFolder: ExternalFolder

  init(_ matching: RowMatching, from donorFolder: ExternalFolder) {
    self.matching = matching
    self.donorFolder = donorFolder
    folder = ExternalFolder(ofStoreAt: matching.connection.path)
  }

  /// The files that objects name, there or coming back, and that the store has not whole: those
  /// that the backup has, and those that nobody has.
  func gone() throws -> (recoverable: [String], lost: [String]) {
    let gone = try named().filter { ExternalFolder.isFileName($0) && !Self.isWhole($0, in: folder) }
      .sorted()
    let recoverable = gone.filter { Self.isWhole($0, in: donorFolder) }
    let lost = Set(gone).subtracting(recoverable)
    return (recoverable, lost.sorted())
  }

  private static func isWhole(_ name: String, in folder: ExternalFolder) -> Bool {
    // Whatever is the matter with it, the other one is taken.
    do { try folder.prove(name) } catch { return false }
    return true
  }

  private func named() throws -> Set<String> {
    var names: Set<String> = []
    for attribute in matching.layout.externalAttributes {
      let (table, column) = (attribute.table, attribute.column.quotedName)
      let isNew = """
        EXISTS (SELECT 1 FROM \(RowMatching.map) AS _m \
        WHERE _m._table = \(matching.number(of: table)) \
        AND _m._old = \(matching.soughtIdentity(table, "_d")) AND _m._is_new)
        """
      names.formUnion(
        try matching.connection.texts(
          SQL(
            raw: """
              SELECT DISTINCT \(column) FROM main.\(table.quotedName) \
              WHERE typeof(\(column)) = 'text' \
              UNION SELECT \(column) FROM \(RowMatching.donor).\(table.quotedName) AS _d \
              WHERE typeof(\(column)) = 'text' AND \(isNew)
              """)))
    }
    return names
  }

  /// How many bytes they have in the backup.
  func size(of names: [String]) -> Int64 {
    names.reduce(0) { $0 + (FileSystem.size(of: donorFolder.path(of: $1)) ?? 0) }
  }

  /// Copies files, and waits until they are on the disk; returns those that were not there before.
  func copy(_ names: [String], unless isCancelled: () -> Bool) throws -> [String] {
    guard !names.isEmpty else { return [] }
    var added: [String] = []
    do {
      for name in names {
        if isCancelled() { throw SQLiteError(.interrupted, "interrupted") }
        if try folder.keep(name, of: donorFolder) { added.append(name) }
      }
      try folder.flush()
    } catch {
      remove(added)
      throw error
    }
    return added
  }

  /// Removes files again that were copied for nothing.
  func remove(_ names: [String]) {
    // One that cannot be removed is a file that nothing names: verify tells of it.
    for name in names { try? FileSystem.remove(folder.path(of: name)) }
  }
}
