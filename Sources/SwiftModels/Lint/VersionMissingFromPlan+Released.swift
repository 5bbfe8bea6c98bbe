internal import Diagnostics
internal import SchemaLint
internal import SchemaModel

extension VersionMissingFromPlan {
  /// A finding for every released version that the migration plan of its model does not list.
  ///
  /// It does not matter whether the source still declares the version. A listed version with changed classes
  /// has a finding too.
  func findings(
    in flow: ProgramFlow, _ declared: [SourceVersion], since models: [ReleasedModel]
  ) -> [Finding] {
    guard flow.versions.plans.allSatisfy(\.hasAllVersions) else { return [] }
    let plans = flow.versions.plans.filter { flow.isRun($0) }
      .map { ListedVersions($0, declared, flow) }
    return plans.enumerated().flatMap { place, plan -> [Finding] in
      guard let model = plan.model(among: models) else { return [] }
      // A store may be opened with any of several plans for one model.
      let others = plans[..<place] + plans[(place + 1)...]
      let siblings = others.filter { $0.model(among: [model]) != nil }
      let plans = [plan] + siblings
      let edits = model.pinned.compactMap { pinned in
        plan.edited(pinned, model).map { Self.finding(on: $0, pinned, plan, model, flow) }
      }
      return edits
        + model.pinned.compactMap { pinned in
          plans.allSatisfy { $0.standing(of: pinned, among: model.pinned) == .unknown }
            ? finding(on: pinned, plan, model, declared, flow) : nil
        }
    }
  }

  private func finding(
    on pinned: ReleasedVersion, _ plan: ListedVersions, _ model: ReleasedModel,
    _ declared: [SourceVersion], _ flow: ProgramFlow
  ) -> Finding {
    let declaration = declared.first {
      $0.document.schema.version == pinned.version && $0.declaration?.isTest == false
        && pinned.consequence(of: $0.document) != .unrecognised
    }?.declaration
    let name = flow.program.qualifiedName(of: plan.facts.id)
    let here = flow.place(of: plan.facts.id)
    let before = plan.versions.last { $0.document.schema.version < pinned.version }
    let after = plan.versions.first { $0.document.schema.version > pinned.version }
    return Finding(
      Self.id, .isReleased(pinned.version, name),
      at: declaration.map { .location($0.location) } ?? here,
      notes: [
        declaration.map { _ in .init(.planIsHere, at: here) },
        .init(
          .listAgain(
            pinned.version, declaration?.name, after: before?.name, before: after?.name,
            hasStages: plan.facts.stages.flatMap { [$0.source, $0.target] }.compactMap(\.self)
              .contains { flow.program.qualifiedName(of: $0) == declaration?.name })),
        before == nil
          ? after.flatMap { next in
            model.document.map { .init(.dropOldStores(pinned.version, $0.schema.name, next)) }
          } : nil,
      ].compactMap(\.self))
  }

  private static func finding(
    on version: SourceVersion, _ pinned: ReleasedVersion, _ plan: ListedVersions,
    _ model: ReleasedModel, _ flow: ProgramFlow
  ) -> Finding {
    let here = flow.place(of: plan.facts.id)
    let name = version.declaration?.name ?? ""
    return Finding(
      id, .isEdited(pinned.version, name, flow.program.qualifiedName(of: plan.facts.id)),
      at: version.declaration.map { .location($0.location) } ?? here,
      notes: [
        .init(.planIsHere, at: here),
        .init(.addVersion(name, pinned.version, model.history.newest?.schema.version)),
      ])
  }
}

/// The versions that a plan lists.
private struct ListedVersions {
  /// The known relation of a released store to the plan.
  enum Standing {
    /// A version of the plan is, or may be, the version of the store.
    case listed
    /// No version of the plan is the version of the store.
    case unknown
  }

  let facts: MigrationPlanFacts
  /// The versions, in ascending order.
  let versions: [SourceVersion]
  /// Whether all numbers could be read.
  private let areAllRead: Bool

