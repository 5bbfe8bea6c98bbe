/// A value that a schema file spells out: a default, a bound, an expected result.
public enum Literal: Hashable, Sendable {
  /// True or false.
  case bool(Bool)
  /// An integer.
  case int(Int64)
  /// A floating-point number.
  case double(Double)
  /// A text, and everything that is kept as one: uuid, url, decimal, the name of a case.
  case string(String)
  /// An instant, in seconds since 1970-01-01 00:00 UTC.
  case date(Double)
  /// Bytes.
  case data([UInt8])
  /// A list of values.
  case array([Literal])
  /// The parts of a composite by name.
  case object([String: Literal])
}

/// The value that a new object gets for an attribute.
public enum DefaultValue: Hashable, Sendable {
  /// The same value for every object.
  case literal(Literal)
  /// A fresh identifier for every object; `uuid()` in a schema file.
  case newUUID
  /// The instant at which the object is made; `now()` in a schema file.
  case now
  /// A value that only the code of the app makes, and of which nothing is known here; `computed()` in a
  /// schema file.
  ///
  /// To the platform it is a default like any other. A store of this toolkit has none to give to
  /// objects that are there.
  case computed
}

extension DefaultValue {
  /// Whether it is another value each time.
  package var isFresh: Bool { self == .newUUID || self == .now }
}
