internal import Diagnostics
internal import Files
internal import MigrationPlanner
internal import StoreScript
internal import SchemaModel
internal import StoreLayout
internal import StoreMigration

/// The migration of a store as text for a terminal.
///
/// ```
/// Library 1.0.0 to 2.0.0: lightweight, 1 change, no value is lost
///
/// 1.0.0 to 2.0.0: lightweight
///     + attribute Book.rating: double?
///
/// Book: altered, no row is written
///     ALTER TABLE "Book" ADD COLUMN "rating" REAL;
/// untouched: Note
///
/// rows to write: 0
/// backup: library.store.v1.0.0.backup.json
/// ```
struct StorePlanText {
  let plan: StorePlan
  let savedPlan: String?

  init(plan: StorePlan, savedTo path: String?) { (self.plan, savedPlan) = (plan, path) }

  var text: String {
    let parts = plan.isCurrent ? [] : steps + [""] + cost
    return PlanText(plan: plan.counted, verdict: plan.verdict).text
      + parts.map { $0 + "\n" }.joined()
  }

  /// The state of the store, and the next command.
  var standing: StoreStanding {
    let path = plan.inspection.path
    if plan.isCurrent { return MigrationOutcome.alreadyCurrent(plan.source).standing(of: path) }
    guard plan.obstacles.isEmpty else {
      var standing = MigrationError.refused(plan.obstacles).standing(of: path)
      // The plan exists now, so the next command is the one that uses it.
      standing.repeatsCommand = false
      return standing
    }
    let standing = MigrationOutcome.rehearsed(plan).standing(of: path)
    // A library that migrates the database itself does not follow a saved plan.
    guard let savedPlan, plan.migrators.isEmpty, let next = standing.nextCommand else {
      return standing
    }
    return StoreStanding(standing.sentence, next: "\(next) --plan \(savedPlan.shellWord)")
  }

  // MARK: Tables

  private var steps: [String] {
    zip(plan.stages, plan.migration.stages).flatMap { steps, stage in
      let title =
        plan.stages.count == 1
        ? []
        : [
          "",
          "\(stage.mapping.source.version.words) to \(stage.mapping.target.version.words), as one stage",
        ]
      return title + steps.flatMap(lines) + untouched(steps)
    }
  }

  /// The unchanged tables: by name if there are only a few, otherwise their number.
  private func untouched(_ steps: [MigrationStep]) -> [String] {
    let tables = steps.filter { $0.way == .none }.map(\.table)
    guard !tables.isEmpty else { return [] }
    let words =
      tables.count > 20
      ? Quantity.count(tables.count, "table") : tables.joined(separator: ", ")
    return ["", "untouched: \(words)"]
  }

  private func lines(_ step: MigrationStep) -> [String] {
    guard step.way != .none else { return [] }
    return ["", "\(step.table): \(step.way.phrase), \(rows(of: step))"]
      + step.reasons.map { "    (\($0))" } + step.statements.map(indented)
  }

  /// A statement with each of its lines indented, and without empty ones.
  private func indented(_ statement: ScriptStatement) -> String {
    var text: [UInt8] = []
    for line in Array("\(statement.sql);".utf8).split(separator: UInt8(ascii: "\n")) {
      text += (text.isEmpty ? "    " : "\n    ").utf8
      text += line
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func rows(of step: MigrationStep) -> String {
    if step.dependsOnEarlierStage { return "as many rows to write as an earlier stage leaves" }
    return switch step.estimatedRows {
    case 0?, nil: step.changesRows ? "some of its rows may change" : "no row is written"
    case let rows?: "\(Quantity.count(rows, "row")) to write"
    }
  }

  // MARK: Cost

  private var cost: [String] {
    [
      "rows to write: \(Quantity.grouped(plan.estimatedRows))"
        + (isKnown ? "" : ", and as many as an earlier stage leaves"),
      backup,
    ]
      + plan.effects.map(line)
  }

  private var isKnown: Bool { !plan.steps.contains(where: \.dependsOnEarlierStage) }

  private var backup: String {
    "backup: \(plan.backup ?? "none")"
      + (plan.earlierBackup.map { ", or \($0) if that holds the same" } ?? "")
  }

  private func line(_ effect: Effect) -> String {
    guard effect.needsApproval else { return effect.message }
    return "\(effect.message) (\(effect.isApproved ? "approved" : "not approved"))"
  }
}

extension MigrationStep.Way {
  /// The effect on the table.
  var phrase: String {
    switch self {
    case .none: "untouched"
    case .alter: "altered where it stands"
    case .rebuild: "written anew, once"
    case .create: "new"
    case .drop: "dropped"
    }
  }
}
