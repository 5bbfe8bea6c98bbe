internal import JSON
internal import SQLite
internal import SQLText
internal import SchemaModel

/// Writes the expressions that compute our values from Core Data's.
struct CoreDataValue {
  /// The schema with the shared types.
  let schema: Schema
  /// The form of the values.
  var form = CoreDataLayout.ValueForm.stored
  /// The quoted column of an attribute or of an element of a composite, by its path.
  let column: (String) -> String?

  /// The expression for the value of an attribute; nil if the file has no column for it.
  func expression(of attribute: Attribute) -> String? {
    expression(of: attribute.type, attribute.name, isExternal: attribute.storage == .external)
  }

  private func expression(of type: AttributeType, _ path: String, isExternal: Bool) -> String? {
    if case .composite(let name) = type { return composite(name, path) }
    let cases = schema.casesWithColumns(of: type)
    if !cases.isEmpty {
      return Self.firstValue(of: cases.compactMap { column("\(path).\($0)") })
    }
    guard let column = column(path) else { return nil }
    switch type {
    case .float, .double:
      return "CASE typeof(\(column)) WHEN 'integer' THEN CAST(\(column) AS REAL) ELSE \(column) END"
    case .date where form == .shown:
      // After the year 9999, the date is shown as its number.
      return "coalesce(rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', \(column) + "
        + "\(CoreDataLayout.epoch), 'unixepoch'), '0'), '.') || 'Z', \(column))"
    case .uuid where form == .shown: return Self.shownUUID(column)
    case .decimal where form == .shown: return column
    case .data where form == .shown && isExternal:
      return "CASE substr(\(column), 1, 1) WHEN x'01' THEN substr(\(column), 2) "
        + "WHEN x'02' THEN CAST(substr(\(column), 2, 36) AS TEXT) END"
    case .date:
      return "CASE WHEN typeof(\(column)) IN ('integer', 'real') "
        + "THEN \(column) + \(CoreDataLayout.epoch) ELSE \(column) END"
    case .decimal: return "\(Self.decimalFunction)(\(column))"
    case .uuid: return "\(Self.uuidFunction)(\(column))"
    case .data: return isExternal ? "\(Self.dataFunction)(\(column))" : column
    default: return column
    }
  }

  /// An expression for an enumeration without raw values, which has a column for each case, and a value in
  /// one of them.
  private static func firstValue(of columns: [String]) -> String? {
    columns.count > 1 ? "coalesce(\(columns.joined(separator: ", ")))" : columns.first
  }

  /// A composite is a JSON object of its elements, and NULL if all of them are NULL.
  private func composite(_ name: String, _ path: String) -> String? {
    let elements = (schema.composite(named: name)?.elements ?? []).compactMap { element in
      expression(
        of: element.type, "\(path).\(element.name)", isExternal: element.storage == .external
      ).map { value in (element, value) }
    }
    guard !elements.isEmpty else { return nil }
    if form == .shown {
      let members = elements.sorted { $0.0.name < $1.0.name }
        .map { "\($0.name.quotedText), \(Self.shownMember($1, $0.type))" }
      // A patch leaves out members without a value.
      return "nullif(json_patch('{}', json_object(\(members.joined(separator: ", ")))), '{}')"
    }
    let arguments = elements.map { element, value in
      "\(element.name.quotedText), \(Self.kind(of: element.type)), \(value)"
    }
    return "\(Self.compositeFunction)(\(arguments.joined(separator: ", ")))"
  }

  /// JSON cannot hold bytes: they are shown as hexadecimal digits.
  private static func shownMember(_ value: String, _ type: AttributeType) -> String {
    switch type {
    case .bool: "CASE \(value) WHEN 1 THEN json('true') WHEN 0 THEN json('false') END"
    case .composite: "json(\(value))"
    case .data, .transformable, .array:
      "CASE typeof(\(value)) WHEN 'blob' THEN hex(\(value)) ELSE \(value) END"
    default: value
    }
  }

