internal import Files
internal import SQLite
internal import StoreLayout

/// The files of external storage in a recovery, and the app's own files.
struct RecoveredFiles {
  private let matching: RowMatching
  private let folder: ExternalFolder
  private let donorFolder: ExternalFolder

  private let app: (present: OwnedFiles, ofBackup: String)?

  init(
    _ matching: RowMatching, from donor: String, app: (present: OwnedFiles, ofBackup: String)?
  ) {
    (self.matching, self.app) = (matching, app)
    donorFolder = ExternalFolder(ofStoreAt: donor)
    folder = ExternalFolder(ofStoreAt: matching.connection.path)
  }

  /// Finds the files that objects name, whether existing or recovered, and that are missing or damaged in the
  /// store.
  ///
  /// Files that are intact in the backup are planned to be copied; the others are reported as lost.
  func find(_ plan: inout RecoveryPlan) throws {
    let names = try named(in: matching.layout.externalAttributes)
      .filter(ExternalFolder.isFileName).sorted()
    for name in names where !folder.isIntact(name) {
      if donorFolder.isIntact(name) {
        plan.files.append(name)
        plan.fileBytes += FileSystem.size(of: donorFolder.path(of: name)) ?? 0
      } else {
        plan.filesLost.append(name)
      }
    }
  }

  /// Finds the paths of objects, whether existing or recovered, at which the app's folder has no file.
  func findOfApp(_ plan: inout RecoveryPlan) throws {
    let paths = matching.layout.pathAttributes
    guard let app else {
      plan.appFilesUnasked = Int64(try named(in: paths, ofPresent: false).count)
      return
    }
    let present = try OwnedFolder(
      app.present.folder,
      besides: [matching.connection.path] + [app.present.store].compactMap(\.self))
    let backup = try OwnedFolder(app.ofBackup, besides: [])
    for path in try named(in: paths).sorted() where path != "" && present.file(at: path) == nil {
      if let name = backup.file(at: path) {
        plan.appFiles.append(name)
      } else {
        plan.appFilesLost.append(path)
      }
    }
  }

  /// The texts in attributes of recovered objects, and of present ones.
  private func named(
    in attributes: [StoreLayout.ExternalAttribute], ofPresent includesPresent: Bool = true
  ) throws -> Set<String> {
    var names: Set<String> = []
    for attribute in attributes {
      for table in matching.tables where table.name == attribute.table {
        let present = includesPresent ? ["\(table.inStore) AS _d"] : []
        for source in present + [table.rows(areNew: true)] {
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
  func copy(_ plan: RecoveryPlan, unless isCancelled: () -> Bool) throws -> () -> Void {
    var (added, made): ([String], [String]) = ([], [])
    // A file that cannot be removed is a stray file, which 'verify' reports.
    func remove() {
      for path in added { try? FileSystem.remove(path) }
      FileSystem.removeEmptyFolders(made)
    }
    do {
      for name in plan.files {
        if isCancelled() { throw SQLiteError(.interrupted, "interrupted") }
        if try folder.keep(name, of: donorFolder) { added.append(folder.path(of: name)) }
      }
      if !plan.files.isEmpty { try folder.flush() }
      guard let app else { return remove }
      for name in plan.appFiles {
        if isCancelled() { throw SQLiteError(.interrupted, "interrupted") }
        let path = FilePath.join(app.present.folder, name)
        made += try FileSystem.makeFolders(FilePath.folder(of: path))
        // A file that the app has made meanwhile stays.
        guard !FileSystem.exists(path) else { continue }
        let file = try SystemFile.new(path)
        added.append(path)
        try file.write(contentsOf: .reading(FilePath.join(app.ofBackup, name)))
        try file.flush()
        try FileSystem.flushFolder(of: path)
      }
    } catch {
      remove()
      throw error
    }
    return remove
  }
}
