internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import SchemaModel
internal import StoreReading
internal import StoreVerification

extension OwnedFiles {
  /// The files in the folder that the command line or `migrate.yml` names, with the attributes for their
  /// paths from the schema files.
  ///
  /// The result is nil if no folder is named. A command without a single store passes the store that the
  /// files belong to.
  init?(named invocation: Invocation, of store: String? = nil) throws {
    let named = invocation.arguments[CommonOptions.files]
    guard let folder = try named ?? invocation.configuration().files else { return nil }
    try self.init(in: folder, of: store, invocation)
  }

  /// The same, but only if the command line itself names the folder: files are moved or written there.
  init?(givenTo invocation: Invocation) throws {
    guard let folder = invocation.arguments[CommonOptions.files] else { return nil }
    try self.init(in: folder, of: nil, invocation)
  }

  private init(in folder: String, of store: String?, _ invocation: Invocation) throws {
    guard FileSystem.isFolder(folder) else {
      throw Failure(
        unable: "missing-folder", "there is no folder '\(folder)' with files of the app",
        notes: [.init("'--files', or 'files' in migrate.yml, names it")])
    }
    var properties: Set<PropertyName> = []
    for history in try invocation.hasSchemas ? PlatformStore.histories(invocation) : [] {
      for entity in history.versions.flatMap(\.schema.entities) {
        properties.formUnion(
          entity.attributes.filter(\.isFilePath).map { PropertyName(entity.name, $0.name) })
      }
    }
    self.init(folder: folder, properties: properties.sorted())
    self.store = store ?? invocation.arguments[CommonOptions.store]
  }
}
