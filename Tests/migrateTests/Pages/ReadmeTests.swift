import Foundation
import TestSupport
import Testing

/// The README shows the real behaviour of the tool.
struct ReadmeTests {
  @Test func `the sessions of the README show the output of the commands`() throws {
    let steps = PagePart.all(in: try BuiltProducts.text("README.md")).compactMap(\.step)
    #expect(steps.map(\.command).contains { $0.hasPrefix("migrate apply ") })
    let workshop = try Workshop()
    for folder in ["Schemas", "Examples"] {
      try FileManager.default.copyItem(
        at: BuiltProducts.repository.appending(path: folder),
        to: workshop.folder.appending(path: folder))
    }
    for step in steps { try step.check(in: workshop) }
  }

  @Test func `the Swift of the README is part of the example that it checks`() throws {
    let blocks = try BuiltProducts.text("README.md").components(separatedBy: "```swift\n")
      .dropFirst().map { $0.components(separatedBy: "```")[0] }
    let example = try BuiltProducts.text("Examples/RenamedClass/Models.swift")
    #expect(blocks.count == 1)
    #expect(blocks.filter { !example.contains($0) } == [])
  }

  @Test func `an ellipsis stands for any lines, and any other line for itself`() {
    let step = PageStep(command: "", lines: ["one", "…", "four"])
    #expect(step.shows(["one", "four"]))
    #expect(step.shows(["one", "two", "three", "four"]))
    #expect(!step.shows(["one", "two"]))
    #expect(!step.shows(["one", "four", "five"]))
  }
}
