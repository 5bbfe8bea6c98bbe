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

  /// Makes the store where there is none, and migrates one that is there.
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
    // Losses that this release means, as 'migrate plan' spells them; any other one is refused.
    options.allowedLosses = []
    switch try Migrator(history: history, options: options).apply(to: path) {
    case .alreadyCurrent: break
    case .migrated(let summary):
      progress("now version \(summary.target); backup: \(summary.backup ?? "none")")
    case .rehearsed: break  // only with 'options.isDryRun'
    }
  }

  /// What to tell the user of an error, and the developers.
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
  /// Puts a backup in the store's place, in the newest version; what was there gets another name.
  func bringBack(_ backup: String) throws {
    try Migrator(history: history).restore(backup, to: path, isReplacing: true)
  }
}
