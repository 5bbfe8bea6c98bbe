import SchemaLint
import Testing

struct ForcedSaveTests {
  @Test func `errors of a context that end the app are found`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Work { var title = "" }
      func finish(_ context: ModelContext) {
        try! context.save()  // warning
        let works = try! context.fetch(FetchDescriptor<Work>())  // warning
        print(works)
      }
      """
    ).expect("forced-save")
  }

  @Test func `tests, previews and other calls draw nothing`() {
    MarkedSource([
      (
        "App.swift",
        """
        import SwiftData
        func finish(_ context: ModelContext) throws {
          try context.save()
          try? context.save()
          try! other.save()
        }
        #Preview { try! container.mainContext.save() }
        """
      ),
      (
        "AppTests/StoreTests.swift",
        """
        import SwiftData
        func stored(_ context: ModelContext) { try! context.save() }
        """
      ),
    ]).expect("forced-save")
  }
}
