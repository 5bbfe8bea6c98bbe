internal import SQLiteStore
internal import SchemaModel

/// The SQL conditions under which a stored value is not one of its type.
///
/// NULL is never malformed: whether a value is required is another question.
struct ValueConditions {
  let schema: Schema

  /// The condition for a value of a type in a column; nil where every value of the column is one.
  ///
  /// A table that was there before any model keeps decimals as the numbers that they are there.
  func malformed(
    _ type: AttributeType, _ column: String, isExisting: Bool = false
  ) -> String? {
    switch type {
    case .decimal where isExisting:
      "typeof(\(column)) NOT IN ('integer', 'real') AND NOT \(CheckFunctions.isDecimal)(\(column))"
    case .bool: "\(column) NOT IN (0, 1)"
    case .int16: "\(column) NOT BETWEEN \(Int16.min) AND \(Int16.max)"
    case .int32: "\(column) NOT BETWEEN \(Int32.min) AND \(Int32.max)"
    // As a floating-point number, because abs() of the least integer fails.
    case .float:
      "abs(CAST(\(column) AS REAL)) > \(Float.greatestFiniteMagnitude) "
        + "AND abs(CAST(\(column) AS REAL)) < 9e999"
    case .uuid: "NOT \(CheckFunctions.isUUID)(\(column))"
    case .url: "NOT \(CheckFunctions.isURL)(\(column))"
    case .decimal: "NOT \(CheckFunctions.isDecimal)(\(column))"
    case .array, .composite: malformedJSON(type, column)
    case .enumeration: unknownCase(type, column)
    case .string, .int64, .double, .date, .data, .transformable: nil
    }
  }

  /// How the type of a malformed value is called.
  func name(of type: AttributeType) -> String {
    switch type {
    case .uuid: "uuid in capital letters"
    case .array: "list of the type \(type.keyword)"
    case .composite(let name): "\(name) in JSON"
    default: type.keyword
    }
  }

  /// The condition for a value beyond the declared bounds; nil where there are none.
  func outOfBounds(_ attribute: Attribute, _ column: String) -> String? {
    let measured = measured(attribute.type, column)
    return switch Self.limits(of: attribute) {
    case (let least?, let most?): "\(measured) NOT BETWEEN \(least) AND \(most)"
    case (let least?, nil): "\(measured) < \(least)"
    case (nil, let most?): "\(measured) > \(most)"
    case (nil, nil): nil
    }
  }

  /// The declared bounds in words; nil where there are none.
  func bounds(of attribute: Attribute) -> String? {
    func measured(_ limit: String) -> String {
      guard attribute.type.isMeasuredByLength else { return limit }
      let unit = attribute.type.isBytes ? "byte" : "character"
      return "\(limit) \(unit)\(limit == "1" ? "" : "s") long"
    }
    return switch Self.limits(of: attribute) {
    case (let least?, let most?): "between \(least) and \(measured(most))"
    case (let least?, nil): "at least \(measured(least))"
    case (nil, let most?): "at most \(measured(most))"
    case (nil, nil): nil
    }
  }

  private static func limits(of attribute: Attribute) -> (least: String?, most: String?) {
    (attribute.minimum.flatMap(number), attribute.maximum.flatMap(number))
  }

  private func unknownCase(_ type: AttributeType, _ column: String) -> String? {
    guard let cases = schema.cases(of: type) else { return nil }
    let values = cases.compactMap { schema.storedValue(of: $0.rawValue, as: type)?.literal }
    return "\(column) NOT IN (\(values.joined(separator: ", ")))"
  }

  /// What the bounds of a type speak of: the value, or the length of a text in Unicode scalars.
  private func measured(_ type: AttributeType, _ column: String) -> String {
    if type == .decimal { return "CAST(\(column) AS REAL)" }
    guard type.isMeasuredByLength else { return column }
    // length() of a text ends at a NUL (https://www.sqlite.org/lang_corefunc.html#length).
    return type.isBytes
      ? "length(\(column))"
      : """
      CASE WHEN instr(\(column), char(0)) THEN \(CheckFunctions.length)(\(column)) \
      ELSE length(\(column)) END
      """
  }

