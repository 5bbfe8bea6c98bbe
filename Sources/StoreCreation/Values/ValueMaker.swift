internal import SQLiteStore
internal import SchemaModel

/// Makes values for one attribute: what its type, bounds, pattern and cases allow.
struct ValueMaker {
  private let attribute: Attribute
  private let schema: Schema
  private let cases: [SQLValue]
  private let pattern: PatternExample?
  private let hostile: [SQLValue]

  /// - Throws: ``StoreCreationError/unsupportedPattern(_:property:entity:)``.
  init(_ attribute: Attribute, of entity: String, in schema: Schema) throws(StoreCreationError) {
    self.attribute = attribute
    self.schema = schema
    cases = (schema.cases(of: attribute.type) ?? []).compactMap {
      schema.storedValue(of: $0.rawValue, as: attribute.type)
    }
    pattern = attribute.pattern.flatMap(PatternExample.init)
    if let text = attribute.pattern, pattern == nil, !attribute.isOptional {
      throw .unsupportedPattern(text, property: attribute.name, entity: entity)
    }
    let isFree = attribute.pattern == nil && attribute.minimum == nil && attribute.maximum == nil
    hostile = isFree ? HostileValues.list(of: attribute.type) : []
  }

  /// How many different values there can be; nil where there is no end of them.
  var capacity: Int? {
    switch attribute.type {
    case .bool: 2
    case .enumeration: cases.count
    case .int16: integerRange.count
    case .array, .composite: 1
    default: attribute.pattern == nil ? nil : 1
    }
  }

  /// A value for the object of that index.
  ///
  /// The first objects get the hostile values in turn, later
  /// ones meet one now and then; `isTame` leaves them out.
  func value(at index: Int, isTame: Bool, _ random: inout RandomSource) -> SQLValue {
    if !isTame {
      if index < hostile.count { return hostile[index] }
      if attribute.isOptional, random.once(in: 4) { return .null }
      if !hostile.isEmpty, random.once(in: 64) {
        return hostile[random.below(min(hostile.count, 8))]
      }
    } else if attribute.isOptional, random.once(in: 3) {
      return .null
    }
    return ordinary(attribute.type, &random)
  }

  /// A value that no other number gives, below ``capacity``.
  func distinctValue(_ number: Int, _ random: inout RandomSource) -> SQLValue {
    switch attribute.type {
    case .bool: .integer(Int64(number))
    case .enumeration: cases[number]
    case .int16, .int32, .int64: .integer(Int64(integerRange.lowerBound + number))
    case .float, .double: .real(lowerReal + Double(number))
    case .date: .real(Self.firstDate + Double(number) * 61)
    case .decimal: .text("\(number).5")
    case .string: .text("\(Words.one(&random))-\(number)")
    case .url: .text("https://example.com/\(Words.one(&random))/\(number)")
    case .uuid: .text(random.uuid())
    case .data, .transformable: .blob(Array("\(number)".utf8))
    case .array, .composite: ordinary(attribute.type, &random)
    }
  }

  private func ordinary(_ type: AttributeType, _ random: inout RandomSource) -> SQLValue {
    switch type {
    case .bool: .integer(Int64(random.below(2)))
    case .int16, .int32, .int64:
      .integer(Int64(integerRange.lowerBound + random.below(integerRange.count)))
    case .float: .real(Double(Float(lowerReal + random.fraction() * (upperReal - lowerReal))))
    case .double: .real(lowerReal + random.fraction() * (upperReal - lowerReal))
    case .date:
      .real(Self.firstDate + (random.fraction() * Self.dateSpan * 1000).rounded() / 1000)
    case .decimal: .text("\(random.below(100_000)).\(10 + random.below(90))")
    case .uuid: .text(random.uuid())
    case .url: .text("https://example.com/\(Words.one(&random))/\(random.below(10_000))")
    case .data, .transformable: .blob(random.bytes(16 + random.below(112)))
    case .string: .text(text(&random))
    case .enumeration: cases.isEmpty ? .null : cases[random.below(cases.count)]
    case .array, .composite: .text(SampleJSON.text(of: type, in: schema, &random))
    }
  }

  private func text(_ random: inout RandomSource) -> String {
    if let pattern { return pattern.text(&random) }
    let least = length(attribute.minimum) ?? 0
    var text = Words.some(1...9, &random)
    while text.count < least { text += " " + Words.one(&random) }
    return length(attribute.maximum).map { String(text.prefix($0)) } ?? text
  }

  private func length(_ bound: Literal?) -> Int? {
    if case .int(let number)? = bound { Int(exactly: number) } else { nil }
  }

  /// Dates from 2020 on, over ten years.
  private static let firstDate = 1_577_836_800.0
  private static let dateSpan = 315_360_000.0

  private var integerRange: ClosedRange<Int> {
    let widest = attribute.type == .int16 ? 32_767 : 1_000_000
    let least = length(attribute.minimum) ?? 0
    return least...max(least, length(attribute.maximum) ?? max(least, widest))
  }

  private var lowerReal: Double { real(attribute.minimum) ?? 0 }
  private var upperReal: Double { max(lowerReal, real(attribute.maximum) ?? lowerReal + 1000) }

  private func real(_ bound: Literal?) -> Double? {
    switch bound {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
