public import SQLite
public import SchemaModel

/// The version of a schema that describes a database without a recorded identity.
public enum VersionMatch: Hashable, Sendable {
  /// No version describes an existing database.
  case notDescribed
  /// No version describes it; the nearest version has these differences.
  case none(nearest: Version, differences: [DefinitionDifference])
  /// This version matches, and leaves fewer parts unnamed than any other.
  ///
  /// The newer ones have the same tables, and differ in parts that a database does not show.
  case one(Version, newer: [Version])
}

extension DatabaseDefinition {
  /// Finds the version that describes the database best.
  ///
  /// Every table and column that a version names must exist as described. Of several such versions, the one
  /// that leaves the fewest tables and columns unnamed is the best. If several have the same tables, the
  /// oldest is returned: the database records no version, so no later one was applied. If the version is
  /// known, only that one is compared.
  public func match(among history: SchemaHistory, assuming known: Version? = nil) -> VersionMatch {
    let versions = history.versions.map(\.schema).filter { known == nil || $0.version == known }
    let layouts = versions.map { StoreLayout(of: $0) }
      .filter { !$0.existingTables.isEmpty }
    let compared = layouts.map { ($0, $0.differences(from: self)) }
    let matching = compared.filter { $0.1.isEmpty }.map(\.0)
    guard let least = matching.map({ $0.unnamedPartCount(in: self) }).min() else {
      // Of equally near versions the newest is returned: a store is expected to have it.
      let nearest = compared.reversed().min { $0.1.count < $1.1.count }
      return nearest.map { .none(nearest: $0.0.schema.version, differences: $0.1) }
        ?? .notDescribed
    }
    let best = matching.filter { $0.unnamedPartCount(in: self) == least }.map(\.schema.version)
    return .one(best[0], newer: Array(best.dropFirst()))
  }
}
