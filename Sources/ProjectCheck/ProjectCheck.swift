internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLock
package import SchemaLint
internal import SchemaModel
internal import SchemaYAML
internal import StoreScript
package import StoreTesting

/// A check of all models of a project before a release, in one run.
package struct ProjectCheck {
  /// The parts to check.
  package var parts = Set(CheckPart.allCases)
  /// The severities of the lint rules.
  package var rules = RuleSettings()
  /// Further input for lint, besides the schema files and their locks.
  package var context = LintContext()
  /// The locks of an earlier revision, whose versions must stay pinned.
  package var pastLocks: PastLocks?
  /// The stores and backups that are kept as fixtures.
  package var fixtures: FixtureFolder?
  /// Called many times a second; the work ends once it returns true.
  package var isCancelled: (@Sendable () -> Bool)?
  /// Called with the current task and its progress; an error that it throws ends the work.
  package var onProgress: (_ task: String, _ done: Int, _ total: Int) throws -> Void = { _, _, _ in
  }

  /// A check of all parts.
  package init() {}

  /// Checks the models of these folders.
  ///
  /// - Throws: an error that keeps the check from running at all, such as a full disk or Ctrl-C.
  package func run(_ folders: [String]) throws -> ProjectReport {
    var report = ProjectReport()
    let needsFixtures = parts.contains(.fixtures) || parts.contains(.lint)
    var (models, damaged): ([LockedModel], [SchemaHistory]) = ([], [])
    for folder in folders {
      do throws(DiagnosticsError) {
        var model = try LockedModel(inFolder: folder)
        model.newlyLocked = pastLocks?.newlyLocked(of: model) ?? []
        models.append(model)
      } catch {
        report.unreadable += error.diagnostics
        damaged.append(SchemaHistory(SchemaReader.inspect(directory: folder).documents))
      }
    }
    let shelf = try FixtureShelf(
      needsFixtures ? fixtures : nil, among: models.map(\.history))
    report.unreadable += models.flatMap(\.lockProblems)
    let lint = parts.contains(.lint) ? LintPart(self, models, damaged, shelf) : nil
    report.damagedCount = damaged.count
    report.settings = lint?.elsewhere ?? []
    report.source = lint?.source
    report.exceptedInSource = lint?.exceptedInSource ?? []
    if parts.contains(.lock) {
      report.settings += pastLocks?.problemsOfModelsGone(besides: models.map(\.name)) ?? []
    }
    var baseline = PartsBaseline(context, knowing: lint?.baselined ?? [])
    for model in models {
      let found = try self.report(on: model, shelf, lint)
      report.baseline += ProjectReport.entries(of: found, model)
      report.models.append(baseline.applied(to: found, of: model))
    }
    report.baseline += lint?.baseline.entries ?? []
    report.settings += Linter.judged(
      ExceptionRecord(staleEntries: baseline.staleEntries(of: parts, in: models)), rules
    ).map(\.diagnostic)
    report.unreadable += report.models.flatMap(\.parts).flatMap(\.unreadable)
    report.unreadable += shelf.problems(
      knowing: models.map(\.name), isComplete: models.count == folders.count)
    return report
  }

  private func report(
    on model: LockedModel, _ shelf: FixtureShelf, _ lint: LintPart?
  ) throws -> ProjectReport.Model {
    let needsMatrix = self.parts.contains(.hops) || self.parts.contains(.fixtures)
    let inField = model.history.since(context.oldestSupported[model.name])
    let matrix = HopMatrix(
      of: needsMatrix ? inField : SchemaHistory([]), rewritesRows: TableWork.rewritesRows)
    let parts = try CheckPart.allCases.filter(parts.contains).compactMap { part in
      switch part {
      case .lock: LockPart.report(on: model, self)
      case .lint: lint?.report(on: model)
      case .hops:
        HopPart.report(on: model, inField, matrix, rules, besides: lint?.covered ?? [])
      case .fixtures: try FixturePart(self, model, inField, matrix, shelf).report()
      case .tests: try TestPart.report(on: model, self)
      }
    }
    return ProjectReport.Model(
      name: model.name, history: model.history,
      released: Set((model.lock?.released ?? []).map(\.version)), parts: parts,
      matrix: self.parts.contains(.hops) ? matrix : nil)
  }
}
