import Diagnostics
import SchemaYAML
import Testing

/// A text, and every problem that reading it reports, as `line:column code: message`.
struct MessageCase: CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let expected: String

  init(_ name: String, in text: String, says expected: String) {
    testDescription = name
    self.text = text
    self.expected = expected
  }

  /// The report of reading the text.
  var report: String {
    do {
      _ = try SchemaReader.read(text: text, name: "schema.yaml")
      return "nothing"
    } catch {
      return error.report
    }
  }
}

extension DiagnosticsError {
  /// The problems, each on a line with its place in the file, and its notes below it.
  var report: String { report { "\($0.line):\($0.column)" } }

  /// The problems with the names of their files, which are in that folder.
  func report(in folder: String) -> String {
    report { $0.description.replacing("\(folder)/", with: "") }.replacing("\(folder)/", with: "")
      .replacing(folder, with: "FOLDER")
  }

  private func report(_ place: (Diagnostics.SourceLocation) -> String) -> String {
    diagnostics.flatMap { diagnostic in
      let start = diagnostic.location.map { place($0) + " " } ?? ""
      let notes = diagnostic.notes.map { note in
        "  note: \(note.message)" + (note.location.map { " (\(place($0)))" } ?? "")
      }
      return ["\(start)\(diagnostic.code): \(diagnostic.message)"] + notes
    }.joined(separator: "\n")
  }
}
