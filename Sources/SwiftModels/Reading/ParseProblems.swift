internal import Diagnostics
internal import SwiftDiagnostics
internal import SwiftParserDiagnostics
internal import SwiftSyntax

extension FileFacts {
  /// Reports that the file, or a part of it, is not read, with advice.
  mutating func report(
    _ message: String, code: String = "invalid-swift", at position: Position, _ advice: String
  ) {
    problems = [.init(code: code, message, at: location(position), notes: [.init(advice)])]
  }

  /// Reports the errors that the compiler would report, as one problem with several places.
  mutating func reportErrors(in tree: SourceFileSyntax, _ lines: LineTable) {
    let found = ParseDiagnosticsGenerator.diagnostics(for: tree).filter {
      $0.diagMessage.severity == .error && !$0.isWarningOnly
    }.map { problem in
      Diagnostics.Diagnostic.Note(
        problem.message, at: location(lines.position(problem.position.utf8Offset)))
    }
    guard let first = found.first else { return }
    let shown = found.dropFirst().prefix(Self.shownPlaces)
    let left = found.count - 1 - shown.count
    problems = [
      .init(
        code: "invalid-swift", first.message, at: first.location,
        notes: shown + (left > 0 ? [.init("and \(left) more in this file")] : [])
          + [.init("the rest of the file is still looked at")])
    ]
  }

  /// The greatest number of places in a problem, besides the first.
  private static let shownPlaces = 3
}

extension SwiftDiagnostics.Diagnostic {
  /// Whether the compiler only warns before Swift 6: of spaces between an attribute and its arguments.
  fileprivate var isWarningOnly: Bool {
    message == "extraneous whitespace before '(' is not permitted"
      && sequence(first: node, next: \.parent).prefix(3).contains { $0.is(AttributeSyntax.self) }
  }
}
