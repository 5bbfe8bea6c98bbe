internal import Files
internal import SQLite
internal import StoreLayout

/// The files of external storage in a recovery.
struct RecoveredFiles {
  private let matching: RowMatching
  private let folder: ExternalFolder
  private let donorFolder: ExternalFolder

  init(_ matching: RowMatching, from donor: String) {
    self.matching = matching
    donorFolder = ExternalFolder(ofStoreAt: donor)
    folder = ExternalFolder(ofStoreAt: matching.connection.path)
  }

  /// Finds the files that objects name, whether existing or recovered, and that are missing or damaged in the
  /// store.
  ///
  /// Files that are intact in the backup are planned to be copied; the others are reported as lost.
  func find(_ plan: inout RecoveryPlan) throws {
    func isWhole(_ name: String, in folder: ExternalFolder) -> Bool {
      // The kind of the damage does not matter: the other file is taken.
      do { try folder.prove(name) } catch { return false }
      return true
    }
    let names = try named().filter(ExternalFolder.isFileName).sorted()
    for name in names where !isWhole(name, in: folder) {
      if isWhole(name, in: donorFolder) {
        plan.files.append(name)
        plan.fileBytes += FileSystem.size(of: donorFolder.path(of: name)) ?? 0
      } else {
        plan.filesLost.append(name)
      }
    }
  }

  private func named() throws -> Set<String> {
    var names: Set<String> = []
    for attribute in matching.layout.externalAttributes {
      for table in matching.tables where table.name == attribute.table {
        for source in ["\(table.inStore) AS _d", table.rows(areNew: true)] {
          names.formUnion(
            try matching.connection.texts(
              SQL(raw: "SELECT DISTINCT _d.\(attribute.column.quotedName) FROM \(source)")))
        }
      }
    }
    return names
  }

  /// Copies files, and waits until they are on the disk, before the commit that relies on them.
  ///
  /// It returns a function that removes the copies that did not exist before.
  func copy(_ names: [String], unless isCancelled: () -> Bool) throws -> () -> Void {
    var added: [String] = []
    // A file that cannot be removed is a stray file, which 'verify' reports.
    func remove() { for name in added { try? FileSystem.remove(folder.path(of: name)) } }
    do {
      for name in names {
        if isCancelled() { throw SQLiteError(.interrupted, "interrupted") }
        if try folder.keep(name, of: donorFolder) { added.append(name) }
      }
      if !names.isEmpty { try folder.flush() }
    } catch {
      remove()
      throw error
    }
    return remove
  }
}
