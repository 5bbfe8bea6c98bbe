internal import StoreLayout
internal import SQLite
internal import SchemaModel

/// Makes values for one attribute, within its type, bounds, pattern and cases.
struct ValueMaker {
  private let attribute: Attribute
  private let schema: Schema
  private let cases: [SQLValue]
  private let pattern: PatternExample?
  private let hostile: [SQLValue]
  /// Whether only the type restricts the values.
  private let isFree: Bool
  private let range: ValueRange

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
    isFree = attribute.pattern == nil && attribute.minimum == nil && attribute.maximum == nil
    hostile = isFree ? HostileValues.list(of: attribute.type) : []
    let isDate = attribute.type == .date
    range = ValueRange(
      attribute, from: isDate ? Self.firstDate : 0, span: isDate ? Self.dateSpan : 1000)
  }

  /// The number of different values; nil for no limit.
  var capacity: Int? {
    switch attribute.type {
    case .bool: 2
    case .enumeration: cases.count
    case .int16: integerRange.count
    case .int32, .int64: attribute.maximum == nil ? nil : integerRange.count
    case .float, .double, .decimal, .date: range.capacity
    case .string, .data, .transformable: attribute.pattern == nil ? spellings : 1
    case .url, .uuid: attribute.pattern == nil ? nil : 1
    case .array, .composite: 1
    }
  }

  /// A value for the object with an index.
  ///
  /// The first objects get the hostile values in turn, later ones get one now and then; `isTame` leaves them
  /// out. Only an optional attribute that `mayLack` a value has none now and then.
  func value(
    at index: Int, isTame: Bool, mayLack: Bool = true, _ random: inout RandomSource
  ) -> SQLValue {
    let hasHostile = !isTame && index < hostile.count
    if attribute.isOptional, mayLack, !hasHostile, random.once(in: isTame ? 3 : 4) { return .null }
    if !isTame {
      if index < hostile.count { return hostile[index] }
      if !hostile.isEmpty, random.once(in: 64) {
        return hostile[random.below(min(hostile.count, 8))]
      }
    }
    return ordinary(attribute.type, &random)
  }

  /// A value that differs for every number below ``capacity``.
  func distinctValue(_ number: Int, _ random: inout RandomSource) -> SQLValue {
    switch attribute.type {
    case .bool: .integer(Int64(number))
    case .enumeration: cases[number]
    case .int16, .int32, .int64: .integer(Int64(integerRange.lowerBound + number))
    case .float, .double: .real(range.distinctValue(number, step: 1))
    case .date: .real(range.distinctValue(number, step: 61))
    case .decimal: .text("\(range.distinctValue(number, step: 1))")
    case .string where attribute.pattern != nil: ordinary(attribute.type, &random)
    case .string where isFree: .text("\(Words.one(&random))-\(number)")
    case .string: .text(spelling(number))
    case .url: .text("https://example.com/\(Words.one(&random))/\(number)")
    case .uuid: .text(random.uuid())
    case .data, .transformable: .blob(Array(spelling(number).utf8))
    case .array, .composite: ordinary(attribute.type, &random)
    }
  }

  private func ordinary(_ type: AttributeType, _ random: inout RandomSource) -> SQLValue {
    switch type {
    case .bool: .integer(Int64(random.below(2)))
    case .int16, .int32, .int64:
      .integer(Int64(integerRange.lowerBound + random.below(integerRange.count)))
    case .float:
      .real(range.nearest(to: Double(Float(range.value(at: random.fraction())))))
    case .double: .real(range.value(at: random.fraction()))
    case .date:
      .real(range.nearest(to: (range.value(at: random.fraction()) * 1000).rounded() / 1000))
    case .decimal where !isFree: .text("\(range.value(at: random.fraction()))")
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
    var text = Words.some(1...9, &random)
    while text.count < lengths.lowerBound { text += " " + Words.one(&random) }
    return String(text.prefix(lengths.upperBound))
  }

  // MARK: - Lengths

  private var lengths: ClosedRange<Int> {
    let least = max(0, number(attribute.minimum) ?? 0)
    return least...max(least, number(attribute.maximum) ?? .max)
  }

  /// A different text for each number, within the allowed lengths.
  private func spelling(_ number: Int) -> String {
    guard lengths.upperBound > 0 else { return "" }
    let digits = String(number, radix: Self.radix)
    return String(repeating: "0", count: max(0, lengths.lowerBound - digits.count)) + digits
  }

  /// The number of texts within the allowed lengths; nil if there are more than are counted.
  private var spellings: Int? {
    var result = 1
    for _ in 0..<min(lengths.upperBound, 12) { result *= Self.radix }
    return lengths.upperBound < 12 ? result : nil
  }

  private static let radix = 36

  // MARK: - Numbers

  /// Dates over ten years, beginning in 2020.
  private static let firstDate = 1_577_836_800.0
  private static let dateSpan = 315_360_000.0

  private var integerRange: ClosedRange<Int> {
    let type: ClosedRange<Int> =
      switch attribute.type {
      case .int16: Int(Int16.min)...Int(Int16.max)
      case .int32: Int(Int32.min)...Int(Int32.max)
      default: Int.min...Int.max
      }
    let span = min(type.upperBound, 1_000_000)
    let most = number(attribute.maximum)
    let usual = most.map { min(0, max($0, type.lowerBound + span) - span) } ?? 0
    let least = number(attribute.minimum) ?? usual
    let last = most ?? min(least, type.upperBound - span) + span
    // A range over all integers would have more elements than can be counted.
    return least...max(least, least > 0 ? last : min(last, least + (.max - 1)))
  }

  private func number(_ bound: Literal?) -> Int? {
    if case .int(let number)? = bound { Int(exactly: number) } else { nil }
  }
}
