import Diagnostics
import SwiftModels
import Testing

struct UnreleasedCodeTests {
  private func found(_ text: String, path: String = "App/Models.swift") -> [String] {
    SwiftSource(texts: [
      (path, "import SwiftData\n" + text),
      ("App/Book.swift", "import SwiftData\n@Model final class Book { var title = \"\" }"),
    ]).findings().filter { $0.code == "forced-save" }.map {
      "\($0.location?.line ?? 0) \($0.severity)"
    }
  }

  @Test func `a finding under '#if DEBUG' is a note`() {
    #expect(
      found(
        """
        func keep(_ context: ModelContext) { try! context.save() }
        #if DEBUG
        func fill(_ context: ModelContext) { try! context.save() }
        #else
        func stay(_ context: ModelContext) { try! context.save() }
        #endif
        func mixed(_ context: ModelContext) {
          #if DEBUG
            try! context.save()
          #endif
          try! context.save()
        }
        #if os(iOS)
        func pad(_ context: ModelContext) { try! context.save() }
        #endif
        """) == ["2 warning", "4 note", "6 warning", "10 note", "12 warning", "15 warning"])
  }

  @Test func `a finding in code that only previews run is a note`() {
    #expect(
      found(
        """
        struct Shown: PreviewProvider {
          static func fill(_ context: ModelContext) { try! context.save() }
        }
        """
      ).filter { !$0.hasSuffix("note") } == [])
  }

  @Test func `a model of tests draws notes alone`() {
    let model = """
      import SwiftData
      @Model final class Page { @Relationship(deleteRule: .noAction) var next: Page? }
      """
    func severities(_ path: String) -> Set<Diagnostic.Severity> {
      Set(
        SwiftSource(texts: [(path, model), ("App/App.swift", "import SwiftData")]).findings()
          .map(\.severity))
    }
    #expect(severities("AppTests/PageTests.swift") == [.note])
    #expect(severities("App/Page.swift").contains(.error))
  }
}
