import Foundation
import TestSupport
import Testing

/// Pages that a reader can follow, from the first line to the last.
struct PageTests {
  @Test(
    arguments: [
      "ci", "existing-databases", "fixtures-for-tests", "grdb", "launch-guard", "linting",
      "migration-tests", "platform", "report", "schema-files",
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

  @Test func `every page is linked from the README`() throws {
    let readme = try BuiltProducts.text("README.md")
    let folder = BuiltProducts.repository.appending(path: "Documentation").path
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".md") }
    #expect(pages.filter { !readme.contains("(Documentation/\($0)") } == [])
  }
}
