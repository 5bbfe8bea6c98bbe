internal import JSON
internal import SchemaExchange
internal import StoreCreation
internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import MigrationPlanner
internal import Reports
internal import SchemaModel
internal import StoreLint
internal import StoreLayout
internal import StoreMigration
internal import StoreReading

/// The migration of a Core Data or SwiftData store to another version.
///
/// It shows what the platform does, and the effect on the data in a copy in our own layout.
struct PlatformMigration {
  private let path: String
  private let copy: PlatformCopy
  private let migrator: Migrator
  private let source: Schema
  /// The versions up to the target, with the store's version as declared in its schema file.
  private let declared: SchemaHistory
  private let verdict: PlatformVerdict

  /// The migration to the version on the command line, or to the newest version; nil if another program wrote
  /// the store.
  ///
  /// - Throws: ``Failure`` if no schema file has the version hashes of the store.
  init?(of path: String, _ invocation: Invocation, _ work: Work) throws {
    guard let copy = try PlatformCopy(of: path, for: .migrating, invocation, work) else {
      return nil
    }
    guard let made = copy.store.version else {
      throw Self.unidentified(path, copy, invocation)
    }
    var options = try MigrationArguments.options(invocation.arguments)
    options.backup = .none
    options.onProgress = work.migrating
    options.isCancelled = work.isCancelled
    self.path = path
    self.copy = copy
    source = made.schema
    migrator = Migrator(history: copy.history, options: options)
    let goal = options.target
    if let goal, goal < made.schema.version, copy.declared[goal] != nil {
      throw Failure(
        unable: "older-target",
        "'\(path)' is version \(made.schema.version), and no app makes a store of \(goal) of it",
        notes: [.init("a version from \(made.schema.version) on can be named by '--to'")])
    }
    declared = SchemaHistory(
      copy.declared.versions.filter { document in
        goal.map { document.schema.version <= $0 } ?? true
      })
    let identification = VersionIdentification(
      of: copy.store.source.metadata, carrying: copy.store.source.model, among: [declared])
    let objects = try LintStore(
      at: copy.path, of: copy.schema, name: path, isPartial: copy.isPartial)
    verdict = PlatformVerdict(identification, [declared], objects: objects)
  }

  private static func unidentified(
    _ path: String, _ copy: PlatformCopy, _ invocation: Invocation
  ) -> Failure {
    let possible = copy.history.versions.map(\.schema).filter {
      copy.store.source.metadata.isMade(by: $0) == nil
    }
    let hasSchemas = (try? invocation.hasSchemas) == true
    let message =
      !hasSchemas
      ? "no schema file is here that could tell the version of '\(path)'"
      : possible.isEmpty
        ? "'\(path)' was made by no version of the schema files"
        : "'\(path)' may have been made by "
          + possible.map { "\($0.version)" }.joined(separator: " or ")
          + ", but not every version hash of it can be computed"
    let word = path.shellWord
    let notes =
      hasSchemas
      ? ["this names the nearest version, and what differs: migrate identify \(word)"]
      : [
        "run it in the folder of the project, or name the folder of its schema files with '--schemas'",
        "a project without any begins with: migrate import \(word)",
      ]
    return Failure(
      .findings,
      [Diagnostic(code: "unidentified-store", message, notes: notes.map { .init($0) })])
  }
}

// MARK: - Results

extension PlatformMigration {
  /// The plan: the changes, what the platform does with them, and the number of values that they affect.
  func plan() throws -> Outcome {
    var plan = try migrator.plan(for: copy.path)
    let refused = plan.obstacles.isEmpty ? nil : MigrationError.refused(plan.obstacles)
    let obstacles = refused?.besidesComputedDefaults?.diagnostics(of: path) ?? []
    // The objects of the copy meet its model, which may demand less than the declared version.
    plan.migration = try Planner.plan(
      history: declared, from: source.version, to: plan.target,
      allowedDrops: migrator.options.allowedLosses, onPlatform: true)
    var outcome = Outcome(
      text: text + "\n"
        + PlanText(plan: plan.counted, verdict: plan.verdict).text
        + plan.effects.map { $0.message + "\n" }.joined(),
      members: members + plan.counted.members(risk: plan.risk) + [
        .init("effects", .list(plan.effects, \.value))
      ])
    finish(&outcome, obstacles + [plan.trialWarning].compactMap(\.self))
    return outcome
  }

