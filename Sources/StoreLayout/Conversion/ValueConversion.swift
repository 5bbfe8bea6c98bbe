internal import SQLite
package import SchemaModel

/// The conversion of stored values from one type to another.
package enum ValueConversion: Hashable {
  /// The stored form is the same: nothing happens.
  case identical
  /// Each value is converted exactly; otherwise the migration fails.
  case exact(from: AttributeType, to: AttributeType)
  /// The migration fails if a value is not one of these texts.
  case oneOf([String])
  /// Each element of a JSON list is converted exactly; otherwise the migration fails.
  case exactElements(from: AttributeType, to: AttributeType)
  /// The migration fails if an element of a JSON list is not one of these texts.
  case elementsOneOf([String])
  /// There is no conversion.
  case impossible

  package init(from source: AttributeType, to target: AttributeType) {
    let (source, target) = (source.storedAs, target.storedAs)
    if case .enumeration(.inline(let cases)) = target {
      if case .enumeration(.inline(let old)) = source, Set(old).isSubset(of: cases) {
        self = .identical
      } else {
        self = source.isStoredAsText ? .oneOf(cases) : .impossible
      }
      return
    }
    switch (source, target) {
    case _ where source == target: self = .identical
    case (.bool, .int16), (.bool, .int32), (.bool, .int64), (.int16, .int32), (.int16, .int64),
      (.int32, .int64), (.float, .double), (.double, .date), (.date, .double),
      (.data, .transformable), (.transformable, .data):
      self = .identical
    case (let old, .string) where old.isStoredAsText: self = .identical
    case (let old, .url) where old.isStoredAsText: self = .identical
    case (.array, .string), (.composite, .string): self = .identical
    case (.array(let old), .array(let new)): self = Self.ofElements(from: old, to: new)
    case (.array, _), (_, .array), (.composite, _), (_, .composite): self = .impossible
    default:
      let source = source.isStoredAsText && source != .decimal ? .string : source
      self =
        Self.isPossible(from: source, to: target) ? .exact(from: source, to: target) : .impossible
    }
  }

  /// In JSON true is not 1, and bytes are text: only numbers and texts may stay as they are.
  private static func ofElements(from old: AttributeType, to new: AttributeType) -> Self {
    switch Self(from: old, to: new) {
    case .identical where old == .bool && new != .bool: .exactElements(from: old, to: new)
    case .identical: .identical
    case .exact(let from, let to): .exactElements(from: from, to: to)
    case .oneOf(let cases): .elementsOneOf(cases)
    case .exactElements, .elementsOneOf, .impossible: .impossible
    }
  }

  private static func isPossible(from source: AttributeType, to target: AttributeType) -> Bool {
    switch (source, target) {
    case (.bool, .date), (.date, .bool), (.date, .string), (.string, .date), (.date, .decimal),
      (.decimal, .date), (.bool, .decimal), (.decimal, .bool):
      false
    case (.data, let other), (.transformable, let other), (let other, .data),
      (let other, .transformable):
      other == .string || other == .uuid
    case (_, .uuid), (.uuid, _): source == .string
    case (_, .url): source == .string
    default: true
    }
  }
}

extension AttributeType {
  /// The type with the same stored values for which the conversion rules are defined.
  fileprivate var storedAs: AttributeType {
    if case .enumeration(.named) = self { .string } else { self }
  }

  /// Whether values are stored as text.
  fileprivate var isStoredAsText: Bool {
    switch self {
    case .string, .uuid, .url, .decimal, .enumeration: true
    case .int16, .int32, .int64, .bool, .float, .double, .date, .data, .transformable, .array,
      .composite:
      false
    }
  }
}

// MARK: - One value

extension ValueConversion {
  /// The value as the other type holds it; nil if it cannot be held exactly.
  static func convert(_ value: SQLValue, to target: AttributeType) -> SQLValue? {
    if value == .null { return .null }
    switch target {
    case .int16: return integer(value).flatMap { Int16(exactly: $0) }.map { .integer(Int64($0)) }
    case .int32: return integer(value).flatMap { Int32(exactly: $0) }.map { .integer(Int64($0)) }
    case .int64: return integer(value).map(SQLValue.integer)
    case .bool: return boolean(value).map { .integer($0 ? 1 : 0) }
    case .double, .date: return real(value).map(SQLValue.real)
    case .float:
      return real(value).flatMap { Float(exactly: $0) }.map { .real(Double($0)) }
    case .decimal: return decimal(value).map(SQLValue.text)
    case .string: return text(value).map(SQLValue.text)
    case .uuid: return uuid(value).map(SQLValue.text)
    case .data: return bytes(value).map(SQLValue.blob)
    case .url, .transformable, .array, .enumeration, .composite: return nil
    }
  }

  private static func integer(_ value: SQLValue) -> Int64? {
    switch value {
    case .integer(let number): return number
    case .real(let number): return Int64(exactly: number)
    case .text(let text):
      guard let number = Int64(text), "\(number)" == text else { return nil }
      return number
    case .blob, .invalidText, .null: return nil
    }
  }

  private static func boolean(_ value: SQLValue) -> Bool? {
    switch value {
    case .integer(0), .real(0), .text("false"), .text("0"): false
    case .integer(1), .real(1), .text("true"), .text("1"): true
    case .integer, .real, .text, .blob, .invalidText, .null: nil
    }
  }

  private static func real(_ value: SQLValue) -> Double? {
    switch value {
    case .integer(let number): return Double(exactly: number)
    case .real(let number): return number.withoutSignOfZero
    case .text(let text):
      guard let decimal = DecimalText(text), let number = Double(text), number.isFinite,
        DecimalText(number.description) == decimal
      else { return nil }
      return number.withoutSignOfZero
    case .blob, .invalidText, .null: return nil
    }
  }

  /// The text of a decimal: a text with a decimal number keeps its spelling; a number is written without an
  /// exponent.
  private static func decimal(_ value: SQLValue) -> String? {
    guard let text = text(value), let decimal = DecimalText(text) else { return nil }
    if case .text = value { return text }
    return decimal.plain
  }

  private static func text(_ value: SQLValue) -> String? {
    switch value {
    case .integer(let number): "\(number)"
    case .real(let number): number.isFinite ? "\(number.withoutSignOfZero)" : nil
    case .text(let text): text
    case .blob(let bytes): String(validating: bytes, as: UTF8.self)
    case .invalidText, .null: nil
    }
  }

  private static func uuid(_ value: SQLValue) -> String? {
    switch value {
    case .text(let text): UUIDText.canonical(text)
    case .blob(let bytes): bytes.count == 16 ? UUIDText.text(of: bytes) : nil
    case .integer, .real, .invalidText, .null: nil
    }
  }

  private static func bytes(_ value: SQLValue) -> [UInt8]? {
    switch value {
    case .text(let text): Array(text.utf8)
    case .invalidText(let bytes), .blob(let bytes): bytes
    case .integer, .real, .null: nil
    }
  }
}

extension Double {
  /// The number as SQLite stores it: a zero is stored as an integer
  /// (https://www.sqlite.org/fileformat2.html#record_format).
  ///
  /// A value that is converted without being stored is then the same as a stored one.
  var withoutSignOfZero: Double { self == 0 ? 0 : self }
}
