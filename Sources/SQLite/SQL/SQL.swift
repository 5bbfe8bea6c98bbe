/// A piece of SQL with its values.
///
/// An interpolation must be marked as a quoted name, a bound value, or raw text.
///
/// ```swift
/// let title = "O'Hara"
/// let sql: SQL = "SELECT \(name: "title") FROM \(name: "Book") WHERE \(name: "title") = \(title)"
/// sql.text   // SELECT "title" FROM "Book" WHERE "title" = ?
/// sql.values // [.text("O'Hara")]
/// ```
public struct SQL: Hashable, Sendable {
  /// The text, with a `?` for each value.
  public private(set) var text: String
  /// The values, in the order of their `?`.
  public private(set) var values: [SQLValue]

  /// A piece of SQL that is already text and needs no values.
  public init(raw text: String) {
    self.text = text
    values = []
  }

  /// The joined pieces, with a separator between them.
  package init(joining pieces: [SQL], separator: String) {
    text = pieces.map(\.text).joined(separator: separator)
    values = pieces.flatMap(\.values)
  }

  /// Two pieces, joined.
  public static func + (left: Self, right: Self) -> Self {
    var result = left
    result.text += right.text
    result.values += right.values
    return result
  }
}

extension SQL: ExpressibleByStringInterpolation {
  /// The SQL that a literal without interpolation spells.
  public init(stringLiteral value: String) { self.init(raw: value) }

  /// The SQL that an interpolated literal spells.
  public init(stringInterpolation: Interpolation) {
    text = stringInterpolation.text
    values = stringInterpolation.values
  }

  /// Collects the text and the values of an interpolated literal.
  public struct Interpolation: StringInterpolationProtocol, Sendable {
    fileprivate var text = ""
    fileprivate var values: [SQLValue] = []

    /// An empty literal with room for its parts.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Adds a part of the literal unchanged.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a quoted name.
    public mutating func appendInterpolation(name: String) { text += name.quotedName }

    /// Adds quoted names, with commas between them.
    public mutating func appendInterpolation(names: [String]) {
      text += names.map(\.quotedName).joined(separator: ", ")
    }

    /// Adds text that is already SQL.
    public mutating func appendInterpolation(raw sql: String) { text += sql }

    /// Adds another piece, including its values.
    public mutating func appendInterpolation(_ sql: SQL) {
      text += sql.text
      values += sql.values
    }

    /// Adds a value to bind.
    public mutating func appendInterpolation(_ value: SQLValue) {
      text += "?"
      values.append(value)
    }

    /// Adds a text to bind.
    public mutating func appendInterpolation(_ text: String) { appendInterpolation(.text(text)) }

    /// Adds an integer to bind.
    public mutating func appendInterpolation(_ number: Int64) {
      appendInterpolation(.integer(number))
    }
  }
}
