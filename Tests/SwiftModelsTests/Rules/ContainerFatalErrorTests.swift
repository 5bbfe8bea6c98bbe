import SchemaLint
import Testing

struct ContainerFatalErrorTests {
  @Test func `ends of an app whose store cannot be opened are found`() {
    MarkedSource(
      #"""
      import SwiftData
      @Model final class Book { var title = "" }
      struct Library: App {
        let shared: ModelContainer = {
          let configuration = ModelConfiguration(isStoredInMemoryOnly: false)
          do {
            return try ModelContainer(for: Book.self, configurations: configuration)
          } catch {
            fatalError("could not open: \(error)")  // warning
          }
        }()
        let other = try! ModelContainer(for: Book.self)  // warning
        func open() {
          container.loadPersistentStores { _, error in
            if let error { fatalError("\(error)") }  // warning
          }
        }
      }
      """#
    ).expect("container-fatal-error")
  }

  @Test func `stores in memory, tests, previews and other failures draw nothing`() {
    MarkedSource(
      #"""
      import SwiftData
      @Model final class Book { var title = "" }
      func shown() -> ModelContainer {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        do {
          return try ModelContainer(for: Book.self, configurations: configuration)
        } catch {
          fatalError("\(error)")
        }
      }
      func open() throws -> ModelContainer {
        do { return try ModelContainer(for: Book.self) } catch { throw Broken(error) }
      }
      func settings(_ file: URL) -> Data {
        do { return try Data(contentsOf: file) } catch { fatalError("\(error)") }
      }
      #Preview { try! ModelContainer(for: Book.self) }
      @Test func stores() { _ = try! ModelContainer(for: Book.self) }
      """#
    ).expect("container-fatal-error")
  }
}