  /// Migrates the copy, and estimates the time on a device.
  func rehearsal(within budget: Int?) throws -> Outcome {
    let report = try migrator.rehearse(copy.path)
    if case .failed(let error) = report.ending, !error.computedDefaults.isEmpty,
      error.besidesComputedDefaults == nil
    {
      var outcome = Outcome(text: text, members: members)
      finish(&outcome, [needsApp(error.computedDefaults)])
      return outcome
    }
    var outcome = report.outcome(of: path)
    let estimate = LaunchEstimate(of: report)
    outcome.text = text + outcome.text + (report.hasMigrated ? estimate.text : "")
    outcome.members += members + [.init("deviceSeconds", .number(estimate.seconds))]
    let slow = budget.flatMap { estimate.problem(of: path, beyond: Double($0)) }
    let status = outcome.status
    finish(&outcome, outcome.findings + [slow].compactMap(\.self))
    if status != .done { outcome.status = status }
    return outcome
  }

  private func finish(_ outcome: inout Outcome, _ findings: [Diagnostic]) {
    outcome.findings = verdict.stops.map(problem) + findings.map(\.onDevice) + copy.warnings
    outcome.status = outcome.findings.contains { $0.severity == .error } ? .findings : .done
    outcome.lastLine = LastLine(
      StoreStanding("'\(path)' is \(source.name) \(source.version), nothing was written to it"),
      of: path)
  }

  private var text: String {
    let lines = verdict.statements.enumerated().map { position, statement in
      (position == 0 ? "platform  " : "          ") + statement.line
    }
    return (["store     \(path)", "version   \(source.name) \(source.version)"] + lines)
      .map { $0 + "\n" }.joined()
  }

  private var members: [JSONValue.Member] {
    [.init("platform", .list(verdict.statements, \.value))]
  }

  private func problem(_ statement: PlatformVerdict.Statement) -> Diagnostic {
    Diagnostic(
      code: "lightweight-not-inferred",
      "'\(path)' \(statement.error == nil ? "loses objects" : "cannot be opened"): \(statement.line)",
      notes: [.init("declare a custom stage, or make a change that is inferred")])
  }

  private func needsApp(_ properties: [String]) -> Diagnostic {
    let names = properties.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      code: "computed-default", severity: .warning,
      "what becomes of the data cannot be tried: only the app computes the default of \(names)")
  }
}

/// An estimate of the time of the app launch that migrates the store.
private struct LaunchEstimate {
  /// The assumed ratio between the speed of this machine and of a device.
  private static let factor = 4.0

  /// The estimate, in seconds.
  let seconds: Double
  private let measured: Double

  init(of report: RehearsalReport) {
    measured = report.seconds
    seconds = measured * Self.factor
  }

  var text: String {
    "on a device: about \(Self.words(seconds)) s, as it is taken to be \(Int(Self.factor)) times slower "
      + "than this machine\n"
  }

  func problem(of path: String, beyond budget: Double) -> Diagnostic? {
    guard seconds > budget else { return nil }
    return Diagnostic(
      code: "launch-budget",
      "the migration of '\(path)' takes about \(Self.words(seconds)) s on a device, and "
        + "\(Self.words(budget)) s are allowed",
      notes: [
        .init(
          "it took \(Self.words(measured)) s here, and a device is taken to be \(Int(Self.factor)) times "
            + "slower")
      ])
  }

  /// Seconds with one decimal digit.
  private static func words(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension Diagnostic {
  /// The diagnostic for an app's store: the platform does not ask for approval of a loss.
  fileprivate var onDevice: Diagnostic {
    guard code == "unapproved-loss" else { return self }
    var diagnostic = self
    diagnostic.notes.insert(
      .init("on a device nobody is asked: '--allow' only tells this command that it is meant"),
      at: 0)
    return diagnostic
  }
}

extension RehearsalReport {
  fileprivate var hasMigrated: Bool {
    if case .migrated = ending { true } else { false }
  }
}
