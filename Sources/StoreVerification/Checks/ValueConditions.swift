internal import SQLite
internal import StoreLayout
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

  /// A value within JSON: the text that it stands in, and the way to it there.
  private struct Part {
    var json: String
    var path = "$"
    /// How many lists it stands in.
    var depth = 0

    /// What a function of JSON is given to find it.
    var arguments: String { path == "$" ? json : "\(json), \(path.quotedText)" }
    var type: String { "json_type(\(arguments))" }
    var value: String { "json_extract(\(json), \(path.quotedText))" }

    func element(_ name: String) -> Part {
      Part(json: json, path: "\(path).\(name.quotedName)", depth: depth)
    }
  }

  /// The condition under which a JSON text is none of the type.
  private func mismatch(_ type: AttributeType, in json: String) -> String {
    let kind = Self.kinds(of: type).first.map(\.quotedText) ?? "NULL"
    let part = Part(json: json)
    return "("
      + (["\(part.type) <> \(kind)"] + contentMismatches(type, part)).joined(separator: " OR ")
      + ")"
  }

  /// The conditions under which what a list or a composite is made of is not as it should be.
  private func contentMismatches(_ type: AttributeType, _ part: Part) -> [String] {
    switch type {
    case .array(let element):
      let name = part.depth == 0 ? "_part" : "_part_\(part.depth)"
      return [
        """
        EXISTS (SELECT 1 FROM json_each(\(part.arguments)) AS \(name) \
        WHERE \(itemMismatch(element, name, part.depth)))
        """
      ]
    case .composite(let name):
      return (schema.composite(named: name)?.elements ?? []).map { elementMismatch($0, of: part) }
    default: return []
    }
  }

  private func elementMismatch(_ element: Attribute, of whole: Part) -> String {
    let part = whole.element(element.name)
    let kinds = Self.kinds(of: element.type).map(\.quotedText).joined(separator: ", ")
    let isWrongKind = "\(part.type) NOT IN (\(kinds)\(element.isOptional ? ", 'null'" : ""))"
    let isMalformed =
      malformedPart(element.type, part.value) ?? malformedContent(element.type, part)
    let isWrong = ([isWrongKind] + (isMalformed.map { [$0] } ?? [])).joined(separator: " OR ")
    let isRequired = !element.isOptional && element.defaultValue == nil
    return isRequired ? "\(part.type) IS NULL OR \(isWrong)" : isWrong
  }

  /// The condition on an element of a list, which is a row of json_each().
  private func itemMismatch(_ type: AttributeType, _ row: String, _ depth: Int) -> String {
    let kinds = Self.kinds(of: type).map(\.quotedText)
    let isWrongKind = "\(row).type NOT IN (\(kinds.joined(separator: ", ")))"
    if let isMalformed = malformedPart(type, "\(row).value") {
      return "\(isWrongKind) OR \(isMalformed)"
    }
    let contents = contentMismatches(type, Part(json: "\(row).value", depth: depth + 1))
    guard !contents.isEmpty, let kind = kinds.first else { return isWrongKind }
    // CASE, because the value is JSON only where it is of the kind.
    return "\(isWrongKind) OR CASE WHEN \(row).type = \(kind) "
      + "THEN \(contents.joined(separator: " OR ")) ELSE 0 END"
  }

  /// The condition under which a list or a composite within another one is of the right kind, and
  /// what it is made of is not; nil for any other type.
  private func malformedContent(_ type: AttributeType, _ part: Part) -> String? {
    let contents = contentMismatches(type, part)
    guard !contents.isEmpty, let kind = Self.kinds(of: type).first else { return nil }
    return "\(part.type) = \(kind.quotedText) AND (\(contents.joined(separator: " OR ")))"
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
