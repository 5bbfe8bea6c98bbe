internal import Diagnostics
internal import ArgumentParsing
internal import Files
internal import JSON
internal import Reports
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import StoreArchive
internal import StoreMigration
internal import StoreReading
internal import StoreVerification

/// `migrate backup`: writes a whole store to one JSON document.
enum BackupCommand: RunnableCommand {
  private static let output = Option(
    "output", short: "o", .file(),
    help:
      "where the backup goes, a file or a folder (FOLDER/ is made); by default next to the store"
  )
  private static let compress = Flag(
    "compress", help: "pack it as gzip does; a name that ends in .gz asks for it too")
  private static let keep = Option(
    "keep", .integer("N", atLeast: 1),
    help: "remove older backups of the store there when N are whole, this one among them")
  private static let replace = Flag("replace", help: "replace an existing backup")
  private static let appMetadata = Flag(
    "with-app-metadata",
    help: "back up what the app keeps in the metadata of its Core Data store, in 'app_metadata'")
  private static let withFiles = Flag(
    "with-files",
    help: "back up the app's own files that objects name, in the folder that --files names")
  private static let verify = Flag(
    "verify", help: "write nothing: read a backup, named in place of a store, and prove it")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "backup"

  static let declaration = Command(
    name: commandName, abstract: "Write a store to one JSON file, and read it back.",
    discussion: """
      The store is only read, as it is at one instant. The backup has a record a line, holds every \
      value to the bit and the external files too, and is read back from the disk and compared. \
      Any SQLite database can be backed up. A store that Core Data or SwiftData wrote is backed up \
      as a store in the layout of 'migrate' with the same objects, which 'migrate restore' makes; \
      the app's own metadata is left out, as apps keep secrets there. Tables and columns of such a \
      store that are not of its model are left out too, and reported. The files that objects name \
      by their paths are left out, unless --with-files asks for them.

      --keep removes only backups of this very store that were read whole and have the names that \
      this command gives, the oldest first. A damaged backup, and one that may be of another \
      store, is reported, and neither counted nor removed. For that a folder named by --output \
      gets a small file 'STORE.backups'. --verify ends with exit status 1 where the backup is \
      damaged.
      """,
    examples: [
      .init("migrate backup library.store", "Write library.store.v2.0.0.backup.json."),
      .init("migrate backup library.store -o library.json", "Write it to a file of that name."),
      .init(
        "migrate backup library.store -o backups/ --compress --keep 7",
        "Write it to a folder, and leave the last seven there."),
      .init(
        "migrate backup recordings.store --with-files --files Documents",
        "Back up the recordings too, which the store names by their paths."),
      .init("migrate backup --verify library.json", "See whether a backup is whole."),
    ],
    section: "stores", arguments: [CommonOptions.store],
    options: [
      output, compress, keep, replace, appMetadata, withFiles, CommonOptions.files, verify,
      CommonOptions.schemas, format,
    ],
    commonOptions: CommonOptions.allButOutput)

  static let printsResult = false

  static func run(_ invocation: Invocation) throws -> Outcome {
    if invocation.arguments[verify] { return try proof(invocation) }
    let path = invocation.arguments[CommonOptions.store]
    let work = Work(invocation)
    let files = try ownedFiles(invocation)
    // A store of the platform is backed up in our own layout, so that it can be restored.
    guard let store = try work.run(on: path, { try PlatformStore.found(at: path, invocation) })
    else {
      return try backUp(BackupSubject(at: path), invocation, files, work)
    }
    return try work.run(on: path) {
      try BackupSubject.lend(
        store, named: path, withAppMetadata: invocation.arguments[appMetadata]
      ) { try backUp($0, invocation, files, work) }
    }
  }

