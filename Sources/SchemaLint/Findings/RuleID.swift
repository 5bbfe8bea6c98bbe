/// The name of a rule, in kebab case: its identity for ever, in every place that names rules.
///
/// Once published, a name keeps its meaning. Configuration, suppressions and the rule's page go
/// by it.
public struct RuleID: Hashable, Sendable {
  /// The name.
  public let name: String

  /// The rule of that name.
  public init(_ name: String) { self.name = name }
}

extension RuleID: ExpressibleByStringLiteral {
  /// The rule of that name.
  public init(stringLiteral name: String) { self.init(name) }
}

extension RuleID: Comparable {
  /// Orders by name.
  public static func < (left: Self, right: Self) -> Bool { left.name < right.name }
}

extension RuleID: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
