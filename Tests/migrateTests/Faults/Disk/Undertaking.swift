import Foundation
import SQLite
import StoreLayout
import StoreArchive
import TestSupport
import Testing

/// A command that writes, with the files before it, to be carried out on a disk that fails.
struct Undertaking: Sendable, CustomTestStringConvertible {
  let name: String
  /// The command, without the tool; files are in the folder `disk`.
  let command: [String]
  /// Whether a later failure is reported by the exit status too, though the result is kept: a
  /// backup is read back when it has its name.
  var endsWithItsResult = false
  /// Whether the exit status reports that something is left to do: a folder that could not be read.
  var tellsWhatIsLeft = false
  /// Makes the files that the command finds, and the schema files.
  let prepare: @Sendable (Workshop) throws -> DiskImage
  /// The content that must be the old or the new one afterwards.
  let result: @Sendable (_ disk: URL) throws -> String
  /// The problems of the files that must exist in addition to a new result.
  let companions: @Sendable (_ disk: URL) throws -> [String]

  var testDescription: String { name }

  static let all = [
    migration, migrationOfLog, backup, restore, restoreToLog, repair, recovery, importation,
  ]
}

// MARK: - The commands

extension Undertaking {
  /// Three versions at once, in which values move into files and out of others.
  static let migration = Undertaking(
    name: "apply", command: ["apply", store, "--schemas", "Schemas"],
    prepare: {
      try makeStore(in: $0)
      return try image(of: $0)
    }, result: content, companions: provenBackup)

  /// The same, where the app was killed and its last words are in the log.
  static let migrationOfLog = Undertaking(
    name: "apply to a log", command: migration.command,
    prepare: { workshop in
      try makeStore(in: workshop)
      let path = workshop.path(store)
      let app = try Connection(path: path, mode: .readWrite)
      try app.executeScript("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
      try app.execute("UPDATE BookModel SET author = author || ' and another'")
      var image = try image(of: workshop)
      image.files["library.store-shm"] = nil
      return image
    }, result: content, companions: provenBackup)

  private static let backup = Undertaking(
    name: "backup", command: ["backup", store, "-o", "disk/backup.json", "--replace"],
    endsWithItsResult: true,
    prepare: { workshop in
      try makeStore(in: workshop)
      try workshop.succeed("backup", store, "-o", "disk/backup.json")
      _ = try workshop.sqlite(store, "UPDATE BookModel SET title = title || ', second edition'")
      return try image(of: workshop)
    },
    result: { disk in
      let backup = disk.appending(path: "backup.json").path
      return try BackupReader.verify(backup).digest + "\n" + content(disk)
    }, companions: { _ in [] })

  private static let restore = Undertaking(
    name: "restore", command: ["restore", "disk/backup.json", store, "--replace"],
    prepare: { try replacedStore(in: $0) }, result: { try content($0) + keptInPart($0) },
    companions: { disk in
      let kept = try StoreContent(of: disk.appending(path: "library.store.before-restore-1").path)
      let rows = kept.tables["CapturedNote"]?.rows
      return kept.damage + (rows == 0 ? [] : ["the store that was replaced is not kept"])
    })

  /// The same, where the old store keeps a log and the new one does not, and has other pages.
  private static let restoreToLog = Undertaking(
    name: "restore to a log", command: restore.command,
    prepare: {
      try replacedStore(in: $0, "PRAGMA page_size = 1024; VACUUM; PRAGMA journal_mode = WAL;")
    }, result: restore.result, companions: restore.companions)

  static let repair = Undertaking(
    name: "repair", command: ["repair", store, "--apply"], tellsWhatIsLeft: true,
    prepare: { workshop in
      try makeStore(in: workshop)
      _ = try workshop.sqlite(store, "PRAGMA foreign_keys = OFF; DELETE FROM BookModel")
      return try image(of: workshop)
    }, result: content, companions: provenBackup)

  /// Books come back from a backup, with the file of a missing cover.
  private static let recovery = Undertaking(
    name: "recover",
    command: [
      "recover", store, "--from", "disk/full.json", "--schemas", "Schemas", "--apply",
    ],
    prepare: { workshop in
      try makeStore(in: workshop)
      try workshop.succeed("backup", store, "-o", "disk/full.json")
      _ = try workshop.sqlite(store, "PRAGMA foreign_keys = ON; DELETE FROM BookModel")
      var image = try image(of: workshop)
      image.files = image.files.filter { !$0.key.hasPrefix("library.store.external/") }
      return image
    }, result: content, companions: provenBackup)

  /// Legacy data comes in, a picture of each book among them.
  private static let importation = Undertaking(
    name: "import-data",
    command: ["import-data", store, "books.json", "--mapping", "books.yaml", "--apply"],
    prepare: { workshop in
      try makeStore(in: workshop)
      try workshop.write(
        """
        [{"id": "a", "title": "Emma", "notes": ["slowly", "again"], "cover": "AQID"},
         {"id": "b", "title": "Ulysses", "notes": [], "cover": "BAUG"}]
        """, to: "books.json")
      try workshop.write(
        """
        entity: BookModel
        key: [localId]
        attributes:
          localId: id
          title: title
          dateAdded: {default: 2026-01-01}
          coverImageData: cover
        relationships: {notes: {from: notes, attributes: {content: .}}}
        """, to: "books.yaml")
      return try image(of: workshop)
    }, result: content, companions: provenBackup)
}

// MARK: - The store

extension Undertaking {
  private static let store = "disk/library.store"

