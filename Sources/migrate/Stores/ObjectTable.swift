internal import Diagnostics
internal import Digests
internal import JSON
internal import SchemaModel
internal import SchemaYAML
internal import SQLite
internal import StoreReading

/// Objects as a table for a terminal, as CSV, and as members of JSON.
struct ObjectTable {
  private let columns: [ObjectRows.Column]
  /// The values of each object, one for each column; complete, unless they are for a terminal.
  var rows: [[ObjectRows.Excerpt]] = []

  /// A table without objects.
  init(_ columns: [ObjectRows.Column]) { self.columns = columns }

  /// The table in a format; for JSON, use ``objects``.
  func text(_ format: OutputFormat) -> String { format == .csv ? commaSeparated : aligned }

  /// The objects, each with its values by property name.
  var objects: [JSONValue] {
    rows.map { values in
      .object(zip(columns, values).map { column, value in .init(column.name, json(value, column)) })
    }
  }

  /// The columns with texts that are not UTF-8.
  var damagedTexts: [String] {
    columns.indices.filter { index in
      rows.contains { if case .value(.invalidText) = $0[index] { true } else { false } }
    }.map { columns[$0].name }
  }

  private func json(_ value: ObjectRows.Excerpt, _ column: ObjectRows.Column) -> JSONValue {
    switch value {
    case .blob(let count): .string(Quantity.count(count, "byte"))
    case .value(let value): json(value, column)
    }
  }

  private func json(_ value: SQLValue, _ column: ObjectRows.Column) -> JSONValue {
    switch (column.type, value) {
    case (_, .null): .null
    case (.bool, .integer(let number)) where number == 0 || number == 1: .bool(number == 1)
    case (.date, .real(let seconds)): .string(Self.date(seconds))
    case (.date, .integer(let seconds)): .string(Self.date(Double(seconds)))
    case (_, .integer(let number)): .integer(number)
    case (_, .real(let number)): .number(number)
    case (_, .text(let text)): .string(text)
    case (_, .invalidText(let bytes)), (_, .blob(let bytes)): .string(bytes.base64)
    }
  }

  private static func date(_ seconds: Double) -> String {
    ISODate.text(seconds).map { $0.contains("T") ? $0 : "\($0)T00:00:00Z" } ?? "@\(seconds)"
  }

  /// A value as text; the time of a date is complete only if requested.
  private func text(
    _ value: ObjectRows.Excerpt, _ column: ObjectRows.Column, isWhole: Bool
  ) -> String {
    if !isWhole, column.type == .date, case .value(.real(let seconds)) = value {
      return ISODate.timestamp(seconds)
    }
    switch json(value, column).content {
    case .null, .array, .object: return ""
    case .bool(let flag): return "\(flag)"
    case .number(let text), .string(let text): return text
    }
  }

  // MARK: CSV

  /// Lines in the format of RFC 4180, except for their line breaks.
  private var commaSeparated: String {
    let lines =
      [columns.map(\.name)]
      + rows.map { values in
        zip(columns, values).map { text($1, $0, isWhole: true) }
      }
    return lines.map { $0.map(Self.field).joined(separator: ",") + "\n" }.joined()
  }

  private static func field(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { byte in
      byte == 0x22 || byte == 0x2C || byte == 0x0A || byte == 0x0D
    }
    guard needsQuotes else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  // MARK: A table for a terminal

  private static let widest = 40

  private var aligned: String {
    let lines =
      [columns.map(\.name)]
      + rows.map { values in
        zip(columns, values).map { Self.shortened(text($1, $0, isWhole: false)) }
      }
    let widths = columns.indices.map { index in lines.map { $0[index].count }.max() ?? 0 }
    return lines.map { fields in
      let padded = zip(fields, widths).map { field, width in
        field + String(repeating: " ", count: width - field.count)
      }
      let line = padded.joined(separator: "  ")
      return line[
        ..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)]
        + "\n"
    }.joined()
  }

  /// A value on one line, shortened and without control characters.
  private static func shortened(_ text: String) -> String {
    let line = String(
      text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
    return line.count > widest ? line.prefix(widest - 1) + "…" : line
  }
}
