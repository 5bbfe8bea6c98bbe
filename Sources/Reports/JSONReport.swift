package import Diagnostics
package import JSON

/// Writes diagnostics, and other results of a command, as one JSON object.
///
/// ```json
/// {
///   "formatVersion": 1,
///   "status": "findings",
///   "diagnostics": []
/// }
/// ```
package struct JSONReport {
  /// The version of this format; it is incremented when an existing member changes its meaning.
  private static let formatVersion: Int64 = 1

  private let status: String
  private let results: [JSONValue.Member]

  /// A report that ends with the members of a command's results.
  package init(status: String, results: [JSONValue.Member] = []) {
    self.status = status
    self.results = results
  }
}

extension JSONReport: DiagnosticReport {
  /// The object as text, ended by a line break.
  package func text(of diagnostics: [Diagnostic]) -> String {
    let members: [JSONValue.Member] = [
      .init("formatVersion", .integer(Self.formatVersion)),
      .init("status", .string(status)),
      .init("diagnostics", .list(diagnostics, Self.value)),
    ]
    return JSONWriter.text(of: .object(members + results)) + "\n"
  }
}

extension JSONReport {
  /// A diagnostic with its notes and the edits that repair it.
  package static func value(of diagnostic: Diagnostic) -> JSONValue {
    let members: [JSONValue.Member] = [
      .init("code", .string(diagnostic.code)),
      .init("severity", .string(diagnostic.severity.rawValue)),
      .init("message", .string(diagnostic.message)),
      .init("location", value(of: diagnostic.location)),
      .init(
        "notes",
        .list(diagnostic.notes) { note in
          ["message": .string(note.message), "location": value(of: note.location)]
        }),
    ]
    return .object(members + (diagnostic.fix.map { [.init("fix", value(of: $0))] } ?? []))
  }

  private static func value(of fix: TextFix) -> JSONValue {
    [
      "safety": .string(fix.safety.rawValue),
      "edits": .list(fix.edits) { edit in
        ["start": value(of: edit.start), "end": value(of: edit.end), "text": .string(edit.text)]
      },
    ]
  }

  /// A place in a file; null for nil.
  package static func value(of location: SourceLocation?) -> JSONValue {
    guard let location else { return .null }
    return [
      "file": .string(location.file), "line": JSONValue(location.line),
      "column": JSONValue(location.column),
    ]
  }
}
