internal import Diagnostics
internal import SchemaLint

extension ModelMissingFromSchema {
  /// A finding for every container without a plan that lists fewer models than another one on the same store.
  ///
  /// It is a warning, because two programs may each have a store of that name.
  static func fewer(_ flow: ProgramFlow) -> [Finding] {
    let openings = ContainerPlans(flow).openings
    return openings.compactMap { opening in
      guard opening.plan == nil, opening.version == nil, !opening.models.isEmpty else { return nil }
      let names = flow.entities(of: opening)
      for other in openings where opening.isOfSameStore(as: other) {
        let lost = flow.entities(of: other).subtracting(names).sorted()
        guard !lost.isEmpty, !names.isDisjoint(with: flow.entities(of: other)) else { continue }
        return Finding(
          id, .listsFewer(lost), at: flow.place(opening.position, inFile: opening.file),
          notes: [
            .init(.otherIsHere, at: flow.place(other.position, inFile: other.file)),
            .init(.listAll(lost)),
          ], atMost: .warning)
      }
      return nil
    }
  }

  /// A finding for every container that lists fewer models than the newest version of its plan.
  ///
  /// It is a warning, because no report says what the platform does then.
  static func fewerThanPlanned(_ flow: ProgramFlow) -> [Finding] {
    ContainerPlans(flow).openings.compactMap { opening in
      guard opening.isWhole, opening.version == nil, !opening.models.isEmpty,
        let (plan, newest) = flow.newest(of: opening), !plan.hasNoStages
      else { return nil }
      let names = flow.entities(of: opening)
      let omitted = Set(newest.members.keys).subtracting(names).sorted()
      // A container of other classes altogether is reported by class.
      guard !omitted.isEmpty, names.isSubset(of: newest.members.keys) else { return nil }
      return Finding(
        id, .omits(omitted, flow.program.qualifiedName(of: newest.id)),
        at: flow.place(opening.position, inFile: opening.file),
        notes: [.init(.openWhole(omitted))], atMost: .warning)
    }
  }
}

extension ProgramFlow {
  /// The plan of a container and its newest version, where both could be read whole.
  func newest(
    of opening: ContainerPlans.Opening
  ) -> (plan: MigrationPlanFacts, version: VersionTable.Entry)? {
    guard let plan = versions.plans.first(where: { $0.id == opening.plan }), plan.isComplete,
      let newest = plan.versions.last.flatMap(versions.entry), newest.facts.isComplete
    else { return nil }
    return (plan, newest)
  }
}

extension ProgramFlow {
  /// The names of the entities in the schema of a container.
  fileprivate func entities(of opening: ContainerPlans.Opening) -> Set<String> {
    let version = opening.version.flatMap { versions.entry($0.type) }
    let models = models(reachedFrom: Set(opening.models.map(\.type)))
    return Set(models.map { program[$0].facts.name }).union(version?.members.keys.map(\.self) ?? [])
  }
}

extension ContainerPlans.Opening {
  /// Whether both containers have a store file of the same spelled address.
  fileprivate func isOfSameStore(as other: Self) -> Bool {
    guard self != other, let stores, let theirs = other.stores else { return false }
    return stores.contains { store in
      theirs.contains { their in
        guard let address = store.address, let other = their.address else { return false }
        return store.name == their.name && address.relation(to: other) == .isSame
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func listsFewer(_ entities: [String]) -> Self {
    Self(
      "this container opens a store of another container without its \(entities.quoted): the platform drops "
        + "their objects when the store is opened here")
  }

  fileprivate static func omits(_ entities: [String], _ version: String) -> Self {
    Self(
      "the container does not list \(entities.quoted), which '\(version)' has: its schema is no version of the "
        + "plan, and no objects of \(entities.count == 1 ? "it" : "them") can be saved")
  }

  fileprivate static func openWhole(_ entities: [String]) -> Self {
    Self("list \(entities.map { "\($0).self" }.quoted) here, too")
  }

  fileprivate static let otherIsHere = Self("the other container is here")

  fileprivate static func listAll(_ entities: [String]) -> Self {
    Self(
      "list \(entities.map { "\($0).self" }.quoted) here, too, or give this container a file of its own with "
        + "'ModelConfiguration(\"Name\")'")
  }
}
