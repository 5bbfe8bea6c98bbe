internal import Diagnostics
internal import SchemaLint

extension StageGap: SourceAnalysis {
  /// A finding for every version of a plan without a stage from the previous version.
  ///
  /// If a version or stage could not be read, the findings concern only such places. Apps with plans without
  /// any stages were released and run, so the finding is only a warning for such plans.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.versions.plans.flatMap { plan in
      let found = Self.findings(in: plan, flow)
      return found.isEmpty ? [] : found.limited(to: flow.limit(of: plan))
    }
  }

  private static func findings(in plan: MigrationPlanFacts, _ flow: ProgramFlow) -> [Finding] {
    guard plan.hasAllVersions else { return flow.unreadVersions(of: plan) }
    guard plan.unreadStages.isEmpty else { return flow.unreadStages(of: plan) }
    return repeated(in: plan, flow) + misplaced(in: plan, flow) + gaps(in: plan, flow)
      + backwards(in: plan, flow)
  }

  /// A finding for every stage that is listed again.
  private static func repeated(in plan: MigrationPlanFacts, _ flow: ProgramFlow) -> [Finding] {
    plan.stages.indices.compactMap { place in
      let stage = plan.stages[place]
      guard let source = stage.source, let target = stage.target,
        plan.stages[..<place].contains(where: { $0.source == source && $0.target == target })
      else { return nil }
      return Finding(
        id,
        .isRepeated(
          flow.program.qualifiedName(of: source), flow.program.qualifiedName(of: target)),
        at: flow.place(stage.position, inFile: stage.file), notes: [.init(.listOnce)],
        atMost: .warning)
    }.distinct
  }

  /// A finding for the first stage that is listed after the stage which follows it.
  private static func misplaced(in plan: MigrationPlanFacts, _ flow: ProgramFlow) -> [Finding] {
    let ends = plan.stages.map { $0.target.flatMap(plan.versions.firstIndex) ?? 0 }
    guard let late = ends.indices.dropFirst().first(where: { ends[$0] < ends[$0 - 1] }),
      let source = plan.stages[late].source, let target = plan.stages[late].target,
      plan.versions.contains(target)
    else { return [] }
    let names = (flow.program.qualifiedName(of: source), flow.program.qualifiedName(of: target))
    return [
      Finding(
        id, .isLate(names.0, names.1),
        at: flow.place(plan.stages[late].position, inFile: plan.stages[late].file),
        notes: [.init(.orderStages)], atMost: .warning)
    ]
  }

  private static func gaps(in plan: MigrationPlanFacts, _ flow: ProgramFlow) -> [Finding] {
    let places = plan.versions.compactMap { version in
      plan.places.first { $0.version == version }
    }
    return zip(places, places.dropFirst()).compactMap { before, after in
      let isJoined = plan.stages.contains {
        $0.source == before.version && $0.target == after.version
      }
      // Another rule reports the version in between, which the plan does not list.
      let isJoinedOver = plan.stages.contains { first in
        first.source == before.version
          && first.target.map { !plan.versions.contains($0) && flow.versions.entry($0) != nil }
            ?? false
          && plan.stages.contains { $0.source == first.target && $0.target == after.version }
      }
      if isJoined || isJoinedOver { return nil }
      let names = (
        flow.program.qualifiedName(of: before.version),
        flow.program.qualifiedName(of: after.version)
      )
      let skipping = plan.stages.first { $0.source == before.version }
      return Finding(
        id, plan.hasNoStages ? .noStages(names.0, names.1) : .gap(names.0, names.1),
        at: flow.place(after.position, inFile: after.file),
        notes: [
          skipping.map {
            .init(.skips, at: flow.place($0.position, inFile: $0.file))
          }, .init(.add(names.0, names.1)),
        ].compactMap(\.self), atMost: plan.hasNoStages ? .warning : nil)
    }
  }
}

