/// One demand of a version on objects, independent of the names of the tables that hold them.
///
/// A check finds the rows that do not meet a demand. A migration compares the demands of two versions, to
/// find those that it may have broken.
package struct ContentDemand: Hashable, Sendable {
  /// The part of the data that a demand is about.
  package enum Subject: Hashable, Sendable {
    /// The entity that a row belongs to.
    case entity
    /// The values of an attribute, or of a to-one relationship that is stored in the row.
    case value(of: String)
    /// A rule's properties, and the other tables that it reads, all folded as SQLite compares names.
    case rule(properties: Set<String>, tables: Set<String>)
    /// Whether a relationship's links lead to an object.
    case presence(at: String)
    /// Whether a relationship's links lead to an object of the right entity.
    case membership(at: String)
    /// The number of links of a relationship that is not stored in the object's own row.
    case count(at: String)
    /// Whether an ordered relationship's links have positions.
    case position(at: String)
  }

  /// The table whose rows are read.
  package var table: String
  /// The entity that makes the demand.
  package var entity: String
  /// The part of the data that the demand is about.
  package var subject: Subject
  /// The demand itself, in SQL that names no table.
  package var text: String

  /// The placeholder for the value in ``text``.
  static let value = "_value"

  /// Whether it demands a value, a link, or the object that a link leads to.
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
  /// The condition under which a required link that other rows hold is missing.
  static let noLink = "= 0"

  /// Whether the row's own values are enough to check it.
  package var isSelfContained: Bool {
    switch subject {
    case .entity, .value: true
    case .rule, .presence, .membership, .count, .position: false
    }
  }
}
