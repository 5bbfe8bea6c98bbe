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
  /// Where the stage to each version but the first is declared; nil where there is none.
  var stages: [Finding.Place?]
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
          runs[last].stages.append(step.stage)
        } else {
          runs.append(
            InferredRun(
              versions: [step.source, step.target], stages: [step.stage], isCustom: step.isCustom))
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
  /// The position of the stage that brings it by itself; nil where several do together.
  var stage: Int?
  /// The versions from which it is one, the nearest first.
  var sources: [SourceVersion] = []
}

extension InferredRun {
  /// The changes on the ways to the last version that the platform does not infer, each once: at
  /// first those that a stage brings by itself, then those that several do together.
  ///
  /// What a later stage makes good stops no store. Nothing is reported of what could not be read on one
  /// of the sides.
  var uninferredChanges: [UninferredChange] {
    let places = versions.indices.dropLast()
    let own = places.map { obstacles(from: $0, to: $0 + 1) }
    let ways = places.map { obstacles(from: $0, to: versions.count - 1) }
    var found = places.flatMap { place in
      own[place].filter { planned in ways[place].contains { $0.isSameChange(as: planned) } }
        .map { UninferredChange(planned: $0, stage: place, sources: [versions[place]]) }
    }
    for place in places.reversed() {
      let told = own[place...].joined()
      for planned in ways[place] where !told.contains(where: { $0.isSameChange(as: planned) }) {
        if let known = found.firstIndex(where: {
          $0.stage == nil && $0.planned.change == planned.change
        }) {
          found[known].sources.append(versions[place])
        } else {
          found.append(UninferredChange(planned: planned, sources: [versions[place]]))
        }
      }
    }
    return found
  }

  private func obstacles(from source: Int, to target: Int) -> [PlannedChange] {
    let (source, target) = (versions[source], versions[target])
    guard source.unseenParents.isEmpty, target.unseenParents.isEmpty else { return [] }
    return source.obstacles(to: target)
  }
}

extension PlannedChange {
  /// Whether it is a change of the same kind at the same part, on another way.
  fileprivate func isSameChange(as other: PlannedChange) -> Bool {
    change.path == other.change.path && change.kind == other.change.kind
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
