import MigrationPlanner
import SchemaExchange
import SchemaModel

/// A step from a version to the next, with the work of its authors and the verdict here.
struct HistoryStep {
  /// How the two stand to each other.
  enum Agreement: String, CaseIterable {
    /// Both say the same.
    case same = "both say the same"
    /// The authors had to decide what happens, and the decision is required here, too.
    case asked = "mapped, and somebody is asked here"
    /// The shape could be inferred; the authors also moved data.
    case moved = "mapped, although its shape can be inferred"
    /// The platform inferred the step, or Room did nothing, but it is judged differently here.
    case disagreement = "otherwise than its authors had it"
    /// The work of the authors is not known.
    case untold = "not told"
  }

  /// The labels of both versions.
  let labels: (source: String, target: String)
  let truth: PublicHistory.Truth
  /// The verdict in a word or two.
  let verdict: String
  /// Why it is so.
  let reasons: [String]
  let agreement: Agreement

  init(_ history: PublicHistory, _ matrix: HopMatrix, at position: Int) {
    let versions = history.history.versions
    let (source, target) = (versions[position], versions[position + 1])
    labels = (history.history.labels[position], history.history.labels[position + 1])
    truth = history.truths[position]
    let way = matrix.ways.first {
      $0.source == source.schema.version && $0.target == target.schema.version
    }
    verdict = Self.words(way)
    let isInferred = way.map { $0.verdict <= .lightweight } ?? false
    agreement =
      switch truth {
      case .inferred: isInferred ? .same : .disagreement
      case .unchanged:
        HopReview(from: source, to: target).changes.isEmpty ? .same : .disagreement
      case .mapped: isInferred ? .moved : .asked
      case .untold: .untold
      }
    reasons = Self.reasons(way, HopReview(from: source, to: target).changes, agreement)
  }

  /// The reason why the step is custom or refused; otherwise its losses, or its changes.
  private static func reasons(
    _ way: HopMatrix.Way?, _ changes: [PlannedChange], _ agreement: Agreement
  ) -> [String] {
    switch agreement {
    case .same, .asked, .untold:
      (way?.causes ?? []).map { $0.summary + ($0.reason.map { ": \($0)" } ?? "") }
    case .moved: changes.filter { $0.risk != .none }.map { "loses \($0.change.summary)" }
    case .disagreement: changes.map(\.change.description)
    }
  }

  private static func words(_ way: HopMatrix.Way?) -> String {
    guard let way else { return "none" }
    guard way.verdict == .refused else { return way.verdict.rawValue }
    return "refused; the platform would "
      + (way.platform?.causes.isEmpty ?? true ? "infer it" : "not infer it")
  }
}
