import Foundation
import MigrateKit

extension Tour {
  func plan(_ history: SchemaHistory, for store: String) throws {
    let migrator = Migrator(history: history)
    let plan: StorePlan = try migrator.plan(for: store)
    let migration: MigrationPlan = plan.migration
    try expect(migration.hops.count == history.versions.count - 1, "each version is a hop")
    let losses: [Effect] = plan.losses
    try expect(losses.allSatisfy { $0.approval != nil }, "each loss can be approved")
    let obstacles: [MigrationRefusal] = plan.obstacles
    try expect(
      obstacles.flatMap { $0.diagnostics(of: store) }.isEmpty, "nothing stands in the way")
    let file = path("tour.plan.json")
    try Data(PlanFile.text(of: plan, history: history, toolVersion: "Tour").utf8)
      .write(to: URL(filePath: file))
    try expect(try PlanFile(contentsOf: file).target == plan.target, "a plan can be saved")
    let report: RehearsalReport = try migrator.rehearse(store)
    guard case .migrated = report.ending else { throw Unexpected(claim: "\(report.ending)") }
  }

  /// An app that is told to stop leaves the store as it was.
  func stop(_ history: SchemaHistory, at store: String) throws {
    var options = MigrationOptions()
    options.isCancelled = { true }
    let error = try failure(MigrationError.self, "it is cancelled") {
      _ = try Migrator(history: history, options: options).apply(to: store)
    }
    guard case .cancelled = error else { throw Unexpected(claim: "\(error)") }
  }

  func migrate(_ history: SchemaHistory, _ store: String) throws {
    var options = MigrationOptions()
    options.backup = .file(path("before.json"))
    options.patience = 30
    options.onProgress = { (progress: MigrationProgress) in
      precondition(progress.rows >= 0, "rows are counted from 0")
    }
    let saved = try PlanFile(contentsOf: path("tour.plan.json"))
    let outcome: MigrationOutcome = try Migrator(history: history, options: options)
      .apply(to: store, following: saved)
    guard case .migrated(let summary) = outcome else { throw Unexpected(claim: "\(outcome)") }
    let finished: MigrationSummary = summary
    try expect(finished.backup == path("before.json"), "a summary says where the backup is")
  }

  /// Work in Swift, once done and once failed.
  func runClosure() throws {
    let history = try closureHistory()
    let store = path("closure.store")
    guard let first = history.versions.first else { throw Unexpected(claim: "there is a version") }
    try StoreCreator.create(at: store, of: first)
    try importTitle(into: store)
    let failed = try failure(MigrationError.self, "what a closure throws ends the migration") {
      _ = try apply(history, to: store) { _ in throw Unexpected(claim: "title") }
    }
    guard case .rolledBack(let reason, _) = failed else { throw Unexpected(claim: "\(failed)") }
    let failure: MigrationFailure = reason
    guard case .step = failure else { throw Unexpected(claim: "\(failure)") }
    guard case .migrated(let summary) = try apply(history, to: store, capitalizeTitles) else {
      throw Unexpected(claim: "it is migrated")
    }
    let steps = summary.effects.filter { $0.kind.name == "step" }
    try expect(steps.map(\.count) == [1], "one title is changed")
  }

  private func apply(
    _ history: SchemaHistory, to store: String,
    _ work: @escaping @Sendable (inout MigrationBatch) throws -> Void
  ) throws -> MigrationOutcome {
    var options = MigrationOptions()
    options.closures["capitalizeTitles"] = MigrationClosure(batchSize: 10, work)
    return try Migrator(history: history, options: options).apply(to: store)
  }

  private func closureHistory() throws -> SchemaHistory {
    let versions = [
      "V1.yaml": """
      schema: Library
      version: 1
      entities: {Book: {attributes: {title: string}}}

      """,
      "V2.yaml": """
      schema: Library
      version: 2
      extends: V1.yaml
      migration:
        kind: custom
        steps:
          - {closure: capitalizeTitles, on: Book, touches: [Book.title]}

      """,
    ]
    let folder = URL(filePath: path("Library"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in versions { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return try SchemaReader.history(inDirectory: folder.path)
  }

  private func importTitle(into store: String) throws {
    let files = DataImport.Files(data: path("titles.json"), mapping: path("titles.yaml"))
    try Data(#"[{"title": "emma"}]"#.utf8).write(to: URL(filePath: files.data))
    try Data("entity: Book\nkey: [title]\nattributes: {title: title}\n".utf8)
      .write(to: URL(filePath: files.mapping))
    try DataImport.apply(files, into: store, backingUpTo: path("no-titles.json"))
  }
}

@Sendable private func capitalizeTitles(_ batch: inout MigrationBatch) throws {
  for index in batch.objects.indices {
    let before: MigrationObject? = try batch.objectBefore(of: "Book", batch.objects[index].id)
    let value: SQLValue = before?["title"] ?? .null
    guard case .text(let title) = value else { continue }
    batch.objects[index]["title"] = .text(title.capitalized)
  }
}
