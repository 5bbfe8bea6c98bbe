public import SchemaModel

/// The stored values of a case of an enumeration, before and after.
public struct Recoding: Hashable, Sendable {
  /// The old value.
  public var old: Literal
  /// The new value.
  public var new: Literal

  /// A recoding from the old stored value and the new one.
  public init(_ old: Literal, as new: Literal) {
    self.old = old
    self.new = new
  }
}
