internal import Diagnostics
internal import Files
internal import Reports
internal import SQLite
internal import StoreLayout
internal import StoreArchive
internal import StoreMigration
internal import StoreVerification

/// Makes the backup that a command is asked for, or makes before it changes a store.
struct StoreBackup {
  /// The store.
  let store: String
  /// The path of the backup.
  let path: String
  let work: Work

  /// Writes the backup, and reads it back to verify it.
  ///
  /// The objects are read from the connection, or through `objects` from another one.
  func take(
    _ connection: Connection, objects: ObjectViews? = nil, appFiles: AppFiles? = nil,
    packing: BackupPacking? = nil, isReplacing: Bool = false
  ) throws -> BackupContents {
    try BackupWriter.write(
      connection, objects: objects, to: path, externalFolder: ExternalFolder(ofStoreAt: store).path,
      appFiles: appFiles, packing: packing, isReplacing: isReplacing,
      writing: work.archiving("writing the backup"),
      readingBack: work.archiving("reading the backup back"))
  }

  /// Warnings about problems that the store had already: the backup contains everything as it was.
  func warnings(_ contents: BackupContents, _ connection: Connection) -> [Diagnostic] {
    let findings = findings(contents, connection)
    let namesAltered = findings.contains { $0.problem.code == "altered-file" }
    return contents.needWarnings(of: store) + contents.miscountWarnings(of: store)
      + findings.map { $0.warning(of: store) }
      + (namesAltered ? [] : contents.alteredFileWarnings("the backup has it as it is"))
  }

  private func findings(_ contents: BackupContents, _ connection: Connection) -> [Finding] {
    do {
      return try StoreVerifier.fileFindings(on: connection, altered: contents.alteredFiles)
    } catch let error as EmbeddedModel.Unreadable {
      return [Finding(.unreadableModel(reason: error.reason))]
    } catch let error as StoreCatalogError {
      return [Finding(.unreadableCatalog(reason: error.reason))]
    } catch {
      // The store does not match its model; 'migrate verify' reports this, and a backup does not need it.
      return []
    }
  }
}

extension BackupContents {
  /// A warning if a restore needs something that only the app has.
  fileprivate func needWarnings(of store: String) -> [Diagnostic] {
    guard let need = needOfApp else { return [] }
    return [
      Diagnostic(
        code: "needs-app", severity: .warning,
        "only an SQLite with what the app has can restore this backup: \(need)",
        notes: [.init("keep a copy of the file too: cp \(store.shellWord) COPY")])
    ]
  }

  /// A warning if an index of the store contradicts its table; the backup has only the table.
  fileprivate func miscountWarnings(of store: String) -> [Diagnostic] {
    guard let table = miscountedTable else { return [] }
    return [
      Diagnostic(
        code: "damaged-store", severity: .warning,
        "an index of '\(table)' says that it has another number of rows: '\(store)' is damaged",
        notes: [
          .init("the backup has every row of the table, and what is restored has whole indexes"),
          .init("see what is wrong: migrate verify \(store.shellWord)"),
        ])
    ]
  }

  /// A warning about external files whose content does not match their names, with a note.
  func alteredFileWarnings(_ note: String) -> [Diagnostic] {
    guard let first = alteredFiles.first else { return [] }
    let message =
      alteredFiles.count == 1
      ? "the content of the external file '\(first)' is not what its name says"
      : "the content of \(alteredFiles.count) external files is not what their names say, the "
        + "first of them '\(first)'"
    return [Diagnostic(code: "altered-file", severity: .warning, message, notes: [.init(note)])]
  }
}
