internal import Diagnostics
internal import Files
internal import SchemaModel
internal import SQLite
internal import StoreArchive
internal import StoreCreation
internal import StoreLayout
internal import StoreReading
internal import StoreVerification

/// The store to back up, with the place of its objects.
struct BackupSubject {
  /// The path of the database with the schema, the catalog and the external files.
  var path: String
  /// The connection to the database.
  var connection: Connection
  /// The views with the objects, if the objects are in the store of an app and not in the database.
  var objects: ObjectViews?
  /// The store of an app, and the version of its backup.
  var platform: (store: PlatformStore, version: EasedVersion)?

  /// A database that is backed up as it is.
  init(at path: String) throws {
    self.path = path
    connection = try StoreFile.open(path: path, for: .reading)
  }

  private init(
    _ store: PlatformStore, _ version: EasedVersion, at path: String, withAppMetadata: Bool
  ) throws {
    if withAppMetadata { try AppMetadata.copy(from: store, to: path) }
    try self.init(at: path)
    platform = (store, version)
  }

  /// Calls a closure with the store of an app as a subject: an empty store in our own layout, and the objects
  /// in the views of the app's store.
  static func lend<Result>(
    _ store: PlatformStore, named name: String, withAppMetadata: Bool,
    _ body: (BackupSubject) throws -> Result
  ) throws -> Result {
    let folder = try ScratchFolder(named: "migrate-copy")
    let path = folder.path(of: FilePath.name(of: name))
    return try store.readObjects { objects in
      let version = try EasedVersion(of: objects)
      var subject = try folder.holding {
        try StoreCreator.create(at: path, of: version.document)
        return try BackupSubject(store, version, at: path, withAppMetadata: withAppMetadata)
      }
      subject.objects = ObjectViews(
        on: objects.connection, shapedAs: StoreLayout(of: version.document.schema),
        keepingDataIn: ExternalFolder(ofStoreAt: path))
      do {
        return try body(subject)
      } catch ArchiveError.store(let error) {
        // The caller that opened the objects knows whether the file is damaged.
        throw error
      }
    }
  }

  /// The app's files that objects refer to.
  func survey(of files: OwnedFiles, describedBy history: SchemaHistory?) throws
    -> OwnedFileCheck.Survey
  {
    guard let platform, let objects else {
      return try StoreVerifier.survey(
        of: files, on: connection, in: StoreLayout(of: connection.schema(describedBy: history)))
    }
    return try StoreVerifier.survey(
      of: files, on: objects.connection, in: platform.store.objects.layout)
  }
}
