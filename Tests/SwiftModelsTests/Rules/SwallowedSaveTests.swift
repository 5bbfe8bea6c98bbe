import SchemaLint
import Testing

struct SwallowedSaveTests {
  @Test func `errors of a context that nobody gets to know are found`() {
    MarkedSource(
      """
      import SwiftData
      import SwiftUI
      @Model final class Work { var title = "" }
      struct Shelf: View {
        @Environment(\\.modelContext) private var store
        var body: some View {
          Button("Delete") {
            try? store.save()  // warning
          }
        }
        func count(_ context: ModelContext) -> Int {
          let works = (try? context.fetch(FetchDescriptor<Work>())) ?? []  // warning
          if let n = try? context.fetchCount(FetchDescriptor<Work>()) { return n }  // warning
          _ = { [context] in try? context.save() }  // warning
          return works.count
        }
      }
      final class Store {
        let container: ModelContainer
        init(_ container: ModelContainer) { self.container = container }
        @MainActor func finish() { try? container.mainContext.save() }  // warning
      }
      """
    ).expect("swallowed-save")
  }

  @Test func `errors that somebody gets, and what is no context, draw nothing`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Work { var title = "" }
      struct Image { func save() throws {} }
      func finish(_ context: ModelContext, _ image: Image, _ file: URL) throws {
        try context.save()
        try? image.save()
        try? FileManager.default.removeItem(at: file)
        do { try context.save() } catch { context.rollback() }
        let work = try? JSONDecoder().decode(Int.self, from: Data())
        let task = try? later { try context.save() }
      }
      @Test func stores() { try? container.mainContext.save() }
      #Preview { try? container.mainContext.save() }
      """
    ).expect("swallowed-save")
  }
}
