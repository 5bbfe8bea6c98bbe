/// An invalid name, or a name that is already used.
enum NameProblem: SchemaProblem {
  /// A part of a model that has a name.
  enum Subject: String {
    case entity
    case attribute
    case relationship
    case enumeration
    case enumerationCase = "case"
    case composite
    case table
  }

  /// A second part of the same kind has the same name.
  case duplicate(Subject, String, of: String?)
  /// An attribute and a relationship have the same name.
  case attributeAndRelationship(String, entity: String)
  /// A property that an ancestor also declares.
  case inherited(String, entity: String, ancestor: String)
  /// An enumeration and a composite have the same name.
  case enumerationAndComposite(String)
  /// A shared type that has the name of a built-in type.
  case scalar(Subject, String)
  /// A second rule with this name.
  case rule(String, entity: String)
  /// A second query with this name.
  case query(String)
  /// Not an identifier.
  case identifier(Subject, String)
  /// A name that the native store itself uses.
  case reserved(Subject, String)
  /// Two names in the same place that differ only in case.
  case caseCollision(Subject, String, other: String)
  /// A property that is stored in the column of another property.
  case column(String, of: String, other: String)
  /// An entity named like the table of a relationship's links.
  case linkTable(String, relationship: String)

  var code: String {
    switch self {
    case .duplicate, .attributeAndRelationship, .inherited, .enumerationAndComposite, .rule,
      .query, .column:
      "duplicate-name"
    case .identifier: "invalid-identifier"
    case .scalar, .reserved, .linkTable: "reserved-name"
    case .caseCollision: "case-collision"
    }
  }

  var description: String {
    switch self {
    case .duplicate(let subject, let name, let owner):
      "there is a second \(subject.rawValue) '\(name)'" + (owner.map { " in '\($0)'" } ?? "")
    case .attributeAndRelationship(let name, let entity):
      "'\(entity).\(name)' is both an attribute and a relationship"
    case .inherited(let name, let entity, let ancestor):
      "'\(entity)' declares '\(name)', which it inherits from '\(ancestor)' already"
    case .enumerationAndComposite(let name):
      "'\(name)' is both an enumeration and a composite"
    case .scalar(let subject, let name):
      "the \(subject.rawValue) '\(name)' is named like a built-in type"
    case .rule(let name, let entity): "there is a second rule '\(name)' in '\(entity)'"
    case .query(let name): "there is a second query '\(name)'"
    case .identifier(let subject, let name):
      "'\(name)' cannot name \(subject.withArticle): a name has letters, digits and underscores, "
        + "and does not begin with a digit"
    case .reserved(let subject, let name):
      "'\(name)' cannot name \(subject.withArticle): the store uses such names itself"
    case .caseCollision(let subject, let name, let other):
      "the \(subject.rawValue) '\(name)' differs from '\(other)' by case only, and a database "
        + "does not distinguish them"
    case .column(let column, let property, let other):
      "'\(property)' is kept in the column '\(column)', which '\(other)' has already"
    case .linkTable(let entity, let relationship):
      "the entity '\(entity)' is named like the table for the links of '\(relationship)'"
    }
  }
}

extension NameProblem.Subject {
  fileprivate var withArticle: String {
    switch self {
    case .entity, .attribute, .enumeration: "an \(rawValue)"
    case .relationship, .enumerationCase, .composite, .table: "a \(rawValue)"
    }
  }
}
