package import SchemaModel

/// The conversion of values from one type to another without a declaration.
package enum TypeConversion: Hashable, Sendable {
  /// The stored form is the same.
  case identical
  /// Every value fits.
  case exact
  /// A value that does not fit fails the migration.
  case checked
  /// There is no single conversion.
  case undefined

  /// The conversion between stored types (see ``ValueSource/converted(_:from:to:)``).
  package init(from old: AttributeType, to new: AttributeType) {
    if old == new {
      self = .identical
    } else {
      self = Self.between(old, new)
    }
  }

  private static func between(_ old: AttributeType, _ new: AttributeType) -> Self {
    switch (old, new) {
    case (.int16, .int32), (.int16, .int64), (.int32, .int64), (.int16, .float),
      (.int16, .double), (.int32, .double), (.float, .double), (.int16, .decimal),
      (.int32, .decimal), (.int64, .decimal), (.bool, .int16), (.bool, .int32), (.bool, .int64),
      (.bool, .float), (.bool, .double),
      (.data, .transformable), (.transformable, .data):
      .exact
    case (.string, .uuid), (.string, .url), (.string, .enumeration),
      (.int16, .bool), (.int32, .bool), (.int64, .bool), (.float, .bool), (.double, .bool):
      .checked
    case (.uuid, .string), (.url, .string), (.decimal, .string), (.enumeration, .string),
      (.int16, .string), (.int32, .string), (.int64, .string), (.double, .string),
      (.float, .string):
      .exact
    case (.enumeration(.inline(let before)), .enumeration(.inline(let after))):
      Set(before).isSubset(of: after) ? .identical : .checked
    case (.string, let new) where new.isNumeric: .checked
    case (let old, let new) where old.isNumeric && new.isNumeric: .checked
    case (.array(let before), .array(let after)): Self(from: before, to: after)
    default: .undefined
    }
  }
}

extension AttributeType {
  /// Whether the platform converts values of this type to other such types.
  ///
  /// Apps have shipped such changes without a mapping model, and read the converted values. For decimal
  /// numbers the evidence differs: one app's test converts an integer, and a report says that the migration
  /// is refused.
  package var isConvertedByPlatform: Bool {
    switch self {
    case .int16, .int32, .int64, .float, .double, .bool: true
    case .string, .decimal, .date, .uuid, .url, .data, .transformable, .array, .enumeration,
      .composite:
      false
    }
  }
}
