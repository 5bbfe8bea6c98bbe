internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension ProgramFlow {
  /// A warning for every new unique key whose stage deletes objects, but does not name what is deleted with them.
  ///
  /// A stage that makes equal objects one has to give the objects of their cascades to the one that stays.
  func deletedDuplicates(in staged: StagedStep) -> [Finding] {
    let (source, target) = (staged.step.source.document, staged.step.target.document)
    guard code(of: staged.stage, isBefore: true, names: ["delete"]), staged.stage.hasCodeBefore
    else {
      return []
    }
    let entities = HopReview(from: source, to: target).changes.compactMap { planned -> Entity? in
      guard case .addUniqueness(_, let name) = planned.change else { return nil }
      return source.schema.entity(named: name)
    }
    return entities.distinct.compactMap { entity in
      let cascades = entity.relationships.filter { $0.deleteRule == .cascade }.map(\.name)
        .filter { !code(of: staged.stage, isBefore: true, names: [$0]) }
      guard !cascades.isEmpty, code(of: staged.stage, isBefore: true, names: [entity.name]) else {
        return nil
      }
      return Finding(
        UniqueAdded.id, .deletesToo(cascades, entity.name), at: staged.step.stage,
        notes: [.init(.giveFirst(cascades))], atMost: .warning)
    }
  }
}

extension Finding.Message {
  fileprivate static func deletesToo(_ cascades: [String], _ entity: String) -> Self {
    Self(
      "'willMigrate' deletes objects of '\(entity)', and with each of them its \(cascades.quoted), by the delete "
        + "rule 'cascade'")
  }

  fileprivate static func giveFirst(_ cascades: [String]) -> Self {
    Self(
      "before it deletes one of several equal objects, give its \(cascades.quoted) to the object that stays"
    )
  }
}
