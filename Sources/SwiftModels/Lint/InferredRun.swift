internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

/// Versions of a migration plan that are connected by stages without code.
///
/// The platform does not run such stages one by one. It infers a single migration from the version of a store
/// to the last version of the run. A custom stage without code is a run by itself.
struct InferredRun {
  /// The versions, in ascending order; at least two.
  var versions: [SourceVersion]
  /// The places of the stages to each version after the first; nil for an undeclared stage.
  var stages: [Finding.Place?]
  /// Whether the run is a custom stage without code.
  var isCustom = false
}

extension InferredRun {
  /// The longest runs of all plans, from their steps in order; nil stands for a step that is not inferred.
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

/// A change in a run that the platform does not infer.
struct UninferredChange {
  /// The change, with its default classification.
  var planned: PlannedChange
  /// The index of the stage with the change; nil if only several stages together make it.
  var stage: Int?
  /// The versions whose stores are affected, the nearest first.
  var sources: [SourceVersion] = []
}

extension InferredRun {
  /// The changes up to the last version that the platform does not infer, without duplicates.
  ///
  /// Changes of single stages come first, then changes of several stages together. A change that a later
  /// stage reverts stops no store, and is left out. So is a change of a part that could not be read in one of
  /// the versions.
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

  /// Whether a relationship only follows a class that seems to have another name, which another finding is
  /// about.
  func isOfRenamedClass(_ change: SchemaChange) -> Bool {
    guard case .changeDestination(_, _, let old, let new) = change else { return false }
    let (before, after) = (versions.first?.document.schema, versions.last?.document.schema)
    return after?.entity(named: old) == nil && before?.entity(named: new) == nil
  }

  private func obstacles(from source: Int, to target: Int) -> [PlannedChange] {
    let (source, target) = (versions[source], versions[target])
    guard source.unseenParents.isEmpty, target.unseenParents.isEmpty else { return [] }
    return source.obstacles(to: target)
  }
}

extension PlannedChange {
  /// Whether another change has the same kind and the same part.
  fileprivate func isSameChange(as other: PlannedChange) -> Bool {
    change.path == other.change.path && change.kind == other.change.kind
  }
}

extension SourceVersion {
  /// The changes to a later version that the platform does not infer, without parts that could not be read.
  func obstacles(to target: SourceVersion) -> [PlannedChange] {
    guard document.schema.version < target.document.schema.version else { return [] }
    let unread = Set((unread + target.unread).flatMap(\.paths))
    let source = document.schema
    return PlatformInference(
      from: source, to: target.document.schema.withTypes(namedAsIn: source)
    ).obstacles.filter { !unread.contains($0.change.path) }
  }
}
