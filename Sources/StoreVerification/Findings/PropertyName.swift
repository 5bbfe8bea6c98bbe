/// A property by its entity's name and its own: `Note.book`.
public struct PropertyName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The entity that declares the property.
  public var entity: String
  /// The attribute or relationship.
  public var property: String

  /// A name from its parts.
  public init(_ entity: String, _ property: String) {
    self.entity = entity
    self.property = property
  }

  /// Orders by entity, then property.
  public static func < (left: Self, right: Self) -> Bool {
    (left.entity, left.property) < (right.entity, right.property)
  }

  /// The usual spelling: `Note.book`.
  public var description: String { "\(entity).\(property)" }
}
