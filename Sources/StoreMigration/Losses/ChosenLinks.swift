internal import Diagnostics
internal import SQLite
internal import StoreScript

/// Objects that were linked to several others and stay linked to the one that the schema file chooses.
public struct ChosenLinks: Hashable, Sendable {
  /// The to-one, by its name in the new version: `Book.author`.
  public var property: String
  /// How many objects were linked to several; nil where only the migration itself would tell.
  public var objects: Int64?
  /// How many links go.
  public var dropped: Int64?
  /// How many of the objects stay linked to none, as none was chosen at both ends.
  public var unlinked: Int64

  /// Links from their relationship and their numbers.
  public init(
    _ property: String, objects: Int64? = nil, dropped: Int64? = nil, unlinked: Int64 = 0
  ) {
    self.property = property
    self.objects = objects
    self.dropped = dropped
    self.unlinked = unlinked
  }

  /// The sentence: `2 objects keep one of several links as 'Book.author', and 3 links go`.
  public var message: String {
    guard let objects, let dropped else {
      return "objects keep one of several links as '\(property)', and the others go"
    }
    let parts =
      [(objects - unlinked, "one of several links"), (unlinked, "none of their links")]
      .filter { $0.0 > 0 }.map { number, what in
        "\(Quantity.count(number, "object")) \(number == 1 ? "keeps" : "keep") \(what)"
      }
    return "\(parts.joined(separator: " and ")) as '\(property)', and "
      + "\(Quantity.count(dropped, "link")) \(dropped == 1 ? "goes" : "go")"
  }
}

extension StoreScript {
  /// Counts the links that go of what is there now; where none do, nothing is told.
  ///
  /// The connection must have the functions of a migration.
  func countChosenLinks(on connection: Connection) throws(SQLiteError) -> [ChosenLinks] {
    var result: [ChosenLinks] = []
    for check in chosenLinks {
      let numbers = try connection.rows(SQL(raw: check.count)).first?.compactMap(\.identity) ?? []
      guard numbers.count >= 2, numbers[0] > 0 else { continue }
      result.append(
        ChosenLinks(
          check.property, objects: numbers[0], dropped: numbers[1],
          unlinked: numbers.count > 2 ? numbers[2] : 0))
    }
    return result
  }
}
