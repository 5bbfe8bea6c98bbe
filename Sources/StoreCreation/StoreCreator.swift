internal import Files
internal import SQLite
internal import StoreLayout
public import SchemaModel

/// Creates new stores.
public enum StoreCreator {
  /// Creates an empty store of a version.
  ///
  /// - Throws: ``StoreCreationError/exists(path:)`` if a file exists already, because nothing is ever
  ///   overwritten; the system's error if the file cannot be created; ``SQLite/SQLiteError`` if the file
  ///   cannot be written. An incomplete file is removed.
  public static func create(at path: String, of document: SchemaDocument) throws {
    try makeFile(at: path) { connection in
      let layout = StoreLayout(of: document.schema)
      try connection.createStore(layout: layout, identity: StoreIdentity(of: document))
    }
  }

  /// Creates a database at a path at which no file exists.
  ///
  /// The database is filled in a folder next to the path, and renamed when it is complete. A process that is
  /// killed never leaves an incomplete store, and the next process removes its folder.
  ///
  /// - Parameters:
  ///   - path: the path of the database.
  ///   - folder: the path of another folder that belongs to a store at a given path.
  ///   - fill: fills the new database, which is at the path of the draft.
  /// - Throws: ``StoreCreationError``; errors of the system, of SQLite and of `fill`. Nothing is left behind
  ///   then.
  static func makeFile(
    at path: String, folder: (_ path: String) -> String? = { _ in nil },
    _ fill: (Connection) throws -> Void
  ) throws {
    guard !path.hasSuffix("/") else { throw StoreCreationError.namesFolder(path: path) }
    let place = StoreFiles(path)
    if let present = place.occupant ?? folder(path).flatMap({ FileSystem.exists($0) ? $0 : nil }) {
      throw present == path
        ? StoreCreationError.exists(path: path) : StoreCreationError.leftover(present, of: path)
    }
    let workshop = try workshop(for: path)
    let draft = StoreFiles(workshop.path(of: FilePath.name(of: path)))
    // SQLite would not report why the file cannot be created.
    _ = try Self.naming(path) { () throws(SystemError) in try SystemFile.new(draft.path) }
    try write(to: draft.path, fill)
    try withExtendedLifetime(workshop) {
      try move(
        draft, [(draft.externalFolder, place.externalFolder)] + folders(draft, place, folder),
        to: path)
    }
  }

  private static func folders(
    _ draft: StoreFiles, _ place: StoreFiles, _ folder: (String) -> String?
  ) -> [(String, String)] {
    guard let made = folder(draft.path), let named = folder(place.path) else { return [] }
    return [(made, named)]
  }

  /// A folder next to the path of a store, which is removed with its content.
  private static func workshop(for path: String) throws(SystemError) -> ScratchFolder {
    try naming(path) { () throws(SystemError) in
      try ScratchFolder(in: FilePath.folder(of: path), named: ".migrate-create")
    }
  }

  /// Reports an error of the system as an error of creating the store.
  private static func naming<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    do throws(SystemError) { return try body() } catch { throw error.during(.create, path) }
  }

  /// Fills a database and closes it, so that the whole database is in its main file.
  private static func write(to path: String, _ fill: (Connection) throws -> Void) throws {
    let connection = try Connection(path: path, mode: .create)
    try fill(connection)
    // Closing the database would not report a full disk.
    _ = try connection.value("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Moves a draft to its path, after the folders that belong to it.
  private static func move(
    _ draft: StoreFiles, _ folders: [(draft: String, place: String)], to path: String
  ) throws {
    let folders = folders.filter { FileSystem.exists($0.draft) }
    do {
      for folder in folders { try FileSystem.rename(folder.draft, to: folder.place) }
      guard try FileSystem.renameIfFree(draft.path, to: path) else {
        throw StoreCreationError.exists(path: path)
      }
    } catch {
      // A folder that cannot be moved back is reported by the next attempt, which refuses to overwrite it.
      for folder in folders
      where FileSystem.exists(folder.place) && !FileSystem.exists(folder.draft) {
        try? FileSystem.rename(folder.place, to: folder.draft)
      }
      throw error
    }
  }
}
