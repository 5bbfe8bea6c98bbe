import Diagnostics
import Foundation
import MigrateKit
import SQLite
import StoreLayout
import MigrationPlanner
import SchemaModel
import StoreArchive
import StoreCreation
import StoreMigration
import StoreVerification
import TestSupport

/// The stores of one app in a folder of their own, by their names.
struct Stores {
  /// The versions of the app.
  let history: SchemaHistory
  private let losses: Set<String>
  private let folder: TemporaryFolder

  /// A folder without stores yet, for the versions of an app and the losses that they mean.
  init(_ history: SchemaHistory, losses: Set<String> = []) throws {
    self.history = history
    self.losses = losses
    folder = try TemporaryFolder()
  }

  /// The path of a store.
  func path(_ name: String) -> String { folder.path(name + ".store") }
}

// MARK: - Making

extension Stores {
  /// Makes a store of a version with hostile sample data.
  func create(
    _ name: String, _ document: SchemaDocument, objects: Int = 20, seed: UInt64 = 7
  ) throws {
    try SampleStore.create(at: path(name), of: document, objects: objects, seed: seed)
  }

  /// Copies a store with its external files.
  func copy(_ name: String, as copy: String) throws {
    try FileManager.default.copyItem(atPath: path(name), toPath: path(copy))
    let files = (ExternalFolder(ofStoreAt: path(name)), ExternalFolder(ofStoreAt: path(copy)))
    guard FileManager.default.fileExists(atPath: files.0.path) else { return }
    try FileManager.default.copyItem(atPath: files.0.path, toPath: files.1.path)
  }

  /// Migrates a store; the same store to the same version gets the same values every time.
  @discardableResult
  func migrate(_ name: String, to version: Version? = nil) throws -> MigrationOutcome {
    try migrator(to: version).apply(to: path(name))
  }

  /// Backs a store up.
  func backUp(_ name: String) throws {
    try BackupWriter.write(
      StoreFile.open(path: path(name), for: .reading), to: path(name) + ".json",
      externalFolder: ExternalFolder(ofStoreAt: path(name)).path)
  }

  /// Makes a store of the backup of another, as it was.
  func restore(_ name: String, as other: String) throws {
    try Restorer.restore(backup: path(name) + ".json", to: path(other))
  }

  /// Makes a store of the newest version of the backup of another.
  func restoreInNewestVersion(_ name: String, as other: String) throws {
    try migrator().restore(path(name) + ".json", to: path(other))
  }

  private func migrator(to version: Version? = nil) -> Migrator {
    var options = MigrationOptions()
    (options.target, options.allowedLosses, options.backup) = (version, losses, .none)
    (options.patience, options.seed, options.toolVersion) = (0.1, "seed", "test")
    options.clock = { 1_700_000_000 }
    return Migrator(history: history, options: options)
  }
}

// MARK: - Looking

extension Stores {
  /// The findings of a verification, as messages.
  func findings(_ name: String) throws -> [String] {
    var options = VerificationOptions()
    options.history = history
    return try StoreVerifier.verify(storeAt: path(name), options: options).findings.map(\.message)
  }

  /// The findings that are errors, as messages.
  func errors(_ name: String) throws -> [String] {
    try StoreVerifier.verify(storeAt: path(name)).findings.filter { $0.severity == .error }
      .map(\.message)
  }

  /// The identity of a store.
  func identity(_ name: String) throws -> StoreIdentity? {
    try Connection(path: path(name), mode: .readOnly).readIdentity()
  }

  /// The tables, indexes and triggers of a store.
  func definition(_ name: String) throws -> DatabaseDefinition {
    try Connection(path: path(name), mode: .readOnly).readDefinition()
  }

  /// The names of a store's external files, which are the digests of their bytes.
  func externalFiles(_ name: String) throws -> [String] {
    try ExternalFolder(ofStoreAt: path(name)).names()
  }

  /// How two stores differ.
  func comparison(_ old: String, _ new: String) throws -> StoreComparison {
    try StoreComparison(path(old), path(new))
  }
}
