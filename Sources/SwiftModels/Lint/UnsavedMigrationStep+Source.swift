internal import SchemaLint

extension UnsavedMigrationStep: SourceAnalysis {
  /// A finding for every step that changes objects and saves no context.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.migrationSteps.compactMap { step in
      guard let use = flow.result(of: step.function)?.contextUse, let change = use.changes.min(),
        use.saves.isEmpty, !use.isRolledBack, !use.isHandedOn,
        !flow.index.bodies(reachedFrom: step.function.facts.statements, in: step.scope).contains(
          where: { $0.body.containsExpression { $0.calledName == "save" } })
      else { return nil }
      let context = step.function.facts.parameters.first?.name ?? "context"
      return Finding(
        Self.id, .isLost(step.moment), at: flow.place(change, inFile: step.function.file),
        notes: [.init(.save(context))], atMost: step.limit)
    }.distinct
  }
}

extension Finding.Message {
  fileprivate static func isLost(_ moment: MigrationStep.Moment) -> Self {
    Self("'\(moment.rawValue)' changes objects and saves nothing: the changes are lost")
  }

  fileprivate static func save(_ context: String) -> Self {
    Self("end it with 'try \(context).save()'")
  }
}
