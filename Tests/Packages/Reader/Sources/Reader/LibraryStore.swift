import Foundation
import MigrateKit

/// The app's store, brought to the newest version before anything else opens it.
struct LibraryStore {
  let path: String
  let history: SchemaHistory

  init(at path: String, schemas folder: URL) throws {
    self.path = path
    history = try SchemaReader.history(inDirectory: folder.path)
  }

  /// Creates the store if it is missing, and migrates it if it exists.
  func prepare(showing progress: @escaping @Sendable (String) -> Void) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      guard let newest = history.newest else { return }
      return try StoreCreator.create(at: path, of: newest)
    }
    var options = MigrationOptions()
    options.onProgress = { step in
      let total = step.totalRows.map { " of \($0)" } ?? ""
      progress("\(step.phase.rawValue) \(step.rows)\(total)")
    }
    // The losses that this release intends, as 'migrate plan' spells them. Others are refused.
    options.allowedLosses = []
    switch try Migrator(history: history, options: options).apply(to: path) {
    case .alreadyCurrent: break
    case .migrated(let summary):
      progress("now version \(summary.target); backup: \(summary.backup ?? "none")")
    case .rehearsed: break  // only with 'options.isDryRun'
    }
  }
}

extension LibraryStore {
  /// A sentence for the user about an error, and lines for the log.
  func explain(_ error: MigrationError) -> (user: String, log: [String]) {
    let log = error.diagnostics(of: path).map { "\($0.code): \($0.message)" }
    return switch error {
    case .refused: ("Your library was not opened. Nothing was changed.", log)
    case .rolledBack: ("Your library could not be updated, and is as it was.", log)
    case .cancelled: ("The update was stopped. Your library is as it was.", log)
    case .needsAttention(_, _, let backup):
      ("Your library may be damaged. There is a backup: \(backup ?? "none")", log)
    }
  }
}

extension LibraryStore {
  /// Writes a backup, and reads it back to prove it.
  func backUp(to backup: String) throws {
    try BackupWriter.write(storeAt: path, to: backup)
  }

  /// Puts a backup in the store's place, in the newest version, and keeps the replaced store.
  func bringBack(_ backup: String) throws {
    try Migrator(history: history).restore(backup, to: path, isReplacing: true)
  }
}

extension LibraryStore {
  /// Whether the store is sound; prints what is not.
  func isSound() throws -> Bool {
    let report = try StoreVerifier.verify(storeAt: path)
    show(report.findings)
    return report.isSound
  }

  private func show(_ findings: [Finding]) {
    for finding in findings { print("\(finding.severity.rawValue): \(finding.message)") }
  }
}
