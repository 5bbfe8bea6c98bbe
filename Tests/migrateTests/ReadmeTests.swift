import Foundation
import TestSupport
import Testing

/// What the README shows of the tool is what the tool does.
struct ReadmeTests {
  @Test func `the sessions of the README are what the commands print`() throws {
    let readme = BuiltProducts.repository.appending(path: "README.md")
    let steps = Step.all(in: try String(contentsOf: readme, encoding: .utf8))
    #expect(steps.map(\.command).contains { $0.hasPrefix("migrate apply ") })
    let workshop = try Workshop()
    try FileManager.default.copyItem(
      at: BuiltProducts.repository.appending(path: "Schemas"),
      to: workshop.folder.appending(path: "Schemas"))
    for step in steps {
      let run = try workshop.start([Self.path, "sh", "-c", step.command]).finish()
      let printed = (run.output + run.error).split(
        separator: "\n", omittingEmptySubsequences: false
      )
      .map(String.init).dropLast()
      if !step.shows(printed[...]) {
        Issue.record("$ \(step.command)\n\(printed.joined(separator: "\n"))")
      }
    }
  }

  @Test func `an ellipsis stands for any lines, and nothing else for others than itself`() {
    let step = Step(command: "", lines: ["one", "…", "four"])
    #expect(step.shows(["one", "four"]))
    #expect(step.shows(["one", "two", "three", "four"]))
    #expect(!step.shows(["one", "two"]))
    #expect(!step.shows(["one", "four", "five"]))
  }

  private static let path = "PATH=\(BuiltProducts.folder.path):/usr/local/bin:/usr/bin:/bin"
}

/// A command in a document, and the lines that stand below it.
private struct Step {
  var command: String
  var lines: [String] = []

  /// The commands of the tool in a text's indented blocks.
  static func all(in text: String) -> [Step] {
    var steps: [Step] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("    $ migrate ") {
        steps.append(Step(command: String(line.dropFirst(6))))
        isInside = true
      } else if isInside, line.hasPrefix("    ") || line.isEmpty {
        steps[steps.count - 1].lines.append(String(line.dropFirst(4)))
      } else {
        isInside = false
      }
    }
    return steps.map { step in
      var step = step
      while step.lines.last == "" { step.lines.removeLast() }
      return step
    }
  }

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