  /// The 36 characters of a UUID, from its 16 bytes; any other value as stored.
  private static func shownUUID(_ column: String) -> String {
    let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)]
      .map { "substr(hex(\(column)), \($0), \($1))" }.joined(separator: " || '-' || ")
    return "CASE WHEN typeof(\(column)) = 'blob' AND length(\(column)) = 16 THEN \(parts) "
      + "ELSE \(column) END"
  }
}

// MARK: - Functions

extension CoreDataValue {
  private static let decimalFunction = "migrate_coredata_decimal"
  private static let uuidFunction = "migrate_coredata_uuid"
  private static let dataFunction = "migrate_coredata_data"
  private static let compositeFunction = "migrate_coredata_composite"

  /// The form of an element's value in JSON: a truth value, a text that already is JSON, or a plain value.
  private static func kind(of type: AttributeType) -> String {
    switch type {
    case .bool: "'bool'"
    case .composite, .array: "'json'"
    default: "'value'"
    }
  }

  /// The functions that the views call.
  ///
  /// They read a file of external storage by its name; a value whose file does not exist is read as NULL.
  static func functions(files: @escaping (String) throws -> [UInt8]?) -> [SQLFunction] {
    [
      SQLFunction(
        name: decimalFunction, argumentCount: 1, isDeterministic: true, isForViews: true
      ) { arguments throws(SQLFunction.Failure) in decimal(arguments[0]) },
      SQLFunction(name: uuidFunction, argumentCount: 1, isDeterministic: true, isForViews: true) {
        arguments throws(SQLFunction.Failure) in
        guard case .blob(let bytes) = arguments[0], bytes.count == 16 else { return arguments[0] }
        return .text(UUIDText.text(of: bytes))
      },
      SQLFunction(name: dataFunction, argumentCount: 1, isDeterministic: true, isForViews: true) {
        arguments throws(SQLFunction.Failure) in try data(arguments[0], files)
      },
      SQLFunction(
        name: compositeFunction, argumentCount: -1, isDeterministic: true, isForViews: true
      ) { arguments throws(SQLFunction.Failure) in composite(arguments) },
    ]
  }

  /// Core Data stores decimals as binary numbers: the value is the shortest text with the same number.
  private static func decimal(_ value: SQLValue) -> SQLValue {
    switch value {
    case .integer(let number): .text("\(number)")
    case .real(let number):
      .text(Int64(exactly: number).map { "\($0)" } ?? "\(number)")
    case .null, .text, .invalidText, .blob: value
    }
  }

  /// The first byte of data in external storage shows its place: 1 for the row, 2 for a file.
  private static func data(
    _ value: SQLValue, _ files: (String) throws -> [UInt8]?
  ) throws(SQLFunction.Failure) -> SQLValue {
    guard case .blob(let bytes) = value, let first = bytes.first else { return value }
    switch first {
    case 1: return .blob(Array(bytes.dropFirst()))
    case 2:
      let name = String(decoding: bytes.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
      do {
        return try files(name).map { .blob($0) } ?? .null
      } catch {
        throw SQLFunction.Failure(message: "\(error)")
      }
    default: return value
    }
  }

  private static func composite(_ arguments: [SQLValue]) -> SQLValue {
    var members: [(name: String, json: String)] = []
    var isEmpty = true
    for start in stride(from: 0, to: arguments.count - 2, by: 3) {
      guard case .text(let name) = arguments[start] else { continue }
      let value = arguments[start + 2]
      guard value != .null else { continue }
      isEmpty = false
      if case .text(let json) = value, arguments[start + 1] == .text("json") {
        members.append((name, json))
      } else if let json = JSONScalar.encoded(
        value, as: arguments[start + 1] == .text("bool") ? .bool : .string)
      {
        members.append((name, JSONWriter.line(of: json)))
      }
    }
    guard !isEmpty else { return .null }
    members.sort { $0.name < $1.name }
    let parts = members.map { "\(JSONWriter.line(of: .string($0.name))):\($0.json)" }
    return .text("{\(parts.joined(separator: ","))}")
  }
}
