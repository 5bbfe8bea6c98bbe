internal import SchemaLint

extension RelateInWillMigrate: SourceAnalysis {
  /// A finding for every link that is made before the migration and lost in it.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.migrationSteps.filter { $0.moment == .before }.flatMap { step in
      let result = flow.result(of: step.function)
      return (result?.contextUse.links ?? []).compactMap { link -> Finding? in
        guard let reason = flow.reason(against: link, step) else { return nil }
        return Finding(
          Self.id, reason, at: flow.place(link.position, inFile: step.function.file),
          notes: [.init(.doAfter)], atMost: step.limit)
      }
    }.distinct
  }
}

extension ProgramFlow {
  fileprivate func reason(
    against link: ContextUse.Link, _ step: MigrationStep
  ) -> Finding.Message? {
    if link.hasNewObject { return .isTemporary(link.property) }
    guard let owner = link.owner else { return nil }
    let name = program[owner].facts.name
    let isKept = step.target.members[name].map { self.models.link(link.property, of: $0) != nil }
    return isKept ?? false
      ? nil : .isDropped("\(name).\(link.property)", program.qualifiedName(of: step.target.id))
  }
}

extension Finding.Message {
  fileprivate static func isTemporary(_ property: String) -> Self {
    Self(
      "'\(property)' links an object that is made before the migration: its identifier is only "
        + "temporary there")
  }

  fileprivate static func isDropped(_ property: String, _ version: String) -> Self {
    Self("'\(version)' has no '\(property)': the link is lost in the migration")
  }

  fileprivate static let doAfter = Self(
    "link in 'didMigrate', through the relationships of the new version")
}
