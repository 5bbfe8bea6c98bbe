import Foundation
import TestSupport
import Testing

/// Pages that a reader can follow, from the first line to the last.
struct PageTests {
  /// Pages with sessions on stores and projects that a reader does not have.
  private static let examples: Set = [
    "README.md", "Documentation/check.md", "Documentation/platform-stores.md",
    "Documentation/room.md", "Documentation/upkeep.md",
  ]

  private static let followed = PageFile.all.map(\.path).filter { path in
    let text = (try? BuiltProducts.text(path)) ?? ""
    return !examples.contains(path) && text.contains("\n    $ ")
  }

  @Test func `there are pages to follow`() { #expect(Self.followed.count >= 9) }

  @Test(arguments: followed)
  func `the steps of a page have the results that it shows`(page: String) throws {
    let workshop = try Workshop()
    #expect(try workshop.start(["git", "init", "-q", "-b", "main"]).finish().status == 0)
    for part in PagePart.all(in: try BuiltProducts.text(page)) {
      switch part {
      case .file(let name, let text):
        #expect(text != "", "\(name)")
        try workshop.write(text, to: name)
      case .command(let step): try step.check(in: workshop)
      }
    }
  }

  @Test func `every page is linked from the README, and has a place on the site`() throws {
    let readme = try BuiltProducts.text("README.md")
    let site = try BuiltProducts.text("mkdocs.yml")
    let pages = PageFile.all.filter { !$0.isInIndex }.map(\.path).filter { $0 != "README.md" }
    #expect(pages.filter { !readme.contains("(\($0)") } == [])
    let places = pages.map { String($0.dropFirst("Documentation/".count)) }
    #expect(places.filter { !site.contains($0) } == [])
  }

  @Test func `every link leads to a file, and to a heading of it`() throws {
    let pages = PageFile.all + ["CONTRIBUTING.md", "CHANGELOG.md"].map(PageFile.init)
    #expect(try pages.flatMap { try $0.deadLinks() } == [])
  }

  /// Options that the reference names once for all commands.
  private static let common: Set = [
    "--color", "--config", "--format", "--help", "--no-progress", "--output", "--quiet",
    "--schemas",
  ]

  @Test(arguments: ["models", "stores"])
  func `the reference names every option of a command`(page: String) throws {
    let workshop = try Workshop()
    let text = try BuiltProducts.text("Documentation/commands-\(page).md")
    for part in text.components(separatedBy: "\n## ").dropFirst() {
      let command = String(part.prefix { $0 != "\n" })
      let help = try workshop.migrate("help", command).output
      let options = Set(help.matches(of: /--[a-z][a-z-]*(?= |\n)/).map { String($0.output) })
        .filter { help.contains("\n  \($0) ") || help.contains(", \($0) ") }
      #expect(
        options.subtracting(Self.common).filter { !part.contains("`\($0)`") } == [], "\(command)")
    }
  }

  @Test func `a page is short enough to be read in one go`() throws {
    let long = try PageFile.all.compactMap { page in
      let lines = try page.text().split(separator: "\n", omittingEmptySubsequences: false).count - 1
      return lines > (page.path == "README.md" ? 150 : 250) ? "\(page.path): \(lines) lines" : nil
    }
    #expect(long == [])
  }
}
