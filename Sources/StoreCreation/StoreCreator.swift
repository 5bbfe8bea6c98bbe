internal import Files
internal import SQLite
internal import StoreLayout
public import SchemaModel

/// Makes new stores.
public enum StoreCreator {
  /// Makes an empty store of a version.
  ///
  /// - Throws: ``StoreCreationError/exists(path:)`` where there is a file already: nothing is
  ///   ever overwritten; what the system says where the file cannot be made;
  ///   ``SQLite/SQLiteError`` where it cannot be written. A file that was begun is removed.
  public static func create(at path: String, of document: SchemaDocument) throws {
    try makeFile(at: path) { connection in
      let layout = StoreLayout(of: document.schema)
      try connection.createStore(layout: layout, identity: StoreIdentity(of: document))
    }
  }

  /// Makes a database at a path at which no file exists.
  ///
  /// It is filled in a folder next to its place, and renamed once it is whole. So a process that is killed
  /// leaves no half of a store, and the next one removes what it left.
  ///
  /// - Parameters:
  ///   - path: the place.
  ///   - folder: the path of another folder that belongs to a store at some path.
  ///   - fill: is given the new database, whose path is that of the draft.
  /// - Throws: ``StoreCreationError``; what the system, SQLite or `fill` throws. Then nothing is left.
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
    // SQLite would not say why there can be no such file.
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

  /// A folder next to the place of a store, which goes with what is left in it.
  private static func workshop(for path: String) throws(SystemError) -> ScratchFolder {
    try naming(path) { () throws(SystemError) in
      try ScratchFolder(in: FilePath.folder(of: path), named: ".migrate-create")
    }
  }

  /// Reports what the system refuses as a refusal to make the store.
  private static func naming<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    do throws(SystemError) { return try body() } catch { throw error.during(.create, path) }
  }

  /// Fills a database and closes it, so that its file alone is all of it.
  private static func write(to path: String, _ fill: (Connection) throws -> Void) throws {
    let connection = try Connection(path: path, mode: .create)
    try fill(connection)
    // On closing, nobody would say that the disk is full.
    _ = try connection.value("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Gives a draft its name, after the folders that belong to it.
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
      // What cannot be moved back shows at the next attempt, which refuses to overwrite it.
      for folder in folders
      where FileSystem.exists(folder.place) && !FileSystem.exists(folder.draft) {
        try? FileSystem.rename(folder.place, to: folder.draft)
      }
      throw error
    }
  }
}
