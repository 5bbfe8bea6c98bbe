internal import SchemaLint

extension OldTypeInDidMigrate: SourceAnalysis {
  /// A finding for every model in a step after the migration that the new version lacks.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.unknownModels(at: .after, Self.id, .doBefore, Finding.Message.isOld)
  }
}

extension Finding.Message {
  fileprivate static func isOld(_ model: String, _ version: String) -> Self {
    Self(
      "'\(model)' is not of '\(version)', and after the migration the store does not know it any "
        + "more: the app ends here")
  }

  fileprivate static let doBefore = Self(
    "use the models of the new version here: keep in them, too, the properties that are read, and let a later "
      + "version drop these")
}
