/// The type of an attribute's values.
public indirect enum AttributeType: Hashable, Sendable {
  /// Text.
  case string
  /// An integer of 16 bits.
  case int16
  /// An integer of 32 bits.
  case int32
  /// An integer of 64 bits; `int` in a schema file.
  case int64
  /// True or false.
  case bool
  /// A binary floating-point number of 32 bits.
  case float
  /// A binary floating-point number of 64 bits.
  case double
  /// A decimal number, kept exactly.
  case decimal
  /// An instant.
  case date
  /// A universally unique identifier.
  case uuid
  /// A URL.
  case url
  /// Bytes.
  case data
  /// Bytes that only the app's own transformer can read.
  case transformable
  /// A list of values of one type.
  case array(AttributeType)
  /// One of several named cases.
  case enumeration(Enumeration.Reference)
  /// The shared composite with this name.
  case composite(String)
}

extension AttributeType {
  /// The types that are written as one word in a schema file, in the order of its documentation.
  public static let scalars: [(keyword: String, type: AttributeType)] = [
    ("string", .string), ("int", .int64), ("int16", .int16), ("int32", .int32), ("int64", .int64),
    ("bool", .bool), ("float", .float), ("double", .double), ("decimal", .decimal),
    ("date", .date), ("uuid", .uuid), ("url", .url), ("data", .data),
    ("transformable", .transformable),
  ]

  /// The spelling in a schema file: `int`, `[string]`, `enum(a, b)`, `Status`.
  public var keyword: String {
    switch self {
    case .array(let element): "[\(element.keyword)]"
    case .enumeration(.named(let name)), .composite(let name): name
    case .enumeration(.inline(let cases)): "enum(\(cases.joined(separator: ", ")))"
    default: Self.scalars.first { $0.type == self }?.keyword ?? "\(self)"
    }
  }

  /// Whether the type is complete in itself: no list, and no enumeration or composite.
  package var isScalar: Bool {
    switch self {
    case .array, .enumeration, .composite: false
    case .string, .int16, .int32, .int64, .bool, .float, .double, .decimal, .date, .uuid, .url,
      .data, .transformable:
      true
    }
  }

  /// Whether values are numbers.
  public var isNumeric: Bool {
    switch self {
    case .int16, .int32, .int64, .float, .double, .decimal: true
    default: false
    }
  }
}

/// A closed set of named values.
public struct Enumeration: Hashable, Sendable {
  /// An attribute's reference to its enumeration.
  public enum Reference: Hashable, Sendable {
    /// The shared enumeration with this name.
    case named(String)
    /// These cases, stored as their names.
    case inline([String])
  }

  /// The kind of value that is stored for a case.
  public enum RawType: String, Hashable, Sendable, CaseIterable {
    /// A text for each case.
    case string
    /// An integer for each case.
    case int
    /// The enumeration has no raw values in the source; the case's own name is stored.
    case none
  }

  /// One case with its stored value.
  public struct Case: Hashable, Sendable {
    /// The case's name.
    public var name: String
    /// The stored value: the case's name unless declared otherwise, or its position for integers.
    public var rawValue: Literal

    /// A case from its name and its stored value.
    public init(_ name: String, rawValue: Literal) {
      self.name = name
      self.rawValue = rawValue
    }
  }

  /// The enumeration's name, unique in its schema.
  public var name: String
  /// The kind of value that is stored for a case.
  public var rawType: RawType
  /// The cases, in the order in which they were declared.
  public var cases: [Case]
  /// The purpose of the enumeration, in the team's words.
  public var documentation: String?

  /// An enumeration from its parts.
  public init(
    _ name: String, rawType: RawType = .string, cases: [Case], documentation: String? = nil
  ) {
    self.name = name
    self.rawType = rawType
    self.cases = cases
    self.documentation = documentation
  }
}

/// A structured value that is stored inside an object: a `Codable` struct in Swift.
public struct Composite: Hashable, Sendable {
  /// The composite's name, unique in its schema.
  public var name: String
  /// The parts.
  public var elements: [Attribute]
  /// The purpose of the composite, in the team's words.
  public var documentation: String?

  /// A composite from its parts.
  public init(_ name: String, elements: [Attribute], documentation: String? = nil) {
    self.name = name
    self.elements = elements
    self.documentation = documentation
  }
}

extension Schema {
  /// The named values that an attribute of an enumeration type may hold.
  ///
  /// Nil for other types, and for a name that the schema does not declare.
  public func cases(of type: AttributeType) -> [Enumeration.Case]? {
    guard case .enumeration(let reference) = type else { return nil }
    switch reference {
    case .named(let name): return enumeration(named: name)?.cases
    case .inline(let names): return names.map { .init($0, rawValue: .string($0)) }
    }
  }
}
