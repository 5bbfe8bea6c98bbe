package import SchemaModel

/// The mapping from the records of a JSON file to objects of a model.
///
/// ``ImportMappingReader`` reads the mapping and checks it against the model.
package struct ImportMapping: Sendable {
  /// The path of members to the list of records; empty if the document is the list.
  package var records: [String]
  /// The mapping of a record.
  package var object: ObjectMapping
}

/// The mapping from a value of the file to an object.
package struct ObjectMapping: Sendable {
  /// The entity of the object.
  package var entity: String
  /// The attributes that identify an object; empty if each value becomes a new object.
  package var key: [String]
  /// The sources of the attributes.
  package var attributes: [ValueMapping]
  /// The sources of the linked objects.
  package var relationships: [LinkMapping]
  /// The members that are ignored on purpose, each by its path.
  package var ignored: [[String]]
}

/// The source of an attribute's value.
package struct ValueMapping: Sendable {
  /// The form of a date.
  package enum DateForm: String, CaseIterable, Sendable {
    /// A text: `2026-01-31T10:00:00Z`.
    case iso8601
    /// Seconds since 1970.
    case seconds
    /// Milliseconds since 1970.
    case milliseconds
    /// Seconds since 2001, the default of `JSONEncoder`.
    case reference
  }

  /// The attribute.
  package var attribute: String
  /// The path of members to the value.
  ///
  /// It is empty for the mapped value itself, and nil if the value does not come from the file.
  package var source: [String]?
  /// Whether the value is stored as JSON text.
  package var isJSON = false
  /// The value that replaces a missing value.
  package var fallback: DefaultValue?
  /// The form of a date.
  package var dateForm = DateForm.iso8601
}

/// The source of the objects that a relationship leads to.
package struct LinkMapping: Sendable {
  /// The relationship.
  package var relationship: String
  /// The path of members to the value, which is a list if the relationship is to-many.
  package var source: [String]
  /// The mapping of the objects.
  package var object: ObjectMapping
}
