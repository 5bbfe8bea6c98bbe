public import Diagnostics
public import SchemaModel

/// Finds out what happens to a store on its way from one version of its schema to another.
public enum Planner {
  /// Plans the way from one version of a history to another.
  ///
  /// Everything that keeps the plan from being made is thrown at once: unknown versions, a target
  /// older than the source, renames that cannot be, drops that may be renames, expressions for
  /// what does not exist, an asserted kind that does not hold. A source that is the target gives
  /// a plan without hops.
  ///
  /// - Parameter allowedDrops: Drops that are meant as such although they look like one half of a
  ///   rename, in the form of ``PlannedChange/approval``: `drop-attribute:BookModel.year`.
  public static func plan(
    history: SchemaHistory, from source: Version, to target: Version,
    allowedDrops: Set<String> = []
  ) throws(DiagnosticsError) -> MigrationPlan {
    guard let document = history[source], let path = history.path(from: source, to: target) else {
      throw DiagnosticsError([])
    }
    return try plan(from: document, through: path, allowedDrops: allowedDrops)
  }

  /// Plans the way from a schema through the versions after it, in order, to the last of them.
  public static func plan(
    from source: SchemaDocument, through versions: [SchemaDocument],
    allowedDrops: Set<String> = []
  ) throws(DiagnosticsError) -> MigrationPlan {
    MigrationPlan(
      source: source.schema, target: versions.last?.schema ?? source.schema, hops: [], stages: [])
  }
}
