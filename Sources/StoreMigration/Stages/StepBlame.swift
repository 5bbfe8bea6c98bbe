internal import Diagnostics
internal import MigrationPlanner
internal import StoreLayout
internal import StoreScript
internal import SchemaModel
internal import StoreVerification

/// Attributes failures after the last step to the declared steps that caused them.
///
/// The step must then be corrected, and not the objects, which it changed last.
struct StepBlame {
  let stage: MigrationStage
  let layout: StoreLayout
  let history: SchemaHistory

  /// The same failure, at the steps that may have caused it.
  func blamed(_ failure: MigrationFailure) -> MigrationFailure {
    guard !stage.mapping.steps.isEmpty else { return failure }
    switch failure {
    case .several(let failures): return .several(failures.map(blamed))
    case .duplicates(let duplicates):
      return parted(
        duplicates, MigrationFailure.duplicates, { ($0.diagnostic.message, $0.evidence) }
      ) {
        step(changing: $0.properties, of: $0.entity)
      }
    case .brokenDemands(let demands):
      return parted(
        demands, MigrationFailure.brokenDemands, { ($0.diagnostic.message, $0.evidence) }
      ) { demand in
        demand.finding.problem.property.flatMap { step(changing: [$0.property], of: $0.entity) }
      }
    case .brokenReferences(let references):
      return parted(
        references, MigrationFailure.brokenReferences,
        { ($0.diagnostic(code: "broken-reference", before: false).message, []) }
      ) { reference in
        step(changing: [reference.column], inTable: reference.table)
          ?? step(changing: [], inTable: reference.destination)
      }
    default: return failure
    }
  }

  /// Splits findings: those that steps caused, each at its step, and the rest unchanged.
  ///
  /// The notes give no advice about the objects.
  private func parted<Finding>(
    _ findings: [Finding], _ rest: ([Finding]) -> MigrationFailure,
    _ told: (Finding) -> (message: String, evidence: [Diagnostic.Note]),
    _ step: (Finding) -> DeclaredStep?
  ) -> MigrationFailure {
    let others = findings.filter { step($0) == nil }
    let failed = findings.compactMap { finding in
      step(finding).map { step in
        let (message, evidence) = told(finding)
        return failure(of: step, message, evidence + step.noteOnKeys)
      }
    }
    let all = failed + (others.isEmpty ? [] : [rest(others)])
    return all.count == 1 ? all[0] : .several(all)
  }

  private func failure(
    of step: DeclaredStep, _ message: String, _ evidence: [Diagnostic.Note]
  ) -> MigrationFailure {
    .step(
      FailedStep(
        step: step, clause: "leaves what the version does not allow: \(message)",
        location: history.location(of: step, in: stage), notes: evidence))
  }

  private func step(changing properties: [String], of entity: String) -> DeclaredStep? {
    layout.table(of: entity).flatMap { table in
      step(changing: properties.compactMap { layout.column(of: $0, in: entity) }, inTable: table)
    }
  }

  private func step(changing columns: [String], inTable table: String) -> DeclaredStep? {
    stage.lastStep(changing: columns, inTable: table, of: layout)
  }
}

extension MigrationStage {
  /// The last step that may change some columns of a table, or its rows.
  func lastStep(
    changing columns: [String], inTable table: String, of layout: StoreLayout
  ) -> DeclaredStep? {
    mapping.steps.last { step in
      let reach = StepReach(of: step, in: layout)
      return reach.wholeTables.contains(table)
        || reach.columns[table]?.isDisjoint(with: columns) == false
    }
  }
}

extension SchemaHistory {
  /// The place of a stage's step: the steps are declared in the version that the stage leads to.
  func location(of step: DeclaredStep, in stage: MigrationStage) -> SourceLocation? {
    self[stage.mapping.target.version]?.location(of: step)
  }
}

extension SchemaDocument {
  /// The place of a declared step.
  func location(of step: DeclaredStep) -> SourceLocation? {
    guard let position = migration?.steps.firstIndex(of: step) else { return nil }
    let path = SchemaPath(["migration", "steps", "\(position)"])
    return sources.location(of: path.appending(step.closure == nil ? "sql" : "closure"))
  }
}

extension DeclaredStep {
  /// A note that unique keys do not exist during steps, if the step's statement relies on one.
  var noteOnKeys: [Diagnostic.Note] {
    guard case .sql(let sql) = work,
      ["OR IGNORE", "OR REPLACE", "ON CONFLICT"].contains(where: sql.uppercased().contains)
    else { return [] }
    return [
      .init(
        "unique keys are made again once all steps are done: ask for the row with 'WHERE EXISTS'")
    ]
  }
}
