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

  @Test func `what is deferred is looked at however a function is left`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Work { var title = "" }
      final class Store {
        let context: ModelContext
        init(_ context: ModelContext) { self.context = context }
        func made() -> Work {
          defer { try? context.save() }  // warning
          return Work()
        }
        func failing() throws {
          defer { try? context.save() }  // warning
          throw CancellationError()
        }
        func looped() {
          for _ in 0..<2 {
            defer { try? context.save() }  // warning
            continue
          }
        }
        func caught() -> Int {
          do {
            defer { try? context.save() }  // warning
            return 1
          }
        }
      }
      """
    ).expect("swallowed-save")
  }

  @Test func `what an extension of a context calls is the context`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Work { var title = "" }
      extension ModelContext {
        func quietly() { try? save() }  // warning
        func itself() { try? self.save() }  // warning
        func all() -> [Work] {
          (try? fetch(FetchDescriptor<Work>())) ?? []  // warning
        }
        func loudly() throws { try save() }
      }
      """
    ).expect("swallowed-save")
  }
}