  init(_ plan: MigrationPlanFacts, _ declared: [SourceVersion], _ flow: ProgramFlow) {
    facts = plan
    let names = Set(plan.versions.map(flow.program.qualifiedName))
    versions = declared.filter { $0.declaration.map { names.contains($0.name) } ?? false }
    areAllRead = versions.count == names.count
  }

  /// The released model whose stores the plan migrates, if there is exactly one candidate.
  func model(among models: [ReleasedModel]) -> ReleasedModel? {
    versions.last.flatMap { ReleasedModel.meant(by: $0.document.schema, among: models) }
  }

  /// The listed version with the number of a released one, whose live classes have changed since.
  ///
  /// A later schema file must describe the changed classes. Until then, another rule reports them.
  func edited(_ pinned: ReleasedVersion, _ model: ReleasedModel) -> SourceVersion? {
    versions.first { version in
      version.document.schema.version == pinned.version && version.declaration?.isFrozen == false
        && pinned.consequence(of: version.document) == .unrecognised
        && model.describes(version, elsewhere: [])
    }
  }

  /// Whether the plan lists a released version; another rule reports edits of a version with its number.
  func standing(of pinned: ReleasedVersion, among released: [ReleasedVersion]) -> Standing {
    let isListed = versions.contains { version in
      let number = version.document.schema.version
      if number == pinned.version { return true }
      // A version that was read only in part, and has no released number, may be any version.
      let mayBeAny = !version.isWhole && !released.contains { $0.version == number }
      return mayBeAny || pinned.consequence(of: version.document) != .unrecognised
    }
    return isListed || !areAllRead ? .listed : .unknown
  }
}

extension Finding.Message {
  fileprivate static func isReleased(_ version: Version, _ plan: String) -> Self {
    Self(
      "'\(plan)' does not list version \(version), which was released: stores of \(version) match "
        + "no version of the plan, and the app ends at launch (error 134504: unknown version)")
  }

  fileprivate static let planIsHere = Self("the plan is here")

  fileprivate static func listAgain(
    _ version: Version, _ name: String?, after before: String?, before after: String?,
    hasStages: Bool
  ) -> Self {
    let first =
      name.map { "add '\($0).self' to its 'schemas'" }
      ?? "take the 'VersionedSchema' of \(version) back from the history of the repository and add it to "
      + "its 'schemas'"
    let places = [before.map { "after '\($0).self'" }, after.map { "before '\($0).self'" }]
    let place = places.compactMap(\.self).map { " \($0)" }.joined(separator: " and")
    let stages =
      switch (before, after) {
      case (let before?, let after?): "a stage from '\(before)' and one to '\(after)'"
      case (let before?, nil): "a stage from '\(before)'"
      case (nil, let after?): "a stage to '\(after)'"
      case (nil, nil): "its stages"
      }
    return Self("\(first)\(place)\(hasStages ? "" : ", with \(stages)")")
  }

  fileprivate static func dropOldStores(
    _ version: Version, _ model: String, _ next: SourceVersion
  ) -> Self {
    Self(
      "where no store of \(version) is in the field any more, write 'oldest-supported: {\(model): "
        + "\(next.document.schema.version)}' in migrate.yml")
  }

  fileprivate static func isEdited(_ version: Version, _ name: String, _ plan: String) -> Self {
    Self(
      "'\(name)' is version \(version), which was released, and lists classes that have changed since: "
        + "stores of \(version) match no version of '\(plan)', and the app ends at launch (error 134504: "
        + "unknown version)")
  }

  fileprivate static func addVersion(_ name: String, _ version: Version, _ next: Version?) -> Self {
    Self(
      "declare a 'VersionedSchema' \(next.map { "of version \($0) " } ?? "")with the classes as they are, add "
        + "it to the plan, and put copies of the classes as they were into '\(name)': 'migrate export "
        + "\(version) --format swiftdata' prints them")
  }
}
