import Diagnostics
import SchemaLint
import Testing

struct SwallowedSaveTests {
  @Test func `errors of a context that are swallowed are found`() {
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
          let works = (try? context.fetch(FetchDescriptor<Work>())) ?? []
          if let n = try? context.fetchCount(FetchDescriptor<Work>()) { return n }
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

  @Test func `errors that are handled, and types that are not a context, draw nothing`() {
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

  @Test func `deferred code is checked however a function is left`() {
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

  @Test func `calls in an extension of a context are calls on the context`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Work { var title = "" }
      extension ModelContext {
        func quietly() { try? save() }  // warning
        func itself() { try? self.save() }  // warning
        func all() -> [Work] {
          (try? fetch(FetchDescriptor<Work>())) ?? []
        }
        func loudly() throws { try save() }
      }
      """
    ).expect("swallowed-save")
  }

  @Test func `a look-up on which an insertion depends is found, however it gets there`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Tag { var name = ""; init(name: String) { self.name = name } }
      func asked(_ context: ModelContext, _ all: FetchDescriptor<Tag>) throws {
        if let known = try? context.fetch(all), !known.isEmpty {  // warning
          print(known)
        } else {
          context.insert(Tag(name: ""))
        }
      }
      func guarded(_ context: ModelContext, _ all: FetchDescriptor<Tag>) {
        let count = (try? context.fetchCount(all)) ?? 0  // warning
        guard count == 0 else { return }
        context.insert(Tag(name: ""))
      }
      func left(_ context: ModelContext, _ all: FetchDescriptor<Tag>) {
        let known = try? context.fetch(all)  // warning
        let first = known?.first
        if first != nil { return }
        context.insert(Tag(name: ""))
      }
      func chosen(_ context: ModelContext, _ all: FetchDescriptor<Tag>) -> Tag {
        let tag = (try? context.fetch(all))?.first ?? Tag(name: "")  // warning
        context.insert(tag)
        return tag
      }
      func looped(_ context: ModelContext, _ names: [String], _ all: FetchDescriptor<Tag>) {
        let known = (try? context.fetch(all)) ?? []  // warning
        for name in names {
          let isKnown = known.contains { $0.name == name }
          if !isKnown { add(name, to: context) }
        }
      }
      func add(_ name: String, to context: ModelContext) { context.insert(Tag(name: name)) }
      struct Tags {
        let context: ModelContext
        func find(_ all: FetchDescriptor<Tag>) -> Tag? {
          try? context.fetch(all).first  // warning
        }
        func make(_ all: FetchDescriptor<Tag>) {
          switch find(all) {
          case nil: context.insert(Tag(name: ""))
          case let tag?: print(tag)
          }
        }
      }
      """
    ).expect("swallowed-save")
  }

  @Test func `a look-up on which no insertion depends draws nothing`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Tag { var name = ""; init(name: String) { self.name = name } }
      func shown(_ context: ModelContext, _ all: FetchDescriptor<Tag>) -> [Tag] {
        let tags = (try? context.fetch(all)) ?? []
        if tags.isEmpty { print("none") }
        return tags
      }
      func added(_ context: ModelContext, _ all: FetchDescriptor<Tag>, _ name: String?) {
        print((try? context.fetchCount(all)) ?? 0)
        if let name { context.insert(Tag(name: name)) }
      }
      func checked(_ context: ModelContext, _ all: FetchDescriptor<Tag>) throws {
        if try context.fetch(all).isEmpty { context.insert(Tag(name: "")) }
      }
      """
    ).expect("swallowed-save")
  }

  @Test(arguments: [
    (
      "try? context.save()",
      "'try?' hides why 'context.save()' fails: what was not stored is lost at the next launch",
      "write 'try context.save()', and tell the user in the 'catch'"
    ),
    (
      "if (try? context.fetchCount(all)) == 0 { context.insert(Tag()) }",
      "'try?' hides why 'context.fetchCount(…)' fails: a look-up that fails looks like one that finds "
        + "nothing, and the object is inserted again",
      "write 'try context.fetchCount(…)', and tell the user in the 'catch'"
    ),
  ])
  func `a finding names the loss`(code: String, message: String, note: String) {
    let found = MarkedSource(
      """
      import SwiftData
      @Model final class Tag { var name = "" }
      func run(_ context: ModelContext, _ all: FetchDescriptor<Tag>) { \(code) }
      """
    ).findings(of: "swallowed-save")
    #expect(found.map(\.message) == [message])
    #expect(found.flatMap(\.notes).map(\.message) == [note])
  }
}
