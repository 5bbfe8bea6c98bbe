import Foundation
import MigrateKit

extension Tour {
  func readSchemas() throws -> SchemaHistory {
    let history = try SchemaReader.history(inDirectory: schemas)
    let document: SchemaDocument = try SchemaReader.read(file: "\(schemas)/V1.yaml")
    let schema: Schema = document.schema
    try expect(schema.version == Version("1.0.0"), "the first version is 1.0.0")
    try expect(history[schema.version]?.schema == schema, "a history has the same versions")
    let error = try failure(DiagnosticsError.self, "a schema has a version") {
      _ = try SchemaReader.read(text: "schema: Library\n", name: "V1.yaml")
    }
    let problem: Diagnostic? = error.diagnostics.first
    try expect(problem?.severity == .error, "a missing version is an error")
    return history
  }

  func createStore(of history: SchemaHistory) throws -> String {
    let store = path("tour.store")
    guard let first = history.versions.first else { throw Unexpected(claim: "there is a version") }
    try StoreCreator.create(at: store, of: first)
    let error = try failure(StoreCreationError.self, "nothing is overwritten") {
      try StoreCreator.create(at: store, of: first)
    }
    try expect(!error.message.isEmpty, "an error has a message")
    let inspection: StoreInspection = Migrator(history: history).inspect(store)
    let identity: StoreIdentity? = inspection.identity
    try expect(identity?.schema == first.schema.name, "a store says which schema it has")
    let state: StoreState = inspection.state
    try expect(state == .sound(first.schema.version), "a new store is sound")
    return store
  }

  func importBooks(into store: String) throws {
    let files = DataImport.Files(data: path("books.json"), mapping: path("books.yaml"))
    try Data(#"{"books": [{"uuid": "1", "title": "Emma"}]}"#.utf8)
      .write(to: URL(filePath: files.data))
    let mapping = """
      records: books
      entity: BookModel
      key: [localId]
      attributes: {localId: uuid, title: title}

      """
    try Data(mapping.utf8).write(to: URL(filePath: files.mapping))
    try expect(try DataImport.plan(files, into: store).records == 1, "the file has one record")
    let outcome = try DataImport.apply(files, into: store, backingUpTo: path("empty.json"))
    try expect(outcome.imported.map(\.count) == [1], "one object comes in")
    let second = try DataImport.apply(files, into: store, backingUpTo: path("unused.json"))
    try expect(second.present == 1 && second.backup == nil, "it comes in once")
  }

  func verify(_ store: String) throws {
    var options = VerificationOptions()
    options.isQuick = true
    let report: VerificationReport = try StoreVerifier.verify(storeAt: store, options: options)
    try expect(report.isSound, "a migrated store is sound")
    try expect(sentences(report.findings) == [], "nothing is found in it")
    let error = try failure(StoreOpenError.self, "a missing store cannot be verified") {
      _ = try StoreVerifier.verify(storeAt: path("missing.store"))
    }
    try expect(error.message.hasPrefix("there is no store"), "it says that the store is missing")
  }

  func verifyNothing(in store: String) throws {
    var options = VerificationOptions()
    options.uniqueKeys = [.init(entity: "BookModel", properties: ["shelf"])]
    let error = try failure(VerificationError.self, "no book has a shelf") {
      _ = try StoreVerifier.verify(storeAt: store, options: options)
    }
    try expect(error.code == "unknown-name", "an error has the code that the command prints")
  }

  private func sentences(_ findings: [Finding]) -> [String] {
    findings.map { "\($0.severity.rawValue): \($0.message)" }
  }

  func backUp(_ store: String) throws -> String {
    let backup = path("tour.json")
    let written: BackupContents = try BackupWriter.write(storeAt: store, to: backup)
    try expect(try BackupReader.verify(backup) == written, "a backup is what was written")
    let error = try failure(ArchiveError.self, "no backup is overwritten") {
      try BackupWriter.write(storeAt: store, to: backup)
    }
    try expect(error == .exists(path: backup), "it says that there is a backup")
    return backup
  }

  func restore(_ backup: String, _ history: SchemaHistory) throws {
    let outcome: RestoreOutcome = try Migrator(history: history)
      .restore(backup, to: path("restored.store"))
    try expect(outcome.target == history.newest?.schema.version, "a restored store is current")
    try expect(outcome.restored.keptStore == nil, "there was no store to keep")
  }

  func repair(_ store: String) throws {
    var options = RepairOptions()
    options.deletesOrphans = true
    try expect(
      try StoreRepairer.plan(storeAt: store, options: options).isEmpty, "nothing is to be repaired")
    let outcome = try StoreRepairer.apply(
      storeAt: store, options: options, backingUpTo: path("unused.json"))
    try expect(outcome.backup == nil, "no backup is made for nothing")
    options.merges = [
      .init(
        key: .init(entity: "BookModel", properties: ["localId"]),
        keep: [.prefer("is not SQL"), .newest("dateAdded")])
    ]
    let error = try failure(RepairError.self, "a preference is SQL") {
      _ = try StoreRepairer.plan(storeAt: store, options: options)
    }
    try expect(!error.message.isEmpty, "an error has a message")
  }

  func prune(_ store: String) throws {
    let options = PruneOptions(entity: "BookModel", attribute: "dateAdded", before: 0)
    try expect(
      try StorePruner.plan(storeAt: store, options: options).due == 0, "no book is that old")
    let everything = PruneOptions(
      entity: "BookModel", attribute: "dateAdded", before: Date.distantFuture.timeIntervalSince1970)
    let outcome = try StorePruner.apply(
      storeAt: store, options: everything, backingUpTo: path("pruned.json"))
    try expect(outcome.plan.due == 1, "one book is pruned")
    let wrong = PruneOptions(entity: "BookModel", attribute: "title", before: 0)
    let error = try failure(PruneError.self, "a title is no date") {
      _ = try StorePruner.plan(storeAt: store, options: wrong)
    }
    try expect(!error.message.isEmpty, "an error has a message")
  }
}