  private static func backUp(
    _ subject: BackupSubject, _ invocation: Invocation, _ files: OwnedFiles?, _ work: Work
  ) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    let connection = subject.connection
    let (place, packing) = try work.run(on: path) {
      try Self.place(invocation, path, connection)
    }
    let backup = StoreBackup(store: subject.path, path: place, work: work)
    let history =
      files != nil && subject.platform == nil
      ? try StoreUpkeep.history(describing: path, in: invocation) : nil
    let (contents, unnoted, missing) = try work.run(on: path) {
      // One transaction, so that the files belong to the same moment as the backup.
      let (contents, missing) = try connection.transaction(.deferred) {
        let survey = try files.map { try subject.survey(of: $0, describedBy: history) }
        let contents = try backup.take(
          connection, objects: subject.objects,
          appFiles: files.map { AppFiles(in: $0.folder, names: survey?.owned ?? []) },
          packing: packing, isReplacing: invocation.arguments[replace])
        return (contents, survey?.missing ?? [])
      }
      return (contents, note(invocation, place, contents), missing)
    }
    let found =
      try
      (subject.platform.map { store, version in
        store.warnings(of: path, version) + store.easedModel(version, inBackup: place)
      }
      ?? leftOut(path) + backup.warnings(contents, connection))
      + unnoted + missing.map { $0.warning(of: path) }
    let hasErrors = found.contains { $0.severity == .error }
    let isWhole = try !hasErrors && !StoreFile.hasCutLog(path)
    let rotation = try work.run {
      do {
        return isWhole ? try rotate(invocation, place, contents, work) : .init()
      } catch {
        throw Failure(error).leaving(
          "'\(place)' is whole, and not all older ones were looked at", of: path)
      }
    }
    var outcome = report(contents, place, rotation)
    if subject.platform != nil { outcome.text += PlatformStore.layoutOfBackups + "\n" }
    outcome.findings = found + rotation.problems.map(kept)
    if !isWhole, invocation.arguments[keep] != nil { outcome.findings.append(.keptAll) }
    if hasErrors { outcome.status = .findings }
    return outcome
  }

  /// The app's files to include; nil without `--with-files`.
  private static func ownedFiles(_ invocation: Invocation) throws -> OwnedFiles? {
    guard invocation.arguments[withFiles] else {
      guard invocation.arguments[CommonOptions.files] == nil else {
        throw conflict(
          "'--files' needs '--with-files', without which no file of the app is backed up")
      }
      return nil
    }
    guard let files = try OwnedFiles(named: invocation) else {
      throw Failure(
        .usage,
        [
          .init(
            code: "missing-option",
            "'--with-files' needs the folder of the app's files: '--files', or 'files' in migrate.yml"
          )
        ])
    }
    return files
  }

  private static func place(
    _ invocation: Invocation, _ store: String, _ connection: Connection
  ) throws -> (String, BackupPacking?) {
    let arguments = invocation.arguments
    let packing: BackupPacking? = arguments[compress] ? .gzip : nil
    let named = arguments[output]
    if let named, !FileSystem.isFolder(named) {
      guard named.hasSuffix("/") else {
        guard arguments[keep] == nil else {
          throw conflict(
            "'--keep' knows backups by the names they are given: leave out '--output', or name a "
              + "folder, as '\(named)/'")
        }
        return (named, packing)
      }
      try FileSystem.makeFolder(named)
    }
    let version = try version(of: connection)
    let place =
      named.map {
        BackupPlace.inFolder($0, of: store, version: version, packing: packing ?? .none)
      } ?? BackupPlace.besideStore(store, version: version, packing: packing ?? .none)
    return (place, packing)
  }

  /// The version of the store; nil if it has none, or if its catalog is invalid.
  private static func version(of connection: Connection) throws -> Version? {
    do {
      return try connection.readIdentity()?.version
    } catch is StoreCatalogError {
      return nil
    }
  }

  private static func conflict(_ message: String) -> Failure {
    Failure(.usage, [.init(code: "conflicting-options", message)])
  }

  /// Registers the backup under its store in a folder of backups; returns a warning if that fails.
  private static func note(
    _ invocation: Invocation, _ place: String, _ contents: BackupContents
  ) -> [Diagnostic] {
    let arguments = invocation.arguments
    // A backup with a name from the user is not registered.
    guard let named = arguments[output], named != place else { return [] }
    do throws(SystemError) {
      try BackupRegister(ofStoreAt: arguments[CommonOptions.store], beside: place)
        .note(place, contents)
      return []
    } catch {
      return [
        Diagnostic(
          code: "kept-backup", severity: .warning, error.message,
          notes: [.init("the backup is whole, and '--keep' will neither count nor remove it")])
      ]
    }
  }

  private static func rotate(
    _ invocation: Invocation, _ place: String, _ contents: BackupContents, _ work: Work
  ) throws -> BackupRotation.Outcome {
    guard let count = invocation.arguments[keep] else { return .init() }
    return try BackupRotation(
      of: invocation.arguments[CommonOptions.store], keeping: count,
      progress: work.archiving("reading older backups")
    ).run(after: place, of: contents)
  }

  private static func kept(_ problem: String) -> Diagnostic {
    Diagnostic(
      code: "kept-backup", severity: .warning, problem,
      notes: [.init("it was neither counted nor removed")])
  }

  /// Warnings about files in the folder of external files that are not in the backup.
  private static func leftOut(_ path: String) throws -> [Diagnostic] {
    let folder = ExternalFolder(ofStoreAt: path)
    return try folder.strangers().map {
      Diagnostic(
        code: "stray-file", severity: .warning,
        "'\(folder.path(of: $0))' is no file of a value, and not in the backup")
    }
  }

  private static func report(
    _ contents: BackupContents, _ place: String, _ rotation: BackupRotation.Outcome
  ) -> Outcome {
    let removed = rotation.removed.map { "removed '\($0)'\n" }
    return Outcome(
      text: "'\(place)' holds \(contents.amount)\n" + removed.joined(),
      members: contents.members(of: place) + [
        .init("removed", .list(rotation.removed) { .string($0) })
      ])
  }
}

