internal import Files
internal import SQLite
internal import StoreLayout

/// The files next to a store that one migration creates and removes.
///
/// New files are written before COMMIT and old files are removed after it, so that a store never names a
/// missing file. A killed run leaves files that nothing names.
final class MovedFiles {
  private let folder: ExternalFolder
  /// The new files, whose names were free before.
  private var added: [String] = []
  /// The files whose names are given to rows.
  private var named: Set<String> = []
  /// The error that kept the last file from being written; SQLite reports it like that of any function.
  private(set) var trouble: SystemError?
  /// The names in rows before the migration; nil if no attribute is in external storage.
  private var candidates: FileNames?

  /// The files of a store.
  init(of store: String) { folder = ExternalFolder(ofStoreAt: store) }

  /// Lets a connection's statements move values between rows and files.
  func register(on connection: Connection, seed: String, now: Double) throws(SQLiteError) {
    try connection.register(
      MigrationFunctions(
        seed: seed, now: now, storeFile: { try self.store($0) },
        loadFile: { try self.folder.read($0) }
      ))
  }

  private func store(_ bytes: [UInt8]) throws -> String {
    let (name, isNew): (String, Bool)
    do {
      (name, isNew) = try folder.keep(bytes)
    } catch {
      trouble = error as? SystemError
      throw error
    }
    if isNew { added.append(name) }
    named.insert(name)
    return name
  }

  /// Removes the partial files of a killed run; a complete file has another name.
  ///
  /// - Returns: Messages for files that could not be removed: they only take up room.
  func removeLeftovers() -> [String] {
    do {
      try folder.removePartials()
      return []
    } catch {
      return ["what an earlier run began to write next to the store is not removed: \(error)"]
    }
  }

  /// Records the files that the store names before the migration.
  func remember(_ layout: StoreLayout, on connection: Connection) throws(SQLiteError) {
    guard !layout.externalAttributes.isEmpty else { return }
    candidates = try FileNames(on: connection)
    try candidates?.add(in: layout, on: connection)
  }

  /// Flushes and proves the files whose names were given to rows, so that COMMIT may rely on them.
  func settle() throws {
    guard !named.isEmpty else { return }
    try folder.flush()
    for name in named.sorted() { try folder.prove(name) }
  }

  /// Removes the new files after the migration was undone.
  func removeAdded() {
    // A file that cannot be removed is a file that nothing names: verify reports it.
    for name in added { try? FileSystem.remove(folder.path(of: name)) }
    added = []
  }

  /// The files that the store named before the migration and no longer names; nil if none exists.
  func forgotten(
    _ layout: StoreLayout, on connection: Connection
  ) throws(SQLiteError) -> RemovedFiles? {
    try candidates?.subtract(in: layout, on: connection)
    var files = RemovedFiles(count: 0, bytes: 0)
    try forEachForgotten(on: connection) { name in
      files.count += 1
      files.bytes += FileSystem.size(of: folder.path(of: name)) ?? 0
    }
    return files.count == 0 ? nil : files
  }

  /// Removes the files that are ``forgotten(_:on:)``.
  ///
  /// - Returns: The names of the files that could not be removed.
  func removeForgotten(on connection: Connection) throws -> [String] {
    var left: [String] = []
    try forEachForgotten(on: connection) { name in
      do throws(SystemError) {
        try FileSystem.remove(folder.path(of: name))
      } catch {
        left.append(name)
      }
    }
    return left
  }

  private func forEachForgotten(
    on connection: Connection, _ body: (String) -> Void
  ) throws(SQLiteError) {
    try candidates?.all(on: connection).filter(ExternalFolder.isFileName).forEach(body)
  }
}
