import MigrationPlanner
import SchemaExchange
import SchemaModel

/// The verdicts on every step of some histories, compared with the work of their authors, in
/// Markdown.
struct HistoryReport {
  private let models: [Model]

  /// A history with all verdicts on it.
  private struct Model {
    let history: PublicHistory
    let matrix: HopMatrix
    let steps: [HistoryStep]
  }

  init(_ histories: [PublicHistory]) {
    models = histories.map { history in
      let matrix = HopMatrix(of: SchemaHistory(history.history.versions), .both)
      return Model(
        history: history, matrix: matrix,
        steps: history.truths.indices.map { HistoryStep(history, matrix, at: $0) })
    }
  }

  /// The steps that the platform inferred, and that are not called lightweight.
  var misjudged: [String] {
    lines(of: .disagreement) { $0.truth == .inferred }
  }

  var text: String {
    ([Self.head, summary] + models.map(section)).joined(separator: "\n")
  }

  private static let head = """
    # What is said of public histories

    Made by `RECORD=1 swift test --filter PublicHistoryReportTests`, and compared by the same test. Each
    step is held against what the authors of the model did: a *mapped* one has a mapping model beside
    it, an *inferred* one has none, and one of Room's is *unchanged* where its identity hash is. Steps
    of Room's are listed where they are not lightweight.

    """

  // MARK: All together

  private var summary: String {
    let versions = models.reduce(0) { $0 + $1.history.history.versions.count }
    let counts = HistoryStep.Agreement.allCases.map { agreement in
      let count = models.flatMap(\.steps).count { $0.agreement == agreement }
      return "| \(agreement.rawValue) | \(count) |"
    }
    let table = ["", "| steps | |", "|---|---|"] + counts + [""]
    return "\(models.count) models, \(versions) versions.\n" + table.map { $0 + "\n" }.joined()
      + list("Disagreements", lines(of: .disagreement))
      + list("Mapped, although the shape can be inferred", lines(of: .moved)).dropLast()
  }

  private func list(_ title: String, _ lines: [String]) -> String {
    "## \(title)\n\n" + (lines.isEmpty ? ["None."] : lines).map { $0 + "\n" }.joined() + "\n"
  }

  private func lines(
    of agreement: HistoryStep.Agreement, where isMeant: (HistoryStep) -> Bool = { _ in true }
  ) -> [String] {
    models.flatMap { model in
      model.steps.filter { $0.agreement == agreement && isMeant($0) }.map { step in
        let reasons = step.reasons.map { "; \($0)" }.joined()
        return "- \(model.history.name), \(step.labels.source) to \(step.labels.target):"
          + " \(step.truth.rawValue), and \(step.verdict)\(reasons)"
      }
    }
  }

  // MARK: Model by model

  private func section(_ model: Model) -> String {
    let rows = model.steps.filter { step in
      step.truth == .inferred || step.truth == .mapped || !step.reasons.isEmpty
    }.map(row)
    let table = ["", "| from | to | its authors | here | why |", "|---|---|---|---|---|"] + rows
    return "## \(model.history.name)\n\n"
      + (facts(model) + (rows.isEmpty ? [] : table))
      .map { $0 + "\n" }.joined()
  }

  private func row(_ step: HistoryStep) -> String {
    let reasons = step.reasons.joined(separator: "<br>").replacing("|", with: "\\|")
    return "| \(step.labels.source) | \(step.labels.target) | \(step.truth.rawValue) |"
      + " \(step.verdict) | \(reasons) |"
  }

  private func facts(_ model: Model) -> [String] {
    let history = model.history.history
    let ways = HopMatrix.Verdict.allCases.compactMap { verdict in
      let count = model.matrix.ways.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    var remarks: [ImportRemark.Subject: Int] = [:]
    for remark in history.remarks { remarks[remark.subject, default: 0] += 1 }
    let subjects = remarks.map { "\($0.key.rawValue) \($0.value)" }.sorted()
    return [
      "- versions: \(history.versions.count), with "
        + "\(history.versions.last?.schema.entities.count ?? 0) entities in the last",
      "- ways, forward and back: " + (ways.isEmpty ? "none" : ways.joined(separator: ", ")),
      "- not carried: " + (subjects.isEmpty ? "nothing" : subjects.joined(separator: ", ")),
    ]
  }
}
