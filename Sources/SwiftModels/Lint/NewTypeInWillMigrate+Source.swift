internal import SchemaLint

extension NewTypeInWillMigrate: SourceAnalysis {
  /// A finding for every model in a step before the migration that the old version lacks.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.unknownModels(at: .before, Self.id, .doAfter, Finding.Message.isNew)
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
