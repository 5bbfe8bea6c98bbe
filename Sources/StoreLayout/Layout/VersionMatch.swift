public import SQLite
public import SchemaModel

/// Which version of a schema describes a database that says nothing about itself.
public enum VersionMatch: Hashable, Sendable {
  /// No version has tables that were there before any model.
  case notDescribed
  /// No version describes it; the nearest one does so but for these differences.
  case none(nearest: Version, differences: [DefinitionDifference])
  /// This one does, and leaves less of it unnamed than any other; the newer ones have the same tables, and
  /// differ in what a database does not show.
  case one(Version, newer: [Version])
}

extension DatabaseDefinition {
  /// Finds the version that describes the database best.
  ///
  /// Every table and column that a version names must be there as it says; of several such
  /// versions the one that leaves the fewest tables and columns unnamed is meant. Of those that have the
  /// same tables it is the oldest: the database says nothing about itself, so no later one was applied.
  /// Where somebody knows which version it is, only that one is looked at.
  public func match(among history: SchemaHistory, assuming known: Version? = nil) -> VersionMatch {
    let versions = history.versions.map(\.schema).filter { known == nil || $0.version == known }
    let layouts = versions.map { StoreLayout(of: $0) }
      .filter { !$0.existingTables.isEmpty }
    let compared = layouts.map { ($0, $0.differences(from: self)) }
    let matching = compared.filter { $0.1.isEmpty }.map(\.0)
    guard let least = matching.map({ $0.unnamedPartCount(in: self) }).min() else {
      // Of equally near ones the newest: that is where a store is expected to be.
      let nearest = compared.reversed().min { $0.1.count < $1.1.count }
      return nearest.map { .none(nearest: $0.0.schema.version, differences: $0.1) }
        ?? .notDescribed
    }
    let best = matching.filter { $0.unnamedPartCount(in: self) == least }.map(\.schema.version)
    return .one(best[0], newer: Array(best.dropFirst()))
  }
}
