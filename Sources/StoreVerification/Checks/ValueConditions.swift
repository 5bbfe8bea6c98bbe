internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// The SQL conditions under which a stored value does not fit its type.
///
/// NULL is never malformed: other checks find missing values.
struct ValueConditions {
  let schema: Schema

  /// The condition for a malformed value of a type in a column; nil if every value fits.
  ///
  /// An existing table may store decimals as numbers.
  func malformed(
    _ type: AttributeType, _ column: String, isExisting: Bool = false
  ) -> String? {
    switch type {
    case .decimal where isExisting:
      "typeof(\(column)) NOT IN ('integer', 'real') AND NOT \(CheckFunctions.isDecimal)(\(column))"
    case .bool: "\(column) NOT IN (0, 1)"
    case .int16: "\(column) NOT BETWEEN \(Int16.min) AND \(Int16.max)"
    case .int32: "\(column) NOT BETWEEN \(Int32.min) AND \(Int32.max)"
    // As a floating-point number, because abs() fails on the smallest integer.
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

  /// The name of a type in messages on malformed values.
  func name(of type: AttributeType) -> String {
    switch type {
    case .uuid: "uuid in capital letters"
    case .array: "list of the type \(type.keyword)"
    case .composite(let name): "\(name) in JSON"
    default: type.keyword
    }
  }

  /// The condition for a value outside the declared bounds; nil if no bounds are declared.
  func outOfBounds(_ attribute: Attribute, _ column: String) -> String? {
    let measured = measured(attribute.type, column)
    return switch Self.limits(of: attribute) {
    case (let least?, let most?): "\(measured) NOT BETWEEN \(least) AND \(most)"
    case (let least?, nil): "\(measured) < \(least)"
    case (nil, let most?): "\(measured) > \(most)"
    case (nil, nil): nil
    }
  }

  /// The declared bounds in words; nil if no bounds are declared.
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

  /// The expression that is compared with the bounds: the value or its length, for a text in Unicode scalars.
  private func measured(_ type: AttributeType, _ column: String) -> String {
    if type == .decimal { return "CAST(\(column) AS REAL)" }
    guard type.isMeasuredByLength else { return column }
    // length() stops at a NUL in a text (https://www.sqlite.org/lang_corefunc.html#length).
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
    // CASE, because json_type() fails on a text that is not JSON. Nearly all lists are plain ones, and a
    // query into JSON takes longer than all other checks of a row. SQLite reads JSON up to the first NUL;
    // other readers refuse a text that contains one.
    let plain =
      type == .array(.string) ? "WHEN \(CheckFunctions.isPlainList)(\(column)) THEN 0 " : ""
    return "CASE \(plain)WHEN json_valid(\(column)) AND NOT instr(\(column), char(0)) "
      + "THEN \(mismatch(type, in: column)) ELSE \(column) IS NOT NULL END"
  }

  /// A value within JSON: the JSON text, and the value's path in it.
  private struct Part {
    var json: String
    var path = "$"
    /// The lists that contain it, each as a call of json_each() on the items of the previous list.
    var lists: [String] = []
    /// The conditions under which the value can exist: each container is of the right kind.
    var guards: [String] = []

    /// The arguments of a JSON function that finds the value.
    var arguments: String { path == "$" ? json : "\(json), \(path.quotedText)" }
    var type: String { "json_type(\(arguments))" }
    var value: String { "json_extract(\(json), \(path.quotedText))" }

    func element(_ name: String) -> Part {
      var part = self
      if path != "$" { part.guards.append("\(type) = 'object'") }
      part.path += ".\(name.quotedName)"
      return part
    }

    /// The items of a list, and the name of their rows.
    func items() -> (Part, row: String) {
      let row = lists.isEmpty ? "_part" : "_part_\(lists.count)"
      // CASE, because the value of an item is JSON only if it is a list or an object.
      return (
        Part(
          json: "CASE WHEN \(row).type IN ('object', 'array') THEN \(row).value ELSE '[]' END",
          lists: lists + ["json_each(\(arguments)) AS \(row)"],
          guards: guards + (path == "$" ? [] : ["\(type) = 'array'"])), row
      )
    }
  }

  /// The conditions on the items of the same lists; a malformed value meets at least one of them.
  private struct Mismatch {
    var lists: [String]
    var guards: [String]
    var conditions: [String]

    /// The lists are joined, because nested queries are too deep for SQLite's parser.
    var condition: String {
      let isMet = (guards + ["(\(ValueConditions.any(conditions)))"]).joined(separator: " AND ")
      return lists.isEmpty
        ? "(\(isMet))"
        : "EXISTS (SELECT 1 FROM \(lists.joined(separator: ", ")) WHERE \(isMet))"
    }
  }

  /// The condition under which a JSON text does not fit the type.
  private func mismatch(_ type: AttributeType, in json: String) -> String {
    let kind = Self.kinds(of: type).first.map(\.quotedText) ?? "NULL"
    let part = Part(json: json)
    var found = [
      Mismatch(lists: [], guards: [], conditions: ["\(part.type) <> \(kind)"])
    ]
    addMismatches(in: type, part, to: &found)
    return "(\(Self.any(found.map(\.condition))))"
  }

  /// The conditions joined by OR, in groups: SQLite allows a thousand terms in a row
  /// (https://www.sqlite.org/limits.html#max_expr_depth).
  private static func any(_ conditions: [String]) -> String {
    let limit = 100
    guard conditions.count > limit else { return conditions.joined(separator: " OR ") }
    return any(
      stride(from: 0, to: conditions.count, by: limit).map {
        "(\(conditions[$0..<min($0 + limit, conditions.count)].joined(separator: " OR ")))"
      })
  }

  /// Adds the conditions under which the content of a list or a composite is malformed.
  private func addMismatches(
    in type: AttributeType, _ part: Part, to found: inout [Mismatch]
  ) {
    switch type {
    case .array(let element):
      let (item, row) = part.items()
      let kinds = Self.kinds(of: element).map(\.quotedText).joined(separator: ", ")
      let isWrongKind = "\(row).type NOT IN (\(kinds))"
      let isMalformed = malformedPart(element, "\(row).value")
      found.append(
        Mismatch(
          lists: item.lists, guards: item.guards,
          conditions: [isWrongKind] + [isMalformed].compactMap(\.self)))
      addMismatches(in: element, item, to: &found)
    case .composite(let name):
      let elements = schema.composite(named: name)?.elements ?? []
      guard let first = elements.first else { return }
      found.append(
        Mismatch(
          lists: part.lists, guards: part.element(first.name).guards,
          conditions: elements.flatMap { elementMismatches($0, of: part) }))
      for element in elements {
        addMismatches(in: element.type, part.element(element.name), to: &found)
      }
    default: break
    }
  }

  private func elementMismatches(_ element: Attribute, of whole: Part) -> [String] {
    let part = whole.element(element.name)
    let kinds = Self.kinds(of: element.type).map(\.quotedText).joined(separator: ", ")
    let isRequired = !element.isOptional && element.defaultValue == nil
    return [
      isRequired ? "\(part.type) IS NULL" : nil,
      "\(part.type) NOT IN (\(kinds)\(element.isOptional ? ", 'null'" : ""))",
      malformedPart(element.type, part.value),
    ].compactMap(\.self)
  }

  /// The condition under which a JSON value of the right kind does not fit the type.
  private func malformedPart(_ type: AttributeType, _ value: String) -> String? {
    switch type {
    case .int16, .int32, .float, .uuid, .url, .enumeration: malformed(type, value)
    // JSON has integers of any size; SQLite reads large ones as floating-point numbers.
    case .int64: "typeof(\(value)) = 'real'"
    case .decimal: "typeof(\(value)) = 'text' AND NOT \(CheckFunctions.isDecimal)(\(value))"
    case .data: "NOT \(CheckFunctions.isBase64)(\(value))"
    case .bool, .string, .double, .date, .transformable, .array, .composite: nil
    }
  }

  /// The results of json_type() for values of a type (https://www.sqlite.org/json1.html#jtype).
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
