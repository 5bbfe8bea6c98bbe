internal import StoreLayout

extension MigrationFunctions {
  /// Functions for questions about a store, which write nothing.
  ///
  /// Bytes that would be kept in a file get the name that this file would have, and those kept last
  /// can be read by it.
  static func asking(
    about store: String, keeping files: FilesToCome = FilesToCome()
  ) -> MigrationFunctions {
    let folder = ExternalFolder(ofStoreAt: store)
    return MigrationFunctions(
      seed: "", now: 0, storeFile: { files.name(of: $0) },
      loadFile: { try files.bytes(of: $0) ?? folder.read($0) })
  }
}
