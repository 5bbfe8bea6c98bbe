internal import Diagnostics
internal import MigrationPlanner
internal import SQLiteStore
internal import SchemaModel
internal import StoreVerification

/// Tells of what is wrong once all is done whether a declared step left it so: then the step is to be
/// corrected, and not the objects, which it changed last.
struct StepBlame {
  let stage: MigrationStage
  let layout: StoreLayout
  let history: SchemaHistory

  /// The same failure, at the steps that may change what is wrong.
  func blamed(_ failure: MigrationFailure) -> MigrationFailure {
    guard !stage.mapping.steps.isEmpty else { return failure }
    switch failure {
    case .several(let failures): return .several(failures.map(blamed))
    case .duplicates(let duplicates):
      return parted(duplicates, MigrationFailure.duplicates, \.diagnostic) {
        step(changing: $0.properties, of: $0.entity)
      }
    case .brokenDemands(let demands):
      return parted(demands, MigrationFailure.brokenDemands, \.diagnostic) { demand in
        demand.finding.problem.property.flatMap { step(changing: [$0.property], of: $0.entity) }
      }
    case .brokenReferences(let references):
      return parted(
        references, MigrationFailure.brokenReferences,
        { $0.diagnostic(code: "broken-reference", before: false) }
      ) { reference in
        step(changing: [reference.column], inTable: reference.table)
          ?? step(changing: [], inTable: reference.destination)
      }
    default: return failure
    }
  }

  /// What steps left so, each as theirs, and the rest as it was.
  private func parted<Finding>(
    _ findings: [Finding], _ rest: ([Finding]) -> MigrationFailure,
    _ diagnostic: (Finding) -> Diagnostic, _ step: (Finding) -> DeclaredStep?
  ) -> MigrationFailure {
    let others = findings.filter { step($0) == nil }
    let failed = findings.compactMap { finding in
      step(finding).map { failure(of: $0, diagnostic(finding)) }
    }
    let all = failed + (others.isEmpty ? [] : [rest(others)])
    return all.count == 1 ? all[0] : .several(all)
  }

  private func failure(of step: DeclaredStep, _ found: Diagnostic) -> MigrationFailure {
    .step(
      FailedStep(
        step, "leaves what the version does not allow: \(found.message)",
        at: history.location(of: step, in: stage),
        // The last one says what to do about the objects.
        notes: Array(found.notes.dropLast())))
  }

  private func step(changing properties: [String], of entity: String) -> DeclaredStep? {
    layout.table(of: entity).flatMap { table in
      step(changing: properties.compactMap { layout.column(of: $0, in: entity) }, inTable: table)
    }
  }

  /// The last step that may change some columns of a table, or its rows.
  private func step(changing columns: [String], inTable table: String) -> DeclaredStep? {
    stage.mapping.steps.last { step in
      let reach = StepReach(of: step, in: layout)
      return reach.wholeTables.contains(table)
        || reach.columns[table]?.isDisjoint(with: columns) == false
    }
  }
}

extension SchemaHistory {
  /// Where a step of a stage stands: its steps are those of the version that it leads to.
  func location(of step: DeclaredStep, in stage: MigrationStage) -> SourceLocation? {
    guard let document = self[stage.mapping.target.version],
      let position = document.migration?.steps.firstIndex(of: step)
    else { return nil }
    let path = SchemaPath(["migration", "steps", "\(position)"])
    return document.sources.location(of: path.appending(step.closure == nil ? "sql" : "closure"))
  }
}
