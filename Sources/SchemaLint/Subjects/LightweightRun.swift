internal import MigrationPlanner
internal import SchemaModel
internal import Threads

/// Three or more consecutive versions with only lightweight steps between them.
///
/// The platform does not take such steps one by one. It infers a single migration from the version of a store
/// to the last version of the run.
struct LightweightRun: Sendable {
  /// The versions, in ascending order.
  let versions: ArraySlice<SchemaDocument>
  /// The steps between them.
  let steps: ArraySlice<VersionStep>
  /// The direct steps to the last version, from every version but the last two, in ascending order.
  let shortcuts: [VersionStep]

  /// The longest runs of a chain.
  static func all(in versions: [SchemaDocument], _ steps: [VersionStep]) -> [LightweightRun] {
    var result: [LightweightRun] = []
    var start = 0
    for position in steps.indices {
      let isLightweight = steps[position].review.classification == .lightweight
      let end = isLightweight ? position + 1 : position
      if !isLightweight || position == steps.count - 1 {
        if end - start > 1 { result.append(Self(versions[start...end], steps[start..<end])) }
        start = position + 1
      }
    }
    return result
  }

  private init(_ versions: ArraySlice<SchemaDocument>, _ steps: ArraySlice<VersionStep>) {
    (self.versions, self.steps) = (versions, steps)
    guard var newest = versions.last else {
      shortcuts = []
      return
    }
    // The declaration of the last step does not apply to a longer step.
    newest.migration = nil
    let last = newest
    shortcuts = Array(versions.dropLast(2)).concurrentMap { VersionStep(from: $0, to: last) }
  }

  /// The version that all stores of the run are migrated to.
  var target: Version? { versions.last?.schema.version }
}

/// The versions of a list in words: `1.0.0`, or `any of 1.0.0 to 2.1.0`.
func span(of versions: [Version]) -> String {
  guard let first = versions.min(), let last = versions.max() else { return "" }
  return first == last ? first.words : "any of \(first.words) to \(last.words)"
}
