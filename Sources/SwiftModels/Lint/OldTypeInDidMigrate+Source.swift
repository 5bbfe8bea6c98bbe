internal import SchemaLint

extension OldTypeInDidMigrate: SourceAnalysis {
  /// A finding for every model that a step after the migration names and the new version lacks.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.migrationSteps.filter { $0.moment == .after }.flatMap { step in
      let old = step.sourceModels.subtracting(step.targetModels)
      let found = flow.references(in: step).filter { old.contains($0.model) }.map { reference in
        flow.deletionByName(reference, in: step, Self.id)
          ?? Finding(
            Self.id,
            .isOld(
              flow.program.qualifiedName(of: reference.model),
              flow.program.qualifiedName(of: step.target.id)),
            at: flow.place(reference.position, inFile: reference.file), notes: [.init(.doBefore)])
      }
      return (found + flow.foreignModels(in: step, Self.id)).limited(to: step.limit)
    }.distinct
  }
}

extension Finding.Message {
  fileprivate static func isOld(_ model: String, _ version: String) -> Self {
    Self(
      "'\(model)' is not of '\(version)', and after the migration the store does not know it any "
        + "more: the app ends here")
  }

  fileprivate static let doBefore = Self(
    "take the values in 'willMigrate', and use the models of the new version here")
}
