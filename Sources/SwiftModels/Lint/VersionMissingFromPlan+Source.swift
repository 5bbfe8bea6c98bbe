internal import Diagnostics
internal import SchemaLint

extension VersionMissingFromPlan: SourceAnalysis {
  /// A finding for every version that no plan lists, if a plan lists other versions of the app.
  ///
  /// It is a warning for a new version after the listed ones, and a note for a version that is named nowhere
  /// else.
  func findings(in flow: ProgramFlow) -> [Finding] {
    let plans = flow.versions.plans
    guard plans.allSatisfy(\.hasAllVersions) else { return [] }
    let unlisted = flow.versions.entries.compactMap { entry in
      flow.plan(missing: entry).map { (entry, $0) }
    }
    guard !unlisted.isEmpty else { return [] }
    let uses = VersionUses(flow)
    return unlisted.compactMap { entry, plan in
      let use = uses.use(of: entry, beside: plan)
      // Stores of a version with the checksum of a listed one are recognised by it.
      let isKnown = plan.versions.compactMap(flow.versions.entry).contains { $0.isSame(as: entry) }
      if isKnown, use.isNamed { return nil }
      return Finding(
        Self.id,
        .unlisted(
          flow.program.qualifiedName(of: entry.id), flow.program.qualifiedName(of: plan.id), use),
        at: flow.place(of: entry.id),
        notes: [
          use.opening.map { .init(.openedHere, at: flow.place($0.position, inFile: $0.file)) },
          .init(.planHere, at: flow.place(of: plan.id)), flow.advice(entry, beside: plan, use),
        ].compactMap(\.self), atMost: use.limit)
    }
  }
}

/// The use of a version that no plan lists.
private enum VersionUse {
  /// A container with the plan has this version as its schema, at this place.
  case container(ContainerPlans.Listed)
  /// Code names the version.
  case named
  /// Code names the version, but no opened container has the plan.
  case idle
  /// No code names the version, which is newer than all listed versions.
  case draft
  /// Only tests, previews and containers in memory name the version, so it has no stores.
  case tried
  /// No code names the version.
  case none

  /// Whether code names the version, other than a container that is opened with it.
  var isNamed: Bool {
    switch self {
    case .named, .idle: true
    case .container, .draft, .tried, .none: false
    }
  }

  /// The place where the container names the version.
  var opening: ContainerPlans.Listed? {
    if case .container(let place) = self { place } else { nil }
  }

  /// The highest severity of the finding.
  var limit: Diagnostic.Severity? {
    switch self {
    case .container, .named: nil
    case .draft, .idle: .warning
    case .tried, .none: .note
    }
  }
}

/// A reader of the uses of versions that no plan lists.
private struct VersionUses {
  private let flow: ProgramFlow
  private let names: WrittenNames
  private let releasedNames: WrittenNames
  private let openings: [ContainerPlans.Opening]

  init(_ flow: ProgramFlow) {
    self.flow = flow
    let types = flow.versions.entries.map(\.id) + flow.versions.plans.map(\.id)
    names = WrittenNames(of: types, flow)
    releasedNames = WrittenNames(of: types, flow, onlyReleased: true)
    openings = ContainerPlans(flow).openings
  }

  func use(of entry: VersionTable.Entry, beside plan: MigrationPlanFacts) -> VersionUse {
    let listed = plan.versions.compactMap(flow.versions.entry)
    if let place = opening(of: entry, beside: plan, listed) { return .container(place) }
    if releasedNames.contains(entry.id) {
      // The code that opens a container may be in files that were not given.
      return openings.isEmpty || openings.contains { $0.plan == plan.id } ? .named : .idle
    }
    if names.contains(entry.id) { return .tried }
    return isDraft(entry, after: listed) && names.contains(plan.id) ? .draft : .none
  }

  /// The place where a container with the plan names a version, or a model of no listed version.
  private func opening(
    of entry: VersionTable.Entry, beside plan: MigrationPlanFacts, _ listed: [VersionTable.Entry]
  ) -> ContainerPlans.Listed? {
    let own = Set(entry.members.values).subtracting(listed.flatMap(\.members.values))
    return openings.lazy.filter { $0.plan == plan.id }.compactMap { opening in
      if let version = opening.version, version.type == entry.id { return version }
      return opening.models.first { own.contains($0.type) }
    }.first
  }

  /// Whether a version is newer than all versions of a plan, and equal to none.
  private func isDraft(_ entry: VersionTable.Entry, after listed: [VersionTable.Entry]) -> Bool {
    guard let number = entry.facts.version else { return false }
    return listed.allSatisfy { other in
      (other.facts.version.map { $0 < number } ?? false) && !other.isSame(as: entry)
    }
  }
}

extension ProgramFlow {
  /// The plan with other versions of the same app, for a version that no plan lists.
  private func plan(beside entry: VersionTable.Entry) -> MigrationPlanFacts? {
    guard !versions.plans.contains(where: { $0.versions.contains(entry.id) }) else { return nil }
    let related = versions.plans.filter { plan in
      plan.versions.compactMap(versions.entry).contains { versions.areRelated($0, entry) }
    }
    guard !related.isEmpty else { return nil }
    let openings = ContainerPlans(self).openings
    return related.first { !isOfOtherStore(entry, than: $0, openings) }
  }

