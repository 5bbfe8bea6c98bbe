internal import Diagnostics
internal import SchemaLint

extension StageGap: SourceAnalysis {
  /// A finding for every version of a plan that no stage leads to from the one before it.
  ///
  /// Apps whose plans have no stages at all were released and run, so that no more than doubt is
  /// certain there.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.versions.plans.flatMap { plan -> [Finding] in
      guard plan.isComplete else { return [] }
      return zip(plan.places, plan.places.dropFirst()).compactMap { before, after in
        let isJoined = plan.stages.contains {
          $0.source == before.version && $0.target == after.version
        }
        if isJoined { return nil }
        let names = (
          flow.program.qualifiedName(of: before.version),
          flow.program.qualifiedName(of: after.version)
        )
        let skipping = plan.stages.first { $0.source == before.version }
        return Finding(
          Self.id, plan.hasNoStages ? .noStages(names.0, names.1) : .gap(names.0, names.1),
          at: flow.place(after.position, inFile: after.file),
          notes: [
            skipping.map {
              .init(.skips, at: flow.place($0.position, inFile: $0.file))
            }, .init(.add(names.0, names.1)),
          ].compactMap(\.self), atMost: plan.hasNoStages ? .warning : nil)
      }
    }
  }
}

extension MigrationPlanFacts {
  /// Whether it is certain that it lists no stage at all.
  var hasNoStages: Bool { isComplete && stages.isEmpty }
}

extension Finding.Message {
  fileprivate static func noStages(_ before: String, _ after: String) -> Self {
    Self(
      "no stage leads from '\(before)' to '\(after)', as the plan has none: whether the platform "
        + "then infers the way is nowhere promised")
  }

  fileprivate static func gap(_ before: String, _ after: String) -> Self {
    Self(
      "no stage leads from '\(before)' to '\(after)': a store that stands at '\(before)' cannot "
        + "be opened")
  }

  fileprivate static let skips = Self("this stage goes to another version")

  fileprivate static func add(_ before: String, _ after: String) -> Self {
    Self(
      "add '.lightweight(fromVersion: \(before).self, toVersion: \(after).self)', or a custom one")
  }
}
