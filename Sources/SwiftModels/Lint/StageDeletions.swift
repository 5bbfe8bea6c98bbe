internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension ProgramFlow {
  /// Warnings about what the code of a stage deletes: all objects of a class, or what is linked to equal objects.
  func deletions(in staged: StagedStep) -> [Finding] {
    guard staged.stage.hasCodeBefore, code(of: staged.stage, isBefore: true, names: ["delete"])
    else {
      return []
    }
    let names = staged.step.source.document.schema.entities.map(\.name)
      .filter { code(of: staged.stage, isBefore: true, names: [$0]) }
    return names.compactMap { emptied($0, in: staged) } + unlinkedDuplicates(in: staged, of: names)
  }

  /// A finding for a class of which all objects are deleted, while the code afterwards does not name it.
  private func emptied(_ entity: String, in staged: StagedStep) -> Finding? {
    var after = staged.stage
    after.handlers.removeAll { $0.label == "willMigrate" }
    guard staged.step.target.document.schema.entity(named: entity) != nil,
      certainty(thatCleared: entity, before: staged) == .certain, !code(of: after, names: [entity])
    else { return nil }
    return Finding(
      DropEntity.id, .empties(entity), at: staged.step.stage, notes: [.init(.exceptDeletion)],
      atMost: .warning)
  }

  /// A finding for every new unique key whose stage deletes objects, but does not name what is linked to them.
  ///
  /// A stage that makes equal objects one has to give their linked objects to the one that stays.
  private func unlinkedDuplicates(in staged: StagedStep, of names: [String]) -> [Finding] {
    let (source, target) = (staged.step.source.document, staged.step.target.document)
    let entities = HopReview(from: source, to: target).changes.compactMap { planned -> Entity? in
      guard case .addUniqueness(_, let name) = planned.change, names.contains(name) else {
        return nil
      }
      return source.schema.entity(named: name)
    }
    return entities.distinct.compactMap { entity in
      let unnamed = entity.relationships.filter {
        !code(of: staged.stage, isBefore: true, names: [$0.name])
      }
      let deleted = unnamed.filter { $0.deleteRule == .cascade }.map(\.name)
      let unlinked = unnamed.filter { $0.deleteRule != .cascade && $0.cardinality == .toMany }.map(
        \.name)
      guard !(deleted + unlinked).isEmpty else { return nil }
      return Finding(
        UniqueAdded.id, .deletesDuplicates(of: entity.name, with: deleted, unlinking: unlinked),
        at: staged.step.stage, notes: [.init(.giveFirst(deleted + unlinked))], atMost: .warning)
    }
  }
}

extension Finding.Message {
  fileprivate static func empties(_ entity: String) -> Self {
    Self("'willMigrate' deletes all objects of '\(entity)', and 'didMigrate' makes none")
  }

  fileprivate static let exceptDeletion = Self(
    "if that is meant, write '// migrate:ignore drop-entity -- reason' above this line")

  fileprivate static func deletesDuplicates(
    of entity: String, with deleted: [String], unlinking unlinked: [String]
  ) -> Self {
    let effects = [
      deleted.isEmpty ? nil : "their \(deleted.quoted) are deleted",
      unlinked.isEmpty ? nil : "their \(unlinked.quoted) lose the link",
    ].compactMap(\.self)
    return Self(
      "'willMigrate' deletes objects of '\(entity)': by the delete rules, \(effects.joined(separator: ", and "))"
    )
  }

  fileprivate static func giveFirst(_ names: [String]) -> Self {
    Self(
      "before it deletes one of several equal objects, give its \(names.quoted) to the object that stays"
    )
  }
}
