import SchemaLint
import Testing

struct RelateAcrossContextsTests {
  private static let models = """
    import SwiftData
    @Model final class Work { var title = ""; var pages = 0; var editions: [Edition] = [] }
    @Model final class Edition { var isbn = ""; var work: Work? }

    """

  @Test func `objects of two contexts that are related are found`() {
    MarkedSource(
      Self.models + """
        func add(_ container: ModelContainer, to context: ModelContext) throws {
          let other = ModelContext(container)
          let work = Work()
          context.insert(work)
          let edition = Edition()
          other.insert(edition)
          edition.work = work  // error
          work.editions.append(edition)  // error
          let works = try context.fetch(FetchDescriptor<Work>())
          for item in works { edition.work = item }  // error
          edition.work = works.first  // error
        }
        func two(_ container: ModelContainer) throws {
          let (first, second) = (1, 2)
          let one = ModelContext(container)
          let two = ModelContext(container)
          let work = Work()
          let edition = Edition()
          one.insert(work)
          two.insert(edition)
          edition.work = work  // error
          print(first, second)
        }
        """
    ).expect("relate-across-contexts")
  }

  @Test func `an object that a context has by its identifier belongs to that context`() {
    MarkedSource(
      Self.models + """
        func add(
          _ container: ModelContainer, to context: ModelContext, _ id: PersistentIdentifier
        ) {
          let other = ModelContext(container)
          let edition = Edition()
          context.insert(edition)
          edition.work = other.model(for: id) as! Work  // error
          if let work: Work = other.registeredModel(for: id) { edition.work = work }  // error
          edition.work = context.model(for: id) as? Work
          let found = other.model(for: id) as! Work
          edition.work = context.model(for: found.persistentModelID) as? Work
        }
        """
    ).expect("relate-across-contexts")
  }

  @Test func `objects of one context, or of contexts that may be one, draw nothing`() {
    MarkedSource(
      Self.models + """
        final class Store {
          var modelContext: ModelContext
          init(_ container: ModelContainer) {
            let context = ModelContext(container)
            modelContext = context
            let work = Work()
            context.insert(work)
            let edition = Edition()
            modelContext.insert(edition)
            edition.work = work
          }
          func add(_ context: ModelContext, _ work: Work) throws {
            let edition = Edition()
            context.insert(edition)
            edition.work = work
            let found = try modelContext.fetch(FetchDescriptor<Work>()).first
            edition.work = found
          }
          func again(_ container: ModelContainer) throws {
            let context = ModelContext(container)
            let work = try context.fetch(FetchDescriptor<Work>()).first
            let edition = Edition()
            context.insert(edition)
            edition.work = work
          }
          func either(_ container: ModelContainer, _ isNew: Bool) {
            let other = ModelContext(container)
            let work = Work()
            if isNew { other.insert(work) } else { modelContext.insert(work) }
            let edition = Edition()
            modelContext.insert(edition)
            edition.work = work
          }
        }
        """
    ).expect("relate-across-contexts")
  }

  private func expect(properties: String, _ mark: String) {
    MarkedSource(
      Self.models + """
        final class Library {
          \(properties)
          func insert() throws {
            let work = Work()
            context.insert(work)
            let edition = Edition()
            self.other.insert(edition)
            edition.work = work\(mark)
          }
          func fetch() throws {
            let work = try context.fetch(FetchDescriptor<Work>()).first
            let edition = try other.fetch(FetchDescriptor<Edition>())[0]
            edition.work = work\(mark)
          }
          func same() throws {
            let work = try context.fetch(FetchDescriptor<Work>()).first
            let edition = Edition()
            self.context.insert(edition)
            edition.work = work
          }
        }
        """
    ).expect("relate-across-contexts")
  }

  @Test(arguments: [
    "let context: ModelContext; let other: ModelContext\n"
      + "init(_ c: ModelContainer) { context = ModelContext(c); other = ModelContext(c) }",
    "let context: ModelContext; let other: ModelContext\n"
      + "init(_ c: ModelContainer) { context = c.mainContext; other = ModelContext(c) }",
    "let context: ModelContext; let other: ModelContext\n"
      + "init(_ c: ModelContainer, _ context: ModelContext) "
      + "{ self.context = context; let own = ModelContext(c); self.other = own }",
    "private let context = ModelContext(shared); private lazy var other = ModelContext(shared)",
    "private(set) var context = ModelContext(shared); let other = shared.mainContext",
  ])
  func `two contexts that a type keeps and makes are two`(properties: String) {
    expect(properties: properties, "  // error")
  }

