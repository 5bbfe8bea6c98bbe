package import SchemaModel

/// How the records of a JSON file become objects of a model.
///
/// ``ImportMappingReader`` reads it, and has checked it against the model.
package struct ImportMapping: Sendable {
  /// The members that lead to the list of records; none where the document is that list.
  package var records: [String]
  /// What becomes of a record.
  package var object: ObjectMapping
}

/// How a value of the file becomes an object.
package struct ObjectMapping: Sendable {
  /// The entity of the object.
  package var entity: String
  /// The attributes by which an object is known again; empty where each value is a new one.
  package var key: [String]
  /// Where the values of its attributes come from.
  package var attributes: [ValueMapping]
  /// Where the objects that it leads to come from.
  package var relationships: [LinkMapping]
  /// The members that are left behind on purpose, each by the members that lead to it.
  package var ignored: [[String]]
}

/// Where the value of an attribute comes from.
package struct ValueMapping: Sendable {
  /// How a date is written.
  package enum DateForm: String, CaseIterable, Sendable {
    /// As a text: `2026-01-31T10:00:00Z`.
    case iso8601
    /// As a number of seconds since 1970.
    case seconds
    /// As a number of milliseconds since 1970.
    case milliseconds
    /// As a number of seconds since 2001, as `JSONEncoder` does by default.
    case reference
  }

  /// The attribute.
  package var attribute: String
  /// The members that lead to the value, none of them for the value that is mapped itself; nil
  /// where the file has no such value.
  package var source: [String]?
  /// Whether the value is kept as JSON text.
  package var isJSON = false
  /// What is taken where there is no value.
  package var fallback: DefaultValue?
  /// How a date is written.
  package var dateForm = DateForm.iso8601
}

/// Where the objects that a relationship leads to come from.
package struct LinkMapping: Sendable {
  /// The relationship.
  package var relationship: String
  /// The members that lead to the value, a list where the relationship is to-many.
  package var source: [String]
  /// What becomes of it.
  package var object: ObjectMapping
}
