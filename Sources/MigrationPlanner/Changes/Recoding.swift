public import SchemaModel

/// What is stored for a case of an enumeration, before and after.
public struct Recoding: Hashable, Sendable {
  /// What was stored.
  public var old: Literal
  /// What is stored now.
  public var new: Literal

  /// A recoding from the old stored value and the new one.
  public init(_ old: Literal, as new: Literal) {
    self.old = old
    self.new = new
  }
}
