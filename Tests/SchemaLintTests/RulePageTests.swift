import Foundation
import SchemaLint
import TestSupport
import Testing

/// The pages under `Documentation/rules`, which are made of the rules' own comments.
///
/// `RECORD=1 swift test --filter RulePageTests` writes them.
struct RulePageTests {
  private static let folder = BuiltProducts.repository.appending(path: "Documentation/rules")
  private static let pages: [String: String] = {
    let pages = RuleRegistry.rules.map { ("\($0.id).md", RulePage.text(of: $0)) }
    return Dictionary(pages + [("README.md", RulePage.index)]) { first, _ in first }
  }()

  @Test func `every rule has its page, and there is no other`() throws {
    if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Self.record() }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder.path)) ?? []
    #expect(names.sorted() == Self.pages.keys.sorted(), "write them: RECORD=1 swift test …")
  }

  @Test(arguments: pages.keys.sorted())
  func `a page says what its rule says`(name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let page = try #require(Self.pages[name])
    if text != page { Issue.record("\(name)\n\(lineDifference(from: text, to: page))") }
  }

  private static func record() throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in pages { try Data(text.utf8).write(to: folder.appending(path: name)) }
    Issue.record("recorded; look at the difference")
  }
}
