/// The permanent name of a rule, in kebab case, by which the rule is identified everywhere.
///
/// A published name keeps its meaning. It is used in configuration, in suppressions and for the rule's page.
public struct RuleID: Hashable, Sendable {
  /// The name.
  public let name: String

  /// The rule with this name.
  public init(_ name: String) { self.name = name }
}

extension RuleID: ExpressibleByStringLiteral {
  /// The rule with this name.
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
