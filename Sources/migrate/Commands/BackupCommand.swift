internal import Diagnostics
internal import ArgumentParsing
internal import Reports
internal import SQLiteStore
internal import SchemaModel
internal import StoreArchive
internal import StoreMigration
internal import StoreVerification

/// `migrate backup`: all of a store in one JSON document.
enum BackupCommand: RunnableCommand {
  private static let output = Option(
    "output", short: "o", .file(), help: "where the backup goes; by default beside the store")
  private static let replace = Flag("replace", help: "replace a backup that is there")
  private static let format = CommonOptions.format([.text, .json])

  static let declaration = Command(
    name: "backup", abstract: "Write all of a store to one JSON file, and read it back.",
    discussion: """
      The store is only read, as it is at one instant. The backup has a record a line, holds \
      every value to the bit and the external files too, and is read back from the disk and \
      compared. Any SQLite database can be backed up.
      """,
    examples: [
      .init("migrate backup library.store", "Write library.store.v2.0.0.backup.json."),
      .init("migrate backup library.store -o library.json", "Write it to a file of that name."),
    ],
    section: "stores", arguments: [CommonOptions.store], options: [output, replace, format],
    commonOptions: CommonOptions.allButOutput)

  static let printsResult = false

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    let work = Work(invocation)
    let connection = try StoreFile.open(path: path, for: .reading)
    let place = try invocation.arguments[output] ?? defaultPlace(path, connection)
    let contents = try work.run {
      try StoreBackup(store: path, path: place, work: work)
        .take(connection, isReplacing: invocation.arguments[replace])
    }
    var outcome = report(contents, place)
    outcome.findings = try leftOut(path) + missing(in: path, connection)
    return outcome
  }

  /// What lies in the folder of the external files and is not in the backup.
  private static func leftOut(_ path: String) throws -> [Diagnostic] {
    let folder = ExternalFolder(ofStoreAt: path)
    return try folder.strangers().map {
      Diagnostic(
        code: "stray-file", severity: .warning,
        "'\(folder.path(of: $0))' is no file of a value, and not in the backup")
    }
  }

  /// The files that the store's objects speak of and that the backup does not have.
  private static func missing(in path: String, _ connection: Connection) -> [Diagnostic] {
    do {
      return try StoreVerifier.fileFindings(on: connection).map { $0.warning(of: path) }
    } catch {
      // The backup holds all that is there, be it no store of ours or not as its model says.
      return []
    }
  }

  private static func defaultPlace(_ path: String, _ connection: Connection) throws -> String {
    let version = try connection.readIdentity()?.version
    return BackupPlace.besideStore(path, version: version)
  }

  private static func report(_ contents: BackupContents, _ place: String) -> Outcome {
    let files =
      contents.externalFiles == 0
      ? "" : " and \(Quantity.count(contents.externalFiles, "external file"))"
    return Outcome(
      text: "'\(place)' holds \(Quantity.count(contents.records, "row"))\(files)\n",
      members: [
        .init("backup", .string(place)), .init("records", .integer(contents.records)),
        .init("externalFiles", .integer(contents.externalFiles)),
        .init("digest", .string(contents.digest)),
      ])
  }
}
