public import Diagnostics
internal import Files
internal import MigrationPlanner
public import SchemaModel
public import SchemaYAML
internal import StoreCreation
internal import StoreLayout
internal import StoreMigration

/// Runs migration tests, each on its own temporary store.
///
/// ```swift
/// let runner = CaseRunner(history)
/// try runner.problems(of: aCase) // [] where it passes
/// ```
public struct CaseRunner: Sendable {
  private let history: SchemaHistory
  private let isCancelled: (@Sendable () -> Bool)?

  /// A runner of the tests of a model.
  public init(_ history: SchemaHistory, isCancelled: (@Sendable () -> Bool)? = nil) {
    self.history = history
    self.isCancelled = isCancelled
  }

  /// The reasons why a case fails; empty if it passes.
  ///
  /// - Throws: an error that keeps the case from being run at all, such as a full disk.
  public func problems(of item: MigrationCase) throws -> [Diagnostic] {
    let folder = try ScratchFolder()
    let store = folder.path(of: "test.store")
    let start: StartedCase
    do {
      start = try StartedCase(item, in: history, at: store)
    } catch let error as DiagnosticsError {
      return error.diagnostics.map { $0.placed(at: item.location) }
    } catch let error as StoreCreationError {
      return [.unmakeable(item, "\(error)")]
    }
    let trial = MigrationTrial(
      history, allowing: .only(Set(item.allowedLosses)), isCancelled: isCancelled)
    let faults = try trial.faults(of: store)
    guard faults.isEmpty else { return faults.map { $0.blamed(on: "before the migration", item) } }
    do throws(MigrationError) {
      try trial.migrate(store, to: item.target)
    } catch {
      if case .cancelled = error { throw error }
      return judge(error.diagnostics(of: "the store").map { $0.inCase(after: error) }, of: item)
    }
    if let failure = item.failure { return [.noFailure(failure, item)] }
    let broken = try ExpectationCheck(start, of: item, in: history, at: store).problems()
    return broken + (try trial.faults(of: store)).map { $0.blamed(on: "after the migration", item) }
  }

  /// Checks a failed migration against the expected failure; without one, the problems are reported.
  private func judge(_ found: [Diagnostic], of item: MigrationCase) -> [Diagnostic] {
    guard let failure = item.failure else {
      return found.map { $0.blamed(on: "the migration failed", item) }
    }
    let isMet = found.contains { diagnostic in
      let text = ([diagnostic.message] + diagnostic.notes.map(\.message)).joined(separator: "\n")
      return diagnostic.code == failure.code && failure.mentions.allSatisfy(text.contains)
    }
    return isMet ? [] : [.otherFailure(failure, found)]
  }
}

extension Diagnostic {
  /// The diagnostic with the advice for a case: losses are allowed in the case, not on a command line.
  fileprivate func inCase(after error: MigrationError) -> Diagnostic {
    let approvals = error.missingApprovals
    guard code == "unapproved-loss", !approvals.isEmpty else { return self }
    var diagnostic = self
    diagnostic.notes =
      notes.dropLast() + [
        .init("if that is meant, write in the case 'allow: [\(approvals.joined(separator: ", "))]'")
      ]
    return diagnostic
  }

  /// The diagnostic at a place, unless it has one.
  fileprivate func placed(at location: SourceLocation) -> Diagnostic {
    var diagnostic = self
    diagnostic.location = self.location ?? location
    return diagnostic
  }

  /// The diagnostic as an error of a case; its own place becomes a note.
  fileprivate func blamed(on moment: String, _ item: MigrationCase) -> Diagnostic {
    var diagnostic = self
    diagnostic.severity = .error
    diagnostic.message = "\(moment): \(message)"
    diagnostic.location = item.location
    if let location { diagnostic.notes.insert(.init("it is here", at: location), at: 0) }
    return diagnostic
  }

  fileprivate static func unmakeable(_ item: MigrationCase, _ reason: String) -> Diagnostic {
    Diagnostic(.unmakeableStore, "no store can be made for the case: \(reason)", at: item.location)
  }

  fileprivate static func noFailure(
    _ failure: MigrationCase.ExpectedFailure, _ item: MigrationCase
  ) -> Diagnostic {
    .failedExpectation(
      "the migration was to fail with '\(failure.code)', and did not fail", at: failure.location)
  }

  fileprivate static func otherFailure(
    _ failure: MigrationCase.ExpectedFailure, _ found: [Diagnostic]
  ) -> Diagnostic {
    let mentions = failure.mentions.map { "'\($0)'" }.joined(separator: ", ")
    let what = "'\(failure.code)'" + (mentions.isEmpty ? "" : " that speaks of \(mentions)")
    return .failedExpectation(
      "the migration failed, and not with \(what)",
      at: failure.location, notes: found.map { .init("it failed with '\($0.code)': \($0.message)") }
    )
  }
}

extension MigrationError {
  /// The missing approvals for which a migration was refused or rolled back.
  fileprivate var missingApprovals: [String] {
    switch self {
    case .refused(let reasons):
      reasons.flatMap { reason -> [String] in
        guard case .unapproved(let effects) = reason else { return [] }
        return effects.compactMap(\.approval)
      }
    case .rolledBack(.unapproved(let effects), _): effects.compactMap(\.approval)
    case .rolledBack, .cancelled, .needsAttention: []
    }
  }
}
