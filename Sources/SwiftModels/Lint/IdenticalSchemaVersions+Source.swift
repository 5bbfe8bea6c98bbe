internal import Diagnostics
internal import SchemaLint
internal import SchemaModel

extension IdenticalSchemaVersions: SourceAnalysis {
  /// A finding for every version that another one before it in the same plan is equal to, or may be
  /// for all that could be read of the two.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.versionFamilies.flatMap { family in
      family.versions.indices.compactMap { place -> Finding? in
        let (entry, before) = (family.versions[place], family.versions[..<place])
        if let twin = before.first(where: { $0.isSame(as: entry) }) {
          return finding(on: entry, sameAs: twin, isStaged: family.isStaged, flow)
        }
        return before.first { $0.mayBeSame(as: entry) }.map {
          finding(on: entry, perhaps: $0, flow)
        }
      }
    }.distinct
  }

  private func finding(
    on entry: VersionTable.Entry, sameAs twin: VersionTable.Entry, isStaged: Bool,
    _ flow: ProgramFlow
  ) -> Finding {
    let other = flow.program.qualifiedName(of: twin.id)
    return Finding(
      Self.id,
      .same(
        flow.program.qualifiedName(of: entry.id), other, isByName: twin.members == entry.members,
        isStaged: isStaged),
      at: flow.place(of: entry.id),
      notes: [.init(.other(other), at: flow.place(of: twin.id)), .init(.freeze)],
      atMost: isStaged ? nil : .warning)
  }

  private func finding(
    on entry: VersionTable.Entry, perhaps twin: VersionTable.Entry, _ flow: ProgramFlow
  ) -> Finding {
    let other = flow.program.qualifiedName(of: twin.id)
    return Finding(
      Self.id,
      .perhapsSame(
        flow.program.qualifiedName(of: entry.id), other, areRead: entry.isWhole && twin.isWhole),
      at: flow.place(of: entry.id),
      notes: [.init(.other(other), at: flow.place(of: twin.id))]
        + (twin.untold + entry.untold).distinct.map { problem in
          .init(Finding.Message(problem.message), at: problem.location.map { .location($0) })
        },
      atMost: .warning)
  }
}

extension ProgramFlow {
  /// Versions of one app, in their order.
  fileprivate struct Family {
    var versions: [VersionTable.Entry]
    /// Whether a plan with stages lists them, or one may still come.
    var isStaged = true
  }

  /// The versions of each plan in its order; without any plan, all versions by number.
  fileprivate var versionFamilies: [Family] {
    guard versions.plans.isEmpty else {
      return versions.plans.map { plan in
        Family(
          versions: plan.versions.compactMap(versions.entry), isStaged: !plan.hasNoStages)
      }
    }
    let known = versions.entries.filter { $0.facts.version != nil }
      .sorted { ($0.facts.version ?? .init(0)) < ($1.facts.version ?? .init(0)) }
    return [Family(versions: known)]
  }
}

extension Finding.Message {
  fileprivate static func same(
    _ version: String, _ other: String, isByName: Bool, isStaged: Bool
  ) -> Self {
    let reason =
      isByName ? "lists the same classes as" : "has the same version hashes as"
    let harm =
      isStaged
      ? "they are one version, and the platform ends the app at launch for its checksum is there "
        + "twice"
      : "they are one version, and with the plan's first stage the platform ends the app at launch"
    return Self("'\(version)' \(reason) '\(other)': \(harm)")
  }

  fileprivate static func perhapsSame(_ version: String, _ other: String, areRead: Bool) -> Self {
    let reason =
      areRead
      ? "not all of their version hashes are known, and nothing differs that these are known to cover"
      : "all that could be read of them has the same version hashes"
    return Self(
      "whether '\(version)' and '\(other)' are two versions could not be told: \(reason)")
  }

  fileprivate static func other(_ version: String) -> Self { Self("'\(version)' is here") }

  fileprivate static let freeze = Self(
    "freeze the models of the earlier version in its braces as they were released; where nothing "
      + "differs that is stored, take the later version out")
}
