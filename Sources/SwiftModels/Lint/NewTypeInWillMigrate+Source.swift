internal import SchemaLint

extension NewTypeInWillMigrate: SourceAnalysis {
  /// A finding for every model that a step before the migration names and the old version lacks.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.migrationSteps.filter { $0.moment == .before }.flatMap { step in
      let new = step.targetModels.subtracting(step.sourceModels)
      let found = flow.references(in: step).filter { new.contains($0.model) }.map { reference in
        flow.deletionByName(reference, in: step, Self.id)
          ?? Finding(
            Self.id,
            .isNew(
              flow.program.qualifiedName(of: reference.model),
              flow.program.qualifiedName(of: step.target.id)),
            at: flow.place(reference.position, inFile: reference.file), notes: [.init(.doAfter)])
      }
      return (found + flow.foreignModels(in: step, Self.id)).limited(to: step.limit)
    }.distinct
  }
}

extension Finding.Message {
  fileprivate static func isNew(_ model: String, _ version: String) -> Self {
    Self(
      "'\(model)' is of '\(version)', and before the migration the store does not know it yet: the "
        + "app ends here")
  }

  fileprivate static let doAfter = Self("do this in 'didMigrate'")
}
