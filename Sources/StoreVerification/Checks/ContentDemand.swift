/// What a version demands of objects in one respect, however the tables that hold them are called.
///
/// A check finds the rows that do not meet a demand. A migration compares the demands of two
/// versions, to tell which of them it may have broken and which it cannot have.
package struct ContentDemand: Hashable, Sendable {
  /// What is looked at to tell whether it is met.
  package enum Subject: Hashable, Sendable {
    /// The entity that a row says it is of.
    case entity
    /// The values of an attribute, or of a to-one relationship that is kept in the row.
    case value(of: String)
    /// A rule's properties, and the other tables that it reads, all folded as SQLite compares names.
    case rule(properties: Set<String>, tables: Set<String>)
    /// Whether a relationship's links lead to an object.
    case presence(at: String)
    /// Whether a relationship's links lead to an object of the right entity.
    case membership(at: String)
    /// How many links a relationship has that are not kept in the object's own row.
    case count(at: String)
    /// Whether an ordered relationship's links have positions.
    case position(at: String)
  }

  /// The table whose rows are read.
  package var table: String
  /// The entity that makes the demand.
  package var entity: String
  /// What is looked at.
  package var subject: Subject
  /// The demand itself, in SQL that names no table.
  package var text: String

  /// What stands for the value in ``text``.
  static let value = "_value"

  /// Whether it asks for a value, for a link, or for the object that a link leads to.
  var isOfPresence: Bool {
    switch subject {
    case .presence, .membership: true
    case .value: text == Self.absence
    case .count: text == Self.noLink
    case .entity, .rule, .position: false
    }
  }

  /// The condition under which a value is missing.
  static let absence = "\(value) IS NULL"
  /// The condition under which a required link is missing that other rows keep.
  static let noLink = "= 0"

  /// Whether the row itself tells that it is met, by no more than its values.
  package var isSelfContained: Bool {
    switch subject {
    case .entity, .value: true
    case .rule, .presence, .membership, .count, .position: false
    }
  }
}
