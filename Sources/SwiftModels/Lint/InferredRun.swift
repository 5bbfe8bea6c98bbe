internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

/// Versions of a migration plan that follow each other by stages without code of their own.
///
/// The platform does not take such stages one by one: it goes from the version of a store to the
/// last one of the run at once, and infers that. A custom stage without code is a run by itself.
struct InferredRun {
  /// The versions, in ascending order, two or more.
  var versions: [SourceVersion]
  /// Where the stage to the last one is declared; nil where there is none.
  var stage: Finding.Place?
  /// Whether the plan ends with it, so that it can still be mended before it is released.
  var isLast: Bool
  /// Whether it is a custom stage without code.
  var isCustom = false
}

extension InferredRun {
  /// The longest runs of all plans, whose steps are given in their order; nil for those that are
  /// not inferred.
  static func all(in plans: [[PlanStep?]]) -> [InferredRun] {
    plans.flatMap { steps -> [InferredRun] in
      var runs: [InferredRun] = []
      var isOpen = false
      for step in steps {
        guard let step else {
          isOpen = false
          continue
        }
        if isOpen, !step.isCustom, let last = runs.indices.last {
          runs[last].versions.append(step.target)
          runs[last].stage = step.stage
          runs[last].isLast = step.isLast
        } else {
          runs.append(
            InferredRun(
              versions: [step.source, step.target], stage: step.stage, isLast: step.isLast,
              isCustom: step.isCustom))
        }
        isOpen = !step.isCustom
      }
      return runs
    }
  }
}

/// A change on the way to the last version of a run that the platform does not infer.
struct UninferredChange {
  /// The change, as it is judged where nobody says anything.
  var planned: PlannedChange
  /// The versions from which it is one, the nearest first.
  var sources: [SourceVersion] = []
  /// Whether only the last stage brings it, for some of these versions.
  var isNew = false
}

extension InferredRun {
  /// The changes on the ways to the last version that the platform does not infer, each once, those
  /// from the nearest version first.
  ///
  /// Nothing is told of what could not be read on one of the sides.
  var uninferredChanges: [UninferredChange] {
    guard let target = versions.last, let before = versions.dropLast().last,
      target.unseenParents.isEmpty
    else { return [] }
    var found: [UninferredChange] = []
    for source in versions.dropLast().reversed() where source.unseenParents.isEmpty {
      let earlier = Set(source.obstacles(to: before).map(\.change.path))
      for planned in source.obstacles(to: target) {
        let place = found.firstIndex { $0.planned.change == planned.change } ?? found.count
        if place == found.count { found.append(UninferredChange(planned: planned)) }
        found[place].sources.append(source)
        if !earlier.contains(planned.change.path) { found[place].isNew = true }
      }
    }
    return found
  }
}

extension SourceVersion {
  /// The changes to a later version that the platform does not infer, but for parts of which one of
  /// the two could not be read.
  func obstacles(to target: SourceVersion) -> [PlannedChange] {
    guard document.schema.version < target.document.schema.version else { return [] }
    let unread = Set((unread + target.unread).flatMap(\.paths))
    let source = document.schema
    return PlatformInference(
      from: source, to: target.document.schema.withTypes(namedAsIn: source)
    ).obstacles.filter { !unread.contains($0.change.path) }
  }
}
