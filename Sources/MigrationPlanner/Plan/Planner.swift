public import Diagnostics
public import SchemaModel

/// Plans the migration of a store from one version of its schema to another.
public enum Planner {
  /// Plans the migration from one version of a history to another.
  ///
  /// If the source is the target, the plan has no hops.
  ///
  /// - Parameters:
  ///   - history: All versions of the model.
  ///   - source: The version that the store has.
  ///   - target: The version that it will have.
  ///   - allowedDrops: Drops that are made on purpose although they look like one half of a rename,
  ///     in the form of ``PlannedChange/approval``: `drop-attribute:BookModel.year`.
  ///   - onPlatform: Whether the platform of the model migrates, if it has one: it changes a number that
  ///     does not fit, where `migrate` refuses it.
  /// - Returns: The changes, and the stages to carry out.
  /// - Throws: Everything that keeps the plan from being made, at once: unknown versions, a target older than
  ///   the source, impossible renames, drops that may be renames, expressions for unknown properties, an
  ///   asserted kind that does not hold.
  public static func plan(
    history: SchemaHistory, from source: Version, to target: Version,
    allowedDrops: Set<String> = [], onPlatform: Bool = false
  ) throws(DiagnosticsError) -> MigrationPlan {
    guard let document = history[source] else { throw unknown(source, in: history) }
    guard history[target] != nil else { throw unknown(target, in: history) }
    guard let path = history.path(from: source, to: target) else {
      throw DiagnosticsError([
        Diagnostic(
          code: "downgrade", "version \(target) is older than the store's version \(source)",
          notes: [
            .init("a store is never migrated backwards; restore the backup of version \(target)")
          ])
      ])
    }
    return try plan(
      from: document, through: path, allowedDrops: allowedDrops, onPlatform: onPlatform)
  }

  /// Plans the migration from a schema through the versions after it, in order, to the last of them.
  ///
  /// - Parameters:
  ///   - source: The schema that the store has.
  ///   - versions: The versions after it, in ascending order.
  ///   - allowedDrops: As for a history.
  ///   - onPlatform: As for a history.
  /// - Returns: The changes, and the stages to carry out.
  /// - Throws: Everything that keeps the plan from being made, at once.
  public static func plan(
    from source: SchemaDocument, through versions: [SchemaDocument],
    allowedDrops: Set<String> = [], onPlatform: Bool = false
  ) throws(DiagnosticsError) -> MigrationPlan {
    let hops = plannedHops(source, versions, allowedDrops, onPlatform)
    let problems = hops.flatMap(\.problems)
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    return MigrationPlan(
      source: source.schema, target: versions.last?.schema ?? source.schema,
      hops: hops.map(\.hop), stages: StageBuilder.stages(of: hops))
  }

  /// All hops of the migration, even faulty ones, with their inferred mappings and the problems that keep
  /// them from being planned.
  package static func reviewedHops(
    from source: SchemaDocument, through versions: [SchemaDocument],
    allowedDrops: Set<String> = [], onPlatform: Bool = false
  ) -> [(hop: MigrationHop, mapping: Mapping, problems: [Diagnostic])] {
    plannedHops(source, versions, allowedDrops, onPlatform).map {
      ($0.hop, $0.mapping, $0.problems)
    }
  }

  /// The hops of a store that passes through all of these versions.
  private static func plannedHops(
    _ source: SchemaDocument, _ versions: [SchemaDocument], _ allowedDrops: Set<String>,
    _ onPlatform: Bool
  ) -> [PlannedHop] {
    let heirs = EarlierHeirs(versions: [source] + versions)
    return zip([source] + versions, versions).enumerated().map { place, versions in
      var hop = PlannedHop(
        from: versions.0, to: versions.1, allowedDrops: allowedDrops, onPlatform: onPlatform)
      hop.hop.changes = heirs.changes(hop.hop.changes, to: place + 1)
      return hop
    }
  }

  private static func unknown(_ version: Version, in history: SchemaHistory) -> DiagnosticsError {
    let known = history.versions.map(\.schema.version.description)
    return DiagnosticsError([
      Diagnostic(
        code: "unknown-version", "there is no version \(version) of this schema",
        notes: [
          .init(
            known.isEmpty
              ? "no version is known" : "known versions are \(known.joined(separator: ", "))")
        ])
    ])
  }
}
