import Diagnostics
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

  @Test func `an opening within the handler of another one has the finding`() {
    let found = MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      func open() -> ModelContainer {
        do {
          return try ModelContainer(for: Book.self)
        } catch {
          do {
            return try ModelContainer(for: Book.self)
          } catch {
            fatalError()
          }
        }
      }
      """
    ).findings(of: "container-fatal-error")
    #expect(found.map { $0.location?.line } == [10])
    #expect(found.map { $0.notes.first?.location?.line } == [8])
  }

  @Test func `a failure after a failed container in memory is no error at every launch`() {
    MarkedSource(
      #"""
      import SwiftData
      @Model final class Book { var title = "" }
      func nested() -> ModelContainer {
        do {
          return try ModelContainer(for: Book.self)
        } catch {
          do {
            let memory = ModelConfiguration(isStoredInMemoryOnly: true)
            return try ModelContainer(for: Book.self, configurations: memory)
          } catch { fatalError("not even in memory: \(error)") }
        }
      }
      enum Library {
        static func inMemory() throws -> ModelContainer {
          try ModelContainer(
            for: Book.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        static func onDisk() throws -> ModelContainer { try ModelContainer(for: Book.self) }
        static func called() -> ModelContainer {
          do { return try onDisk() } catch {
            guard let memory = try? inMemory() else { fatalError() }
            return memory
          }
        }
        static func again() -> ModelContainer {
          do { return try onDisk() } catch {
            do { return try onDisk() } catch { fatalError() }  // warning
          }
        }
        static func beside(_ isTest: Bool) -> ModelContainer {
          do { return try onDisk() } catch {
            if isTest, let memory = try? inMemory() { return memory }
            fatalError()  // warning
          }
        }
        static func decided(_ isTest: Bool) -> ModelContainer {
          do { return try onDisk() } catch {
            do {
              return try ModelContainer(
                for: Book.self, configurations: ModelConfiguration(isStoredInMemoryOnly: isTest))
            } catch { fatalError() }  // warning
          }
        }
      }
      """#
    ).expect("container-fatal-error")
  }

  @Test func `a container that is nil where it cannot be opened is looked at like a caught error`()
  {
    MarkedSource(
      #"""
      import SwiftData
      @Model final class Book { var title = "" }
      func required() -> ModelContainer {
        guard let container = try? ModelContainer(for: Book.self) else {
          fatalError("could not open")  // warning
        }
        return container
      }
      func chosen() -> ModelContainer {
        if let container = try? ModelContainer(for: Book.self) {
          return container
        } else {
          preconditionFailure()  // warning
        }
      }
      func spoken(_ memory: ModelConfiguration) -> ModelContainer? {
        guard let container = try? ModelContainer(for: Book.self) else {
          report("could not open")
          return nil
        }
        guard let file = try? Data(contentsOf: file) else { fatalError() }
        return container
      }
      func held() -> ModelContainer? {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        guard let container = try? ModelContainer(for: Book.self, configurations: memory) else {
          fatalError()
        }
        return container
      }
      """#
    ).expect("container-fatal-error")
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      func open(_ storeURL: URL) -> ModelContainer? {
        guard let container = try? ModelContainer(for: Book.self) else {
          try? FileManager.default.removeItem(at: storeURL)  // error
          return nil
        }
        return container
      }
      """
    ).expect("store-deleted-on-failure")
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

  @Test func `a container that a function opens is opened by its callers`() {
    MarkedSource(
      #"""
      import SwiftData
      @Model final class Book { var title = "" }
      struct Library: App {
        let container: ModelContainer
        let second = try! Self.make()  // warning
        let third = try! Self.shown()
        init() {
          do { container = try Self.open() } catch { fatalError("\(error)") }  // warning
          do { _ = try Self.careful() } catch { fatalError("\(error)") }
          do { _ = try Self.loud() } catch { fatalError("\(error)") }  // warning
          do { _ = Self.silent(); try settings() } catch { fatalError("\(error)") }
        }
        static func open() throws -> ModelContainer { try make() }
        static func make() throws -> ModelContainer { try ModelContainer(for: Book.self) }
        static func shown() throws -> ModelContainer {
          try ModelContainer(
            for: Book.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        static func careful() throws -> ModelContainer? {
          do { return try make() } catch { report(error) }
          return nil
        }
        static func loud() throws -> ModelContainer {
          do { return try make() } catch { report(error); throw error }
        }
        static func silent() -> ModelContainer? { try? make() }
        func settings() throws { _ = try Data(contentsOf: file) }
      }
      """#
    ).expect("container-fatal-error")
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      struct Library {
        func start(_ storeURL: URL) {
          do { _ = try open() } catch { Self.deleteDatabase(storeURL) }
        }
        func open() throws -> ModelContainer { try ModelContainer(for: Book.self) }
        static func deleteDatabase(_ storeURL: URL) {
          try? FileManager.default.removeItem(at: storeURL)  // error
        }
      }
      """
    ).expect("store-deleted-on-failure")
  }
}