  @Test(arguments: [
    "let context: ModelContext; let other: ModelContext\n"
      + "init(_ a: ModelContext, _ b: ModelContext) { context = a; other = b }",
    "let context: ModelContext; let other: ModelContext\n"
      + "init(_ a: ModelContainer, _ b: ModelContainer) { context = a.mainContext; other = b.mainContext }",
    "let context: ModelContext; var other = ModelContext(shared)\n"
      + "init(_ a: ModelContext) { context = a }",
    "let context: ModelContext; private var other: ModelContext\n"
      + "init(_ c: ModelContainer) { context = ModelContext(c); other = ModelContext(c) }\n"
      + "func use(_ context: ModelContext) { other = context }",
    "let context: ModelContext; let other: ModelContext",
  ])
  func `two contexts that a type is given may be two`(properties: String) {
    expect(properties: properties, "  // warning")
  }

  private func expect(_ members: String, _ first: String, _ second: String, _ mark: String) {
    MarkedSource(
      Self.models + """
        final class Library {
          let container: ModelContainer
          init(_ container: ModelContainer) { self.container = container }
          \(members)
          @MainActor func add() {
            let work = Work()
            let edition = Edition()
            \(first).insert(work)
            \(second).insert(edition)
            edition.work = work\(mark)
          }
        }
        """
    ).expect("relate-across-contexts")
  }

  @Test(arguments: [
    ("lazy var other = ModelContext(container)", "container.mainContext", "other"),
    ("private var other = ModelContext(shared)", "other", "self.container.mainContext"),
    ("static let other = ModelContext(shared)", "container.mainContext", "Library.other"),
    (
      "static let one = ModelContext(shared); static let other = ModelContext(shared)",
      "Self.one", "Library.other"
    ),
    (
      "private func make() -> ModelContext { ModelContext(container) }", "container.mainContext",
      "make()"
    ),
    ("var other: ModelContext { ModelContext(container) }", "other", "other"),
    (
      "var other: ModelContext { let new = ModelContext(container); print(new.hasChanges); return new }",
      "container.mainContext", "other"
    ),
  ])
  func `a context that a function or a property makes is another context`(
    _ members: String, _ first: String, _ second: String
  ) {
    expect(members, first, second, "  // error")
  }

  @Test(arguments: [
    ("var other = ModelContext(shared)", "container.mainContext", "other"),
    (
      "lazy var other = ModelContext(container)\nfunc use(_ library: Library) { library.other = x }",
      "container.mainContext", "other"
    ),
    ("lazy var other = container.mainContext", "container.mainContext", "other"),
    ("static let other = shared.mainContext", "container.mainContext", "Library.other"),
    ("static let other = ModelContext(shared)", "Self.other", "Library.other"),
    (
      "private func find() -> ModelContext { container.mainContext }", "container.mainContext",
      "find()"
    ),
    (
      "var kept: ModelContext?\n"
        + "func make() -> ModelContext { let new = ModelContext(container); kept = new; return new }",
      "kept!", "make()"
    ),
  ])
  func `a context that may be the same draws nothing`(
    _ members: String, _ first: String, _ second: String
  ) {
    expect(members, first, second, "")
  }

  @Test(arguments: [
    "let context: ModelContext; let other: ModelContext\n"
      + "init(_ a: ModelContext) { context = a; other = a }",
    "let context: ModelContext; let other: ModelContext\n"
      + "init(_ c: ModelContainer) { let own = ModelContext(c); context = own; self.other = own }",
    "let context: ModelContext; let other: ModelContext\n"
      + "init(_ c: ModelContainer) { context = ModelContext(c); other = self.context }",
    "let context: ModelContext; let other: ModelContext\n"
      + "init(_ c: ModelContainer) { context = c.mainContext; other = c.mainContext }",
    "let context: ModelContext; var other: ModelContext { context }",
    "@Environment(\\.modelContext) var context; @Environment(\\.modelContext) var other",
  ])
  func `one context under two names is one context`(properties: String) {
    expect(properties: properties, "")
  }
}
