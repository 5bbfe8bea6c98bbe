internal import Diagnostics
internal import SchemaLint
internal import SchemaModel

extension IdenticalSchemaVersions: SourceAnalysis {
  /// A finding for every version that another one before it in the same plan is equal to.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.versionFamilies.flatMap { family in
      family.versions.indices.compactMap { place -> Finding? in
        let entry = family.versions[place]
        guard let twin = family.versions[..<place].first(where: { $0.isSame(as: entry) }) else {
          return nil
        }
        let (name, other) = (
          flow.program.qualifiedName(of: entry.id), flow.program.qualifiedName(of: twin.id)
        )
        return Finding(
          Self.id,
          .same(
            name, other, isByName: twin.members == entry.members, isStaged: family.isStaged),
          at: flow.place(of: entry.id),
          notes: [.init(.other(other), at: flow.place(of: twin.id)), .init(.freeze)],
          atMost: family.isStaged ? nil : .warning)
      }
    }.distinct
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

  fileprivate static func other(_ version: String) -> Self { Self("'\(version)' is here") }

  fileprivate static let freeze = Self(
    "freeze the models of the earlier version in its braces as they were released; where nothing "
      + "differs that is stored, take the later version out")
}
