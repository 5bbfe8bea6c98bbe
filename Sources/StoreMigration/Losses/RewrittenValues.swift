internal import Diagnostics
public import SchemaModel

/// Values or links that were there before and that a declared expression gives anew.
public struct RewrittenValues: Hashable, Sendable {
  /// The property, by its name in the new version: `Book.year`.
  public var property: String
  /// The version that brings the expression.
  public var version: Version
  /// How many objects have another value afterwards; nil where only the migration itself would tell.
  public var count: Int64?
  /// How many objects the expression is evaluated for; nil where that is not known.
  public var objects: Int64?

  /// Values from their property and number.
  public init(_ property: String, version: Version, count: Int64?, objects: Int64?) {
    self.property = property
    self.version = version
    self.count = count
    self.objects = objects
  }

  /// The sentence: `'using' changes 'Book.year' of 3 of 200 objects`.
  public var message: String {
    guard let count, let objects else { return "'using' may change '\(property)' of every object" }
    return "'using' changes '\(property)' of \(count) of \(Quantity.count(objects, "object"))"
  }
}
