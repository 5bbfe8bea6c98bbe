internal import SQLText

/// A column of a table.
public struct ColumnDefinition: Hashable, Sendable {
  /// The column's name.
  public var name: String
  /// The declared type; empty if none exists.
  public var type: String
  /// Whether it is declared NOT NULL.
  public var isRequired: Bool
  /// The SQL expression of its DEFAULT clause, without enclosing parentheses.
  public var defaultExpression: String?
  /// Any other clauses, such as `COLLATE NOCASE` or `CHECK (…)`, as SQL.
  ///
  /// The native layout has none; an existing database may.
  public var furtherClauses: [String]

  /// A column from its parts.
  public init(
    _ name: String, _ type: String, isRequired: Bool = false, defaultExpression: String? = nil,
    furtherClauses: [String] = []
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.defaultExpression = defaultExpression
    self.furtherClauses = furtherClauses
  }
}

extension ColumnDefinition {
  /// Compares two columns; as in SQLite, type names are compared without the case of letters.
  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.hasType(right.type) && left.isRequired == right.isRequired
      && left.defaultExpression == right.defaultExpression
      && left.furtherClauses == right.furtherClauses
  }

  /// Hashes the values that are compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(type.asciiLowercased)
    hasher.combine(isRequired)
    hasher.combine(defaultExpression)
    hasher.combine(furtherClauses)
  }

  /// Whether the column is declared with that type, ignoring the case of letters.
  ///
  /// SQLite itself reports `text` as `TEXT`.
  package func hasType(_ other: String) -> Bool {
    type == other || type.asciiLowercased == other.asciiLowercased
  }

  /// Whether the column takes values of a declared type unchanged: it has no type, or one with the same
  /// affinity (https://www.sqlite.org/datatype3.html#determination_of_column_affinity).
  package func isAffine(to type: String) -> Bool {
    let (mine, other) = (ColumnAffinity(self.type), ColumnAffinity(type))
    return self.type.isEmpty || mine == other || mine == .numeric
  }
}