extension StageGap {
  /// A finding for the first version that is listed after a newer one.
  private static func backwards(in plan: MigrationPlanFacts, _ flow: ProgramFlow) -> [Finding] {
    zip(plan.places, plan.places.dropFirst()).filter { before, after in
      guard let place = plan.versions.firstIndex(of: before.version) else { return false }
      return plan.versions[..<place].contains(after.version)
    }.prefix(1).map { before, after in
      Finding(
        id,
        .isBackwards(
          flow.program.qualifiedName(of: before.version),
          flow.program.qualifiedName(of: after.version)),
        at: flow.place(after.position, inFile: after.file), notes: [.init(.turnRound)],
        atMost: plan.hasNoStages ? .warning : nil)
    }
  }
}

extension ProgramFlow {
  /// Findings on versions that could not be read.
  fileprivate func unreadVersions(of plan: MigrationPlanFacts) -> [Finding] {
    plan.unreadVersions.map { place in
      Finding(
        StageGap.id, .unreadVersions(program.qualifiedName(of: plan.id)),
        at: self.place(place.position, inFile: place.file), notes: [.init(.spellOutVersions)],
        atMost: .warning)
    }
  }

  /// Findings on stages that could not be read; none for a plan with one version.
  fileprivate func unreadStages(of plan: MigrationPlanFacts) -> [Finding] {
    guard plan.versions.count > 1 else { return [] }
    return plan.unreadStages.map { place in
      Finding(
        StageGap.id, .unread(program.qualifiedName(of: plan.id)),
        at: self.place(place.position, inFile: place.file), notes: [.init(.spellOut)],
        atMost: .warning)
    }
  }
}

extension MigrationPlanFacts {
  /// Whether the plan certainly lists no stage.
  var hasNoStages: Bool { isComplete && stages.isEmpty }
}

extension Finding.Message {
  fileprivate static func noStages(_ before: String, _ after: String) -> Self {
    Self(
      "no stage leads from '\(before)' to '\(after)', as the plan has none: whether the platform "
        + "then infers the migration is nowhere promised")
  }

  fileprivate static func gap(_ before: String, _ after: String) -> Self {
    Self(
      "no stage leads from '\(before)' to '\(after)': a store that stands at '\(before)' cannot "
        + "be opened")
  }

  fileprivate static func unread(_ plan: String) -> Self {
    Self(
      "not all stages of '\(plan)' can be read: whether a stage leads to each version, and what the "
        + "stages do, is not known")
  }

  fileprivate static func unreadVersions(_ plan: String) -> Self {
    Self(
      "not all versions of '\(plan)' can be read: whether the plan lists each version, whether stages "
        + "lead to each, and what the stages do, is not known")
  }

  fileprivate static let spellOutVersions = Self(
    "spell them out as a list, '[SchemaV1.self, SchemaV2.self]', or in constants that one of the files "
      + "declares; and give the files that declare them")

  fileprivate static let spellOut = Self(
    "spell them out as a list, '[.lightweight(fromVersion: …, toVersion: …)]', or in constants that "
      + "one of the files declares")

  fileprivate static func isBackwards(_ before: String, _ after: String) -> Self {
    Self(
      "'\(after)' is listed after '\(before)', which is newer: a plan lists its "
        + "versions in their order")
  }

  fileprivate static func isLate(_ before: String, _ after: String) -> Self {
    Self(
      "the stage from '\(before)' to '\(after)' is listed after a later one: that the platform puts stages in "
        + "their order is nowhere promised")
  }

  fileprivate static func isRepeated(_ before: String, _ after: String) -> Self {
    Self(
      "a second stage from '\(before)' to '\(after)' is listed: whether the platform runs one, runs both, or "
        + "ends the app at launch is nowhere promised")
  }

  fileprivate static let listOnce = Self("list one stage from each version to the next in 'stages'")

  fileprivate static let orderStages = Self("list the stages in the order of the versions")

  fileprivate static let turnRound = Self("list the versions from the oldest to the newest")

  fileprivate static let skips = Self("this stage goes to another version")

  fileprivate static func add(_ before: String, _ after: String) -> Self {
    Self(
      "add a stage: '.custom(…)' with code if objects or values have to be carried over, else "
        + "'.lightweight(fromVersion: \(before).self, toVersion: \(after).self)'")
  }
}
