public import Diagnostics
public import StoreVerification

/// Values of one property that a stage cannot give to objects, with the reason.
public struct RefusedValues: Hashable, Sendable {
  /// The reason why a value is refused.
  public enum Reason: Hashable, Sendable {
    /// The value is missing, and the property is required.
    case missing
    /// The value has another storage class than the property's type, which is given.
    case wrongClass(type: String)
    /// The old value cannot be converted, with the reason in the form of a message.
    case unconvertible(String)
    /// The expression fails, with SQLite's message.
    case failing(String)
    /// The condition for the objects to carry over fails, with SQLite's message.
    case failingCondition(String)
  }

  /// The property, by its name in the new version; `where` for a condition.
  public var property: PropertyName
  /// The reason.
  public var reason: Reason
  /// The number of objects.
  public var count: Int64
  /// Some of the objects, with their refused values.
  public var samples: [SampleObject] = []
  /// The place in the schema file of the expression or the condition, or else of the property.
  public var location: SourceLocation?
  /// The entity of the previous version from whose objects additional objects are made; nil otherwise.
  public var origin: String?
  /// Whether the values come from an expression and not from a conversion of the old values.
  public var isComputed = false
  /// The expression that converts the values that fit, and leaves the others to the user; nil if no SQL
  /// condition can be suggested.
  package var guardedConversion: String?
}