  /// Whether the containers of a version and those of a plan certainly have different store files.
  ///
  /// Equal names in the version and in the plan are then in two stores.
  private func isOfOtherStore(
    _ entry: VersionTable.Entry, than plan: MigrationPlanFacts,
    _ openings: [ContainerPlans.Opening]
  ) -> Bool {
    let listed = Set(plan.versions.compactMap(versions.entry).flatMap(\.members.values))
    let own = Set(entry.members.values).subtracting(listed)
    let its = openings.filter { opening in
      opening.version?.type == entry.id || opening.models.contains { own.contains($0.type) }
    }
    let planned = openings.filter { $0.plan == plan.id }
    let (mine, theirs) = (its.compactMap(\.stores), planned.compactMap(\.stores))
    guard !its.isEmpty, !planned.isEmpty, mine.count == its.count, theirs.count == planned.count
    else { return false }
    return mine.joined().allSatisfy { store in theirs.joined().allSatisfy(store.isOther) }
  }

  /// The plan that leaves a version out, unless the version has no stores.
  fileprivate func plan(missing entry: VersionTable.Entry) -> MigrationPlanFacts? {
    plan(beside: entry).flatMap { isNamespace(entry, beside: $0) ? nil : $0 }
  }

  /// The highest severity of a mistake in a version.
  ///
  /// The limit is lower for an unlisted version that is named nowhere else. It is also lower if the app opens
  /// its containers with other plans.
  func limit(on entry: VersionTable.Entry) -> Diagnostic.Severity? {
    let plans = versions.plans(listing: entry)
    if !plans.isEmpty, ContainerPlans(self).areAllOther(than: plans, listing: entry) {
      return .note
    }
    return plan(beside: entry).flatMap { VersionUses(self).use(of: entry, beside: $0).limit }
  }

  /// The advice on a version that a plan leaves out, because a plan cannot list two versions with one number.
  fileprivate func advice(
    _ entry: VersionTable.Entry, beside plan: MigrationPlanFacts, _ use: VersionUse
  ) -> Finding.Note {
    let twin = plan.versions.compactMap(versions.entry).first {
      $0.facts.version != nil && $0.facts.version == entry.facts.version
    }
    let name = program.qualifiedName(of: entry.id)
    let number = entry.facts.version.map { "\($0)" } ?? ""
    let other = twin.map { program.qualifiedName(of: $0.id) }
    let place = twin.map { self.place(of: $0.id) }
    switch (use, other) {
    case (.container, nil), (.named, nil), (.idle, nil):
      return .init(.list(name, hasStage: plan.stages.contains { $0.target == entry.id }))
    case (.container, let other?), (.named, let other?), (.idle, let other?):
      return .init(.renumber(name, other, number), at: place)
    case (.draft, _), (.tried, _): return .init(.useOrRemove(name))
    case (.none, nil): return .init(.listOrRemove(name))
    case (.none, let other?): return .init(.remove(name, other, number), at: place)
    }
  }
}

extension ProgramFlow {
  /// Whether a version only holds models that the plan's versions list.
  ///
  /// If no container is opened with it, it has no stores.
  fileprivate func isNamespace(
    _ entry: VersionTable.Entry, beside plan: MigrationPlanFacts
  ) -> Bool {
    let listed = Set(plan.versions.compactMap(versions.entry).flatMap(\.members.values))
    guard listed.isSuperset(of: entry.members.values) else { return false }
    return !code.contains { function in
      let scope = Scope(file: function.file, type: function.owner)
      return function.facts.statements.containsExpression { expression in
        expression.callArguments.contains { argument in
          argument.label == "versionedSchema"
            && program.type(named: argument.value, in: scope) == entry.id
        }
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func unlisted(_ version: String, _ plan: String, _ use: VersionUse) -> Self {
    switch use {
    case .container:
      Self(
        "the container is opened with '\(version)', which its '\(plan)' does not list: no stage leads "
          + "there, and the stores of the versions that it lists cannot be opened")
    case .named, .idle:
      Self(
        "'\(plan)' does not list '\(version)': a store of that version is of an unknown one, and "
          + "cannot be opened")
    case .draft:
      Self(
        "'\(version)' is newer than all that '\(plan)' lists, and nothing names it: no store comes "
          + "to have its models")
    case .tried:
      Self(
        "only tests, previews or containers in memory name '\(version)', and '\(plan)' does not list it: no "
          + "store comes to have its models")
    case .none:
      Self("nothing names '\(version)', nor does '\(plan)' list it: it is code without a use")
    }
  }

  fileprivate static func useOrRemove(_ version: String) -> Self {
    Self(
      "add '\(version).self' to the plan's 'schemas' and a stage to its 'stages', and open the "
        + "container with it; or take it out")
  }

  fileprivate static func listOrRemove(_ version: String) -> Self {
    Self(
      "take '\(version)' out; if it was released, add '\(version).self' to the plan's 'schemas', "
        + "and a stage to its 'stages'")
  }

  fileprivate static func remove(_ version: String, _ other: String, _ number: String) -> Self {
    Self("take '\(version)' out: the plan has \(number) as '\(other)'")
  }

  fileprivate static func renumber(_ version: String, _ other: String, _ number: String) -> Self {
    Self(
      "the plan has \(number) as '\(other)': take '\(version)' out, or give it a number of its own "
        + "and add it to the plan's 'schemas'")
  }

  fileprivate static let openedHere = Self("the container names it here")

  fileprivate static let planHere = Self("the plan is here")

  fileprivate static func list(_ version: String, hasStage: Bool) -> Self {
    Self("add '\(version).self' to its 'schemas'\(hasStage ? "" : ", and a stage to its 'stages'")")
  }
}
