internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension TypeChangeInCustomStage {
  /// A finding for every property that gets another type in a stage with code that does not read it before.
  ///
  /// The finding is a note if the version is released, or if other versions follow.
  func findings(in staged: StagedStep, isReleased: Bool, _ flow: ProgramFlow) -> [Finding] {
    let step = staged.step
    guard staged.stage.hasCode, step.source.unseenParents.isEmpty,
      step.target.unseenParents.isEmpty
    else { return [] }
    let changes = step.source.obstacles(to: step.target).filter(\.isOfType)
    guard !changes.isEmpty else { return [] }
    let read = flow.membersRead(before: staged)
    return changes.compactMap { planned in
      guard let name = planned.change.path.components.last, !read.contains(name) else {
        return nil
      }
      return Finding(
        Self.id, .convertsNothing(planned.change, step),
        at: step.target.place(of: planned.change.path),
        notes: [
          .init(.seesNeither(name)), .init(.ownProperty(name)),
          .init(.stageIsHere, at: step.stage),
        ], atMost: step.isLast && !isReleased ? nil : .note)
    }
  }
}

extension PlannedChange {
  /// Whether the change gives a property another type under the same name.
  fileprivate var isOfType: Bool {
    if case .changeAttributeType(let old, let new, _) = change {
      old.name == new.name
    } else {
      false
    }
  }
}

extension ProgramFlow {
  /// The names of all members that a stage's code reads before the platform's step.
  fileprivate func membersRead(before staged: StagedStep) -> Set<String> {
    var names: Set<String> = []
    for handler in staged.stage.handlers where handler.label == "willMigrate" {
      guard
        let function = function(handler.value, of: staged.stage.owner, inFile: staged.stage.file)
      else { continue }
      let scope = Scope(file: function.file, type: function.owner)
      for (body, _) in index.bodies(reachedFrom: function.facts.statements, in: scope) {
        body.forEachExpression { expression in
          switch expression.kind {
          case .member(_?, let name): names.insert(name)
          case .keyPath(_, let path): names.formUnion(path)
          default: break
          }
        }
      }
    }
    return names
  }
}

extension Finding.Message {
  fileprivate static func convertsNothing(_ change: SchemaChange, _ step: PlanStep) -> Self {
    Self(
      "the platform's own step in the custom stage from '\(step.source.name)' to "
        + "'\(step.target.name)' converts only numbers: \(change.summary)")
  }

  fileprivate static func seesNeither(_ name: String) -> Self {
    Self(
      "'willMigrate' has the old models and 'didMigrate' the new ones, so that neither brings a value "
        + "of '\(name)' over; a store with objects loses them, or cannot be opened")
  }

  /// The advice for a property that no stage can change in its place.
  static func ownProperty(_ name: String, of stage: String = "the stage") -> Self {
    Self(
      "keep '\(name)' as it was, fill a new property from it in 'didMigrate' of \(stage), and let a later "
        + "version drop '\(name)'")
  }

  fileprivate static let stageIsHere = Self("the stage is here")
}
