/// A value that a schema file spells out: a default, a bound, an expected result.
public enum Literal: Hashable, Sendable {
  /// True or false.
  case bool(Bool)
  /// An integer.
  case int(Int64)
  /// A floating-point number.
  case double(Double)
  /// A text, or a value that is stored as a text: uuid, url, decimal, the name of a case.
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
  /// A new identifier for every object; `uuid()` in a schema file.
  case newUUID
  /// The time at which the object is created; `now()` in a schema file.
  case now
  /// A value that only the app's code computes and that is unknown here; `computed()` in a schema file.
  ///
  /// The platform treats it as a default like any other. A store of this toolkit cannot give it to existing
  /// objects.
  case computed
}

extension DefaultValue {
  /// Whether the value differs for each object.
  package var isFresh: Bool { self == .newUUID || self == .now }
}

extension Attribute {
  /// Whether the schema file of a version that is not released takes the default that Swift source has.
  ///
  /// A file may say what Swift cannot, so that only a constant or nothing is replaced. `Date.distantPast`, which
  /// lies before the year 1, stands for no date at all.
  package func givesDefault(to drafted: Attribute) -> Bool {
    guard type == drafted.type, isOptional == drafted.isOptional else { return false }
    switch (drafted.defaultValue, defaultValue) {
    case (_, .literal(.date(..<(-62_135_596_800)))): return false
    case (nil, .literal), (nil, .now), (nil, .newUUID): return true
    case (.literal(let old), .literal(let new)): return old != new
    default: return false
    }
  }
}
