internal import StoreLayout

extension MigrationFunctions {
  /// Functions for queries of a store, which write nothing.
  ///
  /// Bytes for a file get the name that the file would have. The latest ones can be read by that name. A
  /// refused value is an error, or becomes NULL where the migration itself reports it.
  static func asking(
    about store: String, keeping files: FilesToCome = FilesToCome(), refusesValues: Bool = true
  ) -> MigrationFunctions {
    let folder = ExternalFolder(ofStoreAt: store)
    var functions = MigrationFunctions(
      seed: "", now: 0, storeFile: { files.name(of: $0) },
      loadFile: { try files.bytes(of: $0) ?? folder.read($0) })
    if !refusesValues { functions.onRefusal = { _ in } }
    return functions
  }
}