  /// A store of Epilogue 3, and the schema files up to a version 5 that moves values out of files
  /// and others into new ones.
  private static func makeStore(in workshop: Workshop) throws {
    for number in 1...4 {
      let source = BuiltProducts.repository.appending(path: "Schemas/Epilogue/V\(number).yaml")
      try workshop.write(
        String(contentsOf: source, encoding: .utf8), to: "Schemas/V\(number).yaml")
    }
    try workshop.write(
      """
      schema: Epilogue
      version: 5.0.0
      extends: V4.yaml
      entities:
        BookModel:
          attributes:
            coverImageData: data?
            excerpt: {type: data, optional: true, storage: external}
      migration:
        kind: custom
        map:
          BookModel:
            excerpt: {using: "CAST('The first words of ' || title AS BLOB)"}
      """, to: "Schemas/V5.yaml")
    try workshop.write("", to: "disk/.keep")
    workshop.remove("disk/.keep")
    try workshop.succeed(
      "create", store, "--schemas", "Schemas", "--version", "3", "--sample", "3")
    let connection = try Connection(path: workshop.path(store), mode: .readWrite)
    let cover = try ExternalFolder(ofStoreAt: workshop.path(store))
      .write(Array("a picture, or so".utf8))
    try connection.execute("UPDATE BookModel SET coverImageData = \(cover)")
  }

  /// A store that has lost something since its backup.
  private static func replacedStore(
    in workshop: Workshop, _ pragmas: String = ""
  ) throws -> DiskImage {
    try makeStore(in: workshop)
    try workshop.succeed("backup", store, "-o", "disk/backup.json")
    _ = try workshop.sqlite(
      store, "\(pragmas) DELETE FROM CapturedNote; UPDATE BookModel SET coverImageData = NULL")
    return try image(of: workshop)
  }

  private static func image(of workshop: Workshop) throws -> DiskImage {
    try DiskImage(of: workshop.folder.appending(path: "disk"))
  }

  @Sendable private static func content(_ disk: URL) throws -> String {
    let content = try StoreContent(of: disk.appending(path: "library.store").path)
    let tables = content.tables.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return (["version \(content.version)"] + tables + content.damage).joined(separator: "\n")
  }

  /// That the store which was replaced has its last name without its files.
  private static func keptInPart(_ disk: URL) throws -> String {
    let kept = disk.appending(path: "library.store.before-restore-1").path
    guard FileManager.default.fileExists(atPath: kept) else { return "" }
    let files = try? FileManager.default.contentsOfDirectory(atPath: kept + ".external")
    return files?.isEmpty == false ? "" : "\nwhat was replaced is kept without its files"
  }

  @Sendable private static func provenBackup(_ disk: URL) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: disk.path)
    let backups = names.filter { $0.hasSuffix(".json") }
    for backup in backups { _ = try BackupReader.verify(disk.appending(path: backup).path) }
    return backups.isEmpty ? ["there is no backup"] : []
  }
}

extension Workshop {
  /// Runs the built command, which has to succeed.
  fileprivate func succeed(_ words: String...) throws {
    let run = try start([Self.tool] + words).finish()
    guard run.status == 0 else { throw Unexpected(run) }
  }
}
