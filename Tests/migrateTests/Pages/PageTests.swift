import Foundation
import TestSupport
import Testing

/// Pages that a reader can follow, from the first line to the last.
struct PageTests {
  @Test(
    arguments: [
      "ci", "existing-databases", "linting", "migration-tests", "platform", "schema-files",
    ])
  func `who follows the page comes where it leads`(page: String) throws {
    let parts = PagePart.all(in: try BuiltProducts.text("Documentation/\(page).md"))
    #expect(parts.contains { $0.step != nil })
    let workshop = try Workshop()
    #expect(try workshop.start(["git", "init", "-q", "-b", "main"]).finish().status == 0)
    for part in parts {
      switch part {
      case .file(let name, let text):
        #expect(text != "", "\(name)")
        try workshop.write(text, to: name)
      case .command(let step): try step.check(in: workshop)
      }
    }
  }

  @Test func `what the page on apps shows is part of a package that is built`() throws {
    let page = try BuiltProducts.text("Documentation/library.md")
    let blocks = page.components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
      // What a manifest says stands in that of the package in other words.
      .filter { !$0.hasPrefix("dependencies: ") }
    let folder = "Tests/Packages/Reader/Sources/Reader"
    let sources = try ["LibraryStore", "main"].map {
      try BuiltProducts.text("\(folder)/\($0).swift")
    }
    #expect(blocks.count == 3)
    #expect(blocks.filter { block in !sources.contains { $0.contains(block) } } == [])
  }

  @Test func `every page is linked from the README`() throws {
    let readme = try BuiltProducts.text("README.md")
    let folder = BuiltProducts.repository.appending(path: "Documentation").path
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".md") }
    #expect(pages.filter { !readme.contains("(Documentation/\($0)") } == [])
  }
}