extension Diagnostic {
  /// The warning that older backups are kept, because the new one is not complete.
  fileprivate static let keptAll = Diagnostic(
    code: "kept-backup", severity: .warning,
    "no older backup is removed, as this one does not have all that the store had")
}

// MARK: - Verifying a backup

extension BackupCommand {
  private static func proof(_ invocation: Invocation) throws -> Outcome {
    let arguments = invocation.arguments
    guard arguments[output] == nil, arguments[keep] == nil, !arguments[compress],
      !arguments[replace], !arguments[withFiles]
    else {
      throw conflict(
        "'--verify' writes nothing, and takes no '--output', '--compress', '--keep', '--replace' or "
          + "'--with-files'")
    }
    let path = arguments[CommonOptions.store]
    let work = Work(invocation)
    do {
      let contents = try work.run {
        try BackupReader.verify(path, progress: work.archiving("reading the backup"))
      }
      return report(contents, path)
    } catch {
      var failure = Failure(error)
      // The command was to find out whether the backup is damaged, so damage is a finding.
      if failure.diagnostics.contains(where: { $0.code == "damaged-backup" }) {
        failure.status = .findings
      }
      throw failure
    }
  }

  private static func report(_ contents: BackupContents, _ path: String) -> Outcome {
    let model = contents.store.identity.map { ": \($0.schema) \($0.version)" }
    let tables = Quantity.count(Int64(contents.tables.count), "table")
    return Outcome(
      findings: contents.alteredFileWarnings("it was so when the backup was written"),
      text: "'\(path)' is whole\(model ?? "")\n\(contents.amount) of \(tables)\n"
        + "sha256 \(contents.digest)\n",
      members: contents.members(of: path) + [
        .init("schema", JSONValue(contents.store.identity?.schema)),
        .init("version", JSONValue(contents.store.identity?.version)),
        .init(
          "tables",
          .list(contents.tables) { ["table": .string($0.name), "rows": .integer($0.rows)] }),
      ])
  }
}

extension BackupContents {
  /// The size of the content: `4,202 rows (2 about the store itself) and 2 external files`.
  fileprivate var amount: String {
    let files = [
      externalFiles == 0 ? nil : Quantity.count(externalFiles, "external file"),
      appFiles == 0 ? nil : "\(Quantity.count(appFiles, "file")) of the app",
    ].compactMap(\.self)
    guard let last = files.last else { return rows }
    return ([rows] + files.dropLast()).joined(separator: ", ") + " and \(last)"
  }

  fileprivate func members(of path: String) -> [JSONValue.Member] {
    [
      .init("backup", .string(path)), .init("records", .integer(records)),
      .init("externalFiles", .integer(externalFiles)), .init("appFiles", .integer(appFiles)),
      .init("digest", .string(digest)),
    ]
  }
}
