internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension IdenticalSchemaVersions: SourceAnalysis {
  /// A finding for every version that equals an earlier one in its plan, or may equal it as far as both could
  /// be read.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.versionFamilies.flatMap { family in
      family.versions.indices.compactMap { place -> Finding? in
        let (entry, before) = (family.versions[place], family.versions[..<place])
        if let twin = before.first(where: { $0.isSame(as: entry) }) {
          return finding(on: entry, sameAs: twin, family.use, flow)
        }
        return before.first { $0.mayBeSame(as: entry) }.map {
          finding(on: entry, perhaps: $0, flow)
        }
      }
    }.distinct
  }

  private func finding(
    on entry: VersionTable.Entry, sameAs twin: VersionTable.Entry, _ use: VersionFamily.Use,
    _ flow: ProgramFlow
  ) -> Finding {
    let names = (flow.program.qualifiedName(of: twin.id), flow.program.qualifiedName(of: entry.id))
    let likeness = Likeness(of: entry, twin)
    let changes = likeness == .stored ? entry.changes(since: twin) : []
    let lost = changes.first { $0.changesMeaning }
    return Finding(
      Self.id, .same(names.1, names.0, likeness, use), at: flow.place(of: entry.id),
      notes: [
        .init(.other(names.0), at: flow.place(of: twin.id)),
        changes.isEmpty ? nil : .init(.leftOut(changes)),
        .init(
          lost.map { .undoOrDiffer($0.change, names, entry.facts.version) }
            ?? (changes.isEmpty ? .freeze : .writeInEarlier(changes, names, entry.facts.version))),
      ].compactMap(\.self),
      atMost: use == .staged || lost != nil ? nil : .warning, about: entry.facts.version)
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

/// The extent to which two versions are the same.
private enum Likeness {
  /// The same listed classes.
  case listed
  /// The same listed classes, including those that relationships lead to.
  case reached
  /// The same stored format only.
  case stored

  init(of first: VersionTable.Entry, _ second: VersionTable.Entry) {
    let areListed = Set(first.facts.models) == Set(second.facts.models)
    self = areListed ? .listed : first.members == second.members ? .reached : .stored
  }
}

/// Versions of one app, in their order.
private struct VersionFamily {
  /// The platform's use of the versions.
  enum Use {
    /// A plan with stages lists the versions.
    case staged
    /// A plan without stages lists the versions.
    case unstaged
    /// No plan of an opened container lists the versions; such a plan may be elsewhere, or follow later.
    case unplanned
  }

  var versions: [VersionTable.Entry]
  var use: Use
}

extension ProgramFlow {
  /// The versions of each plan, in its order; without any plan, versions with similar names, by number.
  ///
  /// Without a plan, a version may only be a namespace for its models.
  fileprivate var versionFamilies: [VersionFamily] {
    guard versions.plans.isEmpty else {
      return versions.plans.map { plan in
        VersionFamily(
          versions: plan.versions.compactMap(versions.entry),
          use: plan.hasNoStages ? .unstaged : isRun(plan) ? .staged : .unplanned)
      }
    }
    let known = versions.entries.filter { $0.facts.version != nil }
      .sorted { ($0.facts.version ?? .init(0)) < ($1.facts.version ?? .init(0)) }
    let families = Dictionary(grouping: known) { entry in
      program[entry.id].facts.name.filter { !$0.isNumber && $0 != "_" }
    }
    return families.sorted { $0.key < $1.key }.map {
      VersionFamily(versions: $0.value, use: .unplanned)
    }
  }
}

extension VersionTable.Entry {
  /// The changes since another version.
  fileprivate func changes(since other: Self) -> [PlannedChange] {
    HopReview(
      from: SchemaDocument(schema: other.schema),
      to: SchemaDocument(schema: schema.withTypes(namedAsIn: other.schema))
    ).changes
  }
}

extension Finding.Message {
  fileprivate static func leftOut(_ changes: [PlannedChange]) -> Self {
    let list = changes.map(\.change.summary).joined(separator: "; ")
    let lost = changes.first(where: \.changesMeaning)
    return Self(
      "version hashes leave out what differs: \(list)"
        + (lost.map { ": \($0.fateOfOldValues)" } ?? ""))
  }

  /// The way out for versions that differ in what no store holds: the earlier version stays the same with it.
  ///
  /// An index is in the store, and is only made by a migration.
  fileprivate static func writeInEarlier(
    _ changes: [PlannedChange], _ names: (source: String, target: String), _ number: Version?
  ) -> Self {
    let entity = changes.lazy.compactMap { planned -> String? in
      if case .addIndex(_, let entity) = planned.change { entity } else { nil }
    }.first
    return entity.map {
      Self(
        "only a migration makes an index: write '@Attribute(hashModifier: \"\(number.map(\.words) ?? "2")\")' "
          + "before a property of '\($0)' in '\(names.target)'")
    }
      ?? Self(
        "write that in '\(names.source)' itself, which is the same version with it, and take "
          + "'\(names.target)' out")
  }

  /// The ways out for versions that differ in more than their hashes.
  fileprivate static func undoOrDiffer(
    _ change: SchemaChange, _ names: (source: String, target: String), _ number: Version?
  ) -> Self {
    let property = change.path.components.last ?? ""
    if case .changeEnumeration(_, _, let cases) = change, cases.needsUnknownValue {
      let kept =
        cases.keepingStoredValues.isEmpty
        ? ownProperty(property, of: "a '.custom' stage") : keepStored(cases)
      return Self("take '\(names.target)' out, or change something else in it, too; \(kept)")
    }
    let undo =
      if case .changeEnumeration(_, _, let cases) = change { keepStored(cases).description } else {
        "undo that"
      }
    return Self(
      "\(undo), and take '\(names.target)' out; or write '@Attribute(hashModifier: "
        + "\"\(number.map(\.words) ?? "2")\")' before '\(property)', and in 'willMigrate' of '.custom(fromVersion: "
        + "\(names.source).self, toVersion: \(names.target).self, willMigrate: …, didMigrate: nil)' give such objects "
        + "another value")
  }

  fileprivate static func same(
    _ version: String, _ other: String, _ likeness: Likeness, _ use: VersionFamily.Use
  ) -> Self {
    let reason =
      switch likeness {
      case .listed: "lists the same classes as"
      case .reached: "has the same classes, with those that relationships lead to, as"
      case .stored: "has the same version hashes as"
      }
    let harm =
      switch use {
      case .staged:
        "they are one version, and the platform ends the app at launch for its checksum is there twice"
      case .unstaged:
        "they are one version, and with the plan's first stage the platform ends the app at launch"
      case .unplanned:
        "they are one version, and a migration plan with a stage between them ends the app at launch"
      }
    return Self("'\(version)' \(reason) '\(other)': \(harm)")
  }

  fileprivate static func perhapsSame(_ version: String, _ other: String, areRead: Bool) -> Self {
    let reason =
      areRead
      ? "not all of their version hashes are known, and nothing differs that these are known to cover"
      : "all that could be read of them has the same version hashes"
    return Self(
      "whether '\(version)' and '\(other)' are two versions is not known: \(reason)")
  }

  fileprivate static func other(_ version: String) -> Self { Self("'\(version)' is here") }

  fileprivate static let freeze = Self(
    "freeze the models of the earlier version in its braces as they were released; where nothing "
      + "differs that is stored, take the later version out")
}