  private static func number(_ literal: Literal) -> String? {
    switch literal {
    case .int(let number): SQLValue.integer(number).literal
    case .double(let number), .date(let number): SQLValue.real(number).literal
    case .string(let text): Double(text).map { SQLValue.real($0).literal }
    case .bool, .data, .array, .object: nil
    }
  }
}

// MARK: - Lists and composites

extension ValueConditions {
  private func malformedJSON(_ type: AttributeType, _ column: String) -> String {
    // CASE, because json_type() of what is no JSON is an error. Nearly all lists are plain ones, and
    // to look into JSON by a query of its own takes longer than all else that is asked of a row.
    // SQLite reads JSON up to the first NUL, other readers refuse what holds one.
    let plain =
      type == .array(.string) ? "WHEN \(CheckFunctions.isPlainList)(\(column)) THEN 0 " : ""
    return "CASE \(plain)WHEN json_valid(\(column)) AND NOT instr(\(column), char(0)) "
      + "THEN \(mismatch(type, in: column)) ELSE \(column) IS NOT NULL END"
  }

  /// The condition under which a JSON text is none of the type.
  private func mismatch(_ type: AttributeType, in json: String) -> String {
    switch type {
    case .array(let element):
      """
      (json_type(\(json)) <> 'array' OR EXISTS (SELECT 1 FROM json_each(\(json)) AS _part \
      WHERE \(partMismatch(element))))
      """
    case .composite(let name):
      "("
        + (["json_type(\(json)) <> 'object'"]
        + (schema.composite(named: name)?.elements ?? []).map { elementMismatch($0, in: json) })
        .joined(separator: " OR ") + ")"
    default: "0"
    }
  }

  private func elementMismatch(_ element: Attribute, in json: String) -> String {
    let path = "$.\(element.name.quotedName)".quotedText
    let type = "json_type(\(json), \(path))"
    let kinds = Self.kinds(of: element.type).map(\.quotedText).joined(separator: ", ")
    let isWrongKind = "\(type) NOT IN (\(kinds)\(element.isOptional ? ", 'null'" : ""))"
    let isMalformed = malformedPart(element.type, "json_extract(\(json), \(path))")
    let isWrong = ([isWrongKind] + (isMalformed.map { [$0] } ?? [])).joined(separator: " OR ")
    let isRequired = !element.isOptional && element.defaultValue == nil
    return isRequired ? "\(type) IS NULL OR \(isWrong)" : isWrong
  }

  /// The condition on an element of a list, `_part`; lists within lists are looked into no further.
  private func partMismatch(_ type: AttributeType) -> String {
    let kinds = Self.kinds(of: type).map(\.quotedText).joined(separator: ", ")
    let isWrongKind = "_part.type NOT IN (\(kinds))"
    return malformedPart(type, "_part.value").map { "\(isWrongKind) OR \($0)" } ?? isWrongKind
  }

  /// The condition under which a value in JSON that is of the right kind is none of the type.
  private func malformedPart(_ type: AttributeType, _ value: String) -> String? {
    switch type {
    case .int16, .int32, .float, .uuid, .url, .enumeration: malformed(type, value)
    // JSON has integers of any size; SQLite reads those that do not fit as floating-point numbers.
    case .int64: "typeof(\(value)) = 'real'"
    case .decimal: "typeof(\(value)) = 'text' AND NOT \(CheckFunctions.isDecimal)(\(value))"
    case .data: "NOT \(CheckFunctions.isBase64)(\(value))"
    case .bool, .string, .double, .date, .transformable, .array, .composite: nil
    }
  }

  /// What json_type() says of values of a type (https://www.sqlite.org/json1.html#jtype).
  private static func kinds(of type: AttributeType) -> [String] {
    switch type {
    case .bool: ["true", "false"]
    case .int16, .int32, .int64: ["integer"]
    case .float, .double, .date: ["integer", "real"]
    case .decimal: ["text", "integer", "real"]
    case .string, .uuid, .url, .data, .transformable: ["text"]
    case .enumeration: ["text", "integer"]
    case .array: ["array"]
    case .composite: ["object"]
    }
  }
}

extension AttributeType {
  fileprivate var isMeasuredByLength: Bool {
    switch self {
    case .string, .url, .data, .transformable: true
    default: false
    }
  }

  fileprivate var isBytes: Bool { self == .data || self == .transformable }
}
