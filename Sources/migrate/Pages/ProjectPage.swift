internal import Diagnostics
internal import Files
internal import HTMLReport
internal import MigrationPlanner
internal import ProjectCheck
internal import Reports
internal import SchemaLint
internal import SchemaModel
internal import StoreScript

/// The page about a project, which `report` and `check --html` write.
struct ProjectPage {
  private let report: ProjectReport
  private let stores: [ReportedStore]
  private let verdict: String?

  /// A page with the results of a check and some stores.
  init(_ report: ProjectReport, stores: [ReportedStore] = [], verdict: String? = nil) {
    (self.report, self.stores, self.verdict) = (report, stores, verdict)
  }

  /// The page.
  var text: String {
    let texts = FileTexts()
    var page = HTMLReport(
      report.models.compactMap(model), toolVersion: CommandTable.version, source: { texts[$0] })
    let names = Set(report.models.map(\.name))
    page.otherStores = stores.filter { $0.model.map { !names.contains($0) } ?? true }
    // If there is only one model, findings elsewhere belong to it.
    if page.models.count == 1 {
      page.models[0].findings = report.findings
      page.models[0].excepted += report.exceptedInSource
      page.models[0].parts += sourcePart
    } else {
      page.otherFindings = elsewhere
      page.otherExcepted = report.exceptedInSource
    }
    let ofSource = Set((report.source ?? []).flatMap(\.diagnostics))
    let losses = [
      ReleasedVersionEdited.id, ModelMissingFromSchema.id, LightweightStageNotInferred.id,
    ].map(\.name)
    let lost = report.findings.filter { finding in
      finding.severity == .error && ofSource.contains(finding)
        && (losses.contains(finding.code)
          || RuleRegistry.rule(RuleID(finding.code)) is any ChangeRule)
    }
    // What is lost comes first.
    page.undescribed =
      lost + report.findings.filter { $0.code == UnversionedModelChange.id.name }
    page.verdict = verdict
    page.rulePage = { code in
      RuleRegistry.rule(RuleID(code))?.page ?? ProblemExplanation.of(code)?.page
    }
    return page.text
  }

  /// The findings in Swift source, as a part of the only model.
  private var sourcePart: [ReportedModel.Part] {
    report.sourceSummary.map { summary in
      let findings = (report.source ?? []).flatMap(\.diagnostics)
      return [
        ReportedModel.Part(
          name: report.sourceTitle, summary: summary,
          errorCount: findings.count { $0.severity == .error })
      ]
    } ?? []
  }

  /// The findings outside of all models.
  private var elsewhere: [Diagnostic] {
    let inModels = Set(report.models.flatMap(\.parts).flatMap(\.findings))
    return report.findings.filter { !inModels.contains($0) }
  }

  private func model(_ model: ProjectReport.Model) -> ReportedModel? {
    let versions = model.history.versions
    guard let oldest = versions.first, let newest = versions.last else { return nil }
    let steps = Planner.reviewedHops(
      from: oldest, through: Array(versions.dropFirst()), onPlatform: true)
    let approvals = model.parts.map(\.approvals).reduce([:]) {
      $0.merging($1) { first, _ in first }
    }
    var reported = ReportedModel(
      history: model.history,
      steps: steps.map { step in
        ReportedModel.Step(
          step.hop, remarks: step.hop.remarks, losses: step.hop.lossRemarks,
          approvals: approvals[step.hop.target] ?? [:])
      },
      matrix: model.matrix
        ?? HopMatrix(of: model.history, rewritesRows: TableWork.rewritesRows))
    reported.released = model.released
    reported.parts = model.parts.map(part)
    reported.findings = findings(of: model)
    reported.excepted = model.parts.flatMap(\.excepted)
    reported.stores = stores.filter { $0.model == model.name }
    reported.layout = Graphviz.layout(
      of: ModelDiagram(of: newest.schema).graph)
    return reported
  }

  private func part(_ part: ProjectReport.Part) -> ReportedModel.Part {
    ReportedModel.Part(
      name: part.part.rawValue, summary: part.summary,
      failures: part.cases.filter(\.hasFailed).map(\.name),
      errorCount: part.findings.count { $0.severity == .error }, absence: part.absence)
  }

  /// The findings in a model, without duplicates between its parts.
  private func findings(of model: ProjectReport.Model) -> [Diagnostic] {
    let own = Set(model.parts.flatMap(\.findings))
    return report.findings.filter { own.contains($0) }
  }
}
