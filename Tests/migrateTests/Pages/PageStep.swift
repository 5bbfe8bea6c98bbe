import Foundation
import TestSupport
import Testing

/// A command on a page, and the lines that stand below it.
struct PageStep {
  var command: String
  var lines: [String] = []

  /// Runs the command, and compares what it prints with what is shown.
  ///
  /// Where nothing is shown, it only has to end well.
  func check(in workshop: Workshop) throws {
    let run = try workshop.start(
      [Self.path, "sh", "-c", command],
      environment: [
        "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b.c", "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@b.c",
      ]
    ).finish()
    let printed = (run.output + run.error).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init).dropLast()
    if lines.isEmpty ? run.status != 0 : !shows(printed[...]) {
      Issue.record("$ \(command)\n\(printed.joined(separator: "\n"))\n(status \(run.status))")
    }
  }

  private static let path = "PATH=\(BuiltProducts.folder.path):/usr/local/bin:/usr/bin:/bin"

  /// Whether lines are the ones that are shown, `…` standing for any number of them.
  func shows(_ printed: ArraySlice<String>) -> Bool { Self.match(lines[...], printed) }

  private static func match(_ shown: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return printed.isEmpty }
    if first == "…" {
      return (printed.startIndex...printed.endIndex).contains {
        match(shown.dropFirst(), printed[$0...])
      }
    }
    return printed.first == first && match(shown.dropFirst(), printed.dropFirst())
  }
}
