internal import StoreLayout
internal import SQLite
internal import StoreScript

/// Which objects or links a condition or a choice of the schema file picks out, summed up.
///
/// Their number may stay where they do not.
public struct ChosenObjects: Hashable, Sendable {
  /// What picks them out.
  public enum Way: String, Hashable, Sendable {
    /// A condition, by which the others are carried over.
    case `where`
    /// A choice among several links.
    case keep
  }

  /// What picks them out.
  public var way: Way
  /// The entity, or the to-one relationship, by its name in the new version.
  public var subject: String
  /// The sum of them.
  public var digest: String

  /// Objects from what picks them out and their sum.
  public init(_ way: Way, _ subject: String, digest: String) {
    (self.way, self.subject, self.digest) = (way, subject, digest)
  }
}

extension StoreScript {
  /// What is picked out of what is there now; where nothing is, nothing is told.
  ///
  /// The connection must have the functions of a migration.
  func chosenObjects(on connection: Connection) throws(SQLiteError) -> [ChosenObjects] {
    var result: [ChosenObjects] = []
    let filtered = Dictionary(grouping: leftBehind, by: \.entity).sorted { $0.key < $1.key }
    for (entity, checks) in filtered {
      let query = checks.map(\.objects).joined(separator: " UNION ALL ")
      if let digest = try connection.digest(ofRowsOf: query) {
        result.append(ChosenObjects(.where, entity, digest: digest))
      }
    }
    for check in chosenLinks {
      if let digest = try connection.digest(ofRowsOf: check.objects) {
        result.append(ChosenObjects(.keep, check.property, digest: digest))
      }
    }
    return result
  }
}

extension Connection {
  /// The sum of the rows of a query; nil where there are none.
  fileprivate func digest(ofRowsOf query: String) throws(SQLiteError) -> String? {
    guard !query.isEmpty,
      try integer("SELECT EXISTS (SELECT 1 FROM (\(raw: query)))") == 1
    else { return nil }
    return try checksum(of: SQL(raw: query)).description
  }
}
