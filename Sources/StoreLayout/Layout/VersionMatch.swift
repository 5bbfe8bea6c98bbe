public import SQLite
public import SchemaModel

/// Which version of a schema describes a database that says nothing about itself.
public enum VersionMatch: Hashable, Sendable {
  /// No version has tables that were there before any model.
  case notDescribed
  /// No version describes it; the nearest one does so but for these differences.
  case none(nearest: Version, differences: [DefinitionDifference])
  /// This one does, and leaves less of it unnamed than any other.
  case one(Version)
  /// These do, and nothing that a database shows tells one from the other.
  case several([Version])
}

extension DatabaseDefinition {
  /// Finds the version that describes the database best.
  ///
  /// Every table and column that a version names must be there as it says; of several such
  /// versions the one that leaves the fewest tables and columns unnamed is meant. Of those that
  /// differ in nothing but their numbers, as one that was just begun does from the one before, it is
  /// the oldest: the way from there does nothing that a later one would not need. Where somebody
  /// knows which version it is, only that one is looked at.
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
    return best.count == 1 || history.isTheSame(through: best)
      ? .one(best[0]) : .several(best)
  }
}

extension SchemaHistory {
  /// Whether nothing but the number changes from the first of some versions to the last.
  fileprivate func isTheSame(through some: [Version]) -> Bool {
    guard let first = some.first, let last = some.last, let start = self[first]?.schema else {
      return false
    }
    return versions.filter { $0.schema.version > first && $0.schema.version <= last }
      .allSatisfy { document in
        var schema = document.schema
        schema.version = first
        return document.migration == nil && schema.definitionDigest == start.definitionDigest
      }
  }
}
