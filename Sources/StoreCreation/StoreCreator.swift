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

  /// Makes a database where there is none, and removes it again where filling it fails.
  ///
  /// The folder is another one that would belong to the new store.
  static func makeFile(
    at path: String, folder: String? = nil, _ fill: (Connection) throws -> Void
  ) throws {
    guard !path.hasSuffix("/") else { throw StoreCreationError.namesFolder(path: path) }
    let files = StoreFiles(path)
    if let present = files.occupant ?? folder.flatMap({ FileSystem.exists($0) ? $0 : nil }) {
      throw present == path
        ? StoreCreationError.exists(path: path) : StoreCreationError.leftover(present, of: path)
    }
    // SQLite would not say why there can be no such file.
    _ = try SystemFile.new(path)
    do {
      let connection = try Connection(path: path, mode: .create)
      try fill(connection)
    } catch {
      // What cannot be removed shows at the next attempt, which refuses to overwrite it.
      try? files.remove()
      if let folder { try? FileSystem.removeFolder(folder) }
      throw error
    }
  }
}
