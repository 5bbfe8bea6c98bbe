import SchemaLint
import Testing

struct ModelAcrossActorsTests {
  private static let models = """
    import SwiftData
    @Model final class Work { var title = ""; var pages = 0; var editions: [Edition] = [] }
    @Model final class Edition { var isbn = ""; var work: Work? }

    """

  @Test func `objects that go to another actor or come from one are found`() {
    MarkedSource(
      Self.models + """
        @ModelActor actor Store {
          func rename(_ work: Work) { work.title = "" }
          func all() throws -> [Work] { try modelContext.fetch(FetchDescriptor<Work>()) }
        }
        @MainActor final class Screen {
          let store: Store
          var works: [Work] = []
          init(store: Store) { self.store = store }
          func load() async throws {
            works = try await store.all()  // warning
            await store.rename(works[0])  // warning
          }
          func run(_ work: Work) {
            Task.detached {
              work.title = "A"  // warning
            }
            DispatchQueue.global().async { print(work.title) }  // warning
          }
        }
        """
    ).expect("model-across-actors")
  }

  @Test func `identifiers, copies and work on one actor draw nothing`() {
    MarkedSource(
      Self.models + """
        @ModelActor actor Store {
          func rename(_ id: PersistentIdentifier) {
            guard let work = self[id, as: Work.self] else { return }
            change(work)
            Task { change(work) }
          }
          func change(_ work: Work) { work.title = "" }
          func titles() throws -> [String] { [] }
          nonisolated func name(of work: Work) -> String { work.title }
        }
        @MainActor func run(_ store: Store, _ work: Work) async throws {
          await store.rename(work.persistentModelID)
          print(try await store.titles(), store.name(of: work))
          Task { work.title = "A" }
          let id = work.persistentModelID
          Task.detached {
            await store.rename(id)
            let work = 1
            print(work)
            await MainActor.run { print(id) }
          }
          Task.detached { await MainActor.run { work.title = "B" } }
        }
        """
    ).expect("model-across-actors")
  }

  @Test func `objects in lists, optionals and properties are found`() {
    MarkedSource(
      Self.models + """
        @ModelActor actor Store {
          var works: [Work] = []
          var first: Work? { works.first }
          let name = ""
          nonisolated static func plain() -> [Work] { [] }
          func last() throws -> Work? { works.last }
          func kind() -> Work.Type { Work.self }
          func descriptor() -> FetchDescriptor<Work> { FetchDescriptor() }
        }
        @MainActor func run(_ store: Store) async throws {
          _ = try await store.last()  // warning
          _ = await store.first  // warning
          _ = await store.works  // warning
          _ = await store.kind()
          _ = await store.descriptor()
          _ = await store.name
        }
        """
    ).expect("model-across-actors")
  }

  private static let keeper = """
    @ModelActor actor Keeper {
      func keep(_ work: sending Work) throws { modelContext.insert(work) }
      func keep(all works: [Work]) throws { for work in works { modelContext.insert(work) } }
      func make() -> sending Work { Work() }
      func first() throws -> Work? { try modelContext.fetch(FetchDescriptor<Work>()).first }
    }

    """

  @Test func `a new object that is not used again may be passed to an actor, and returned`() {
    MarkedSource(
      Self.models + Self.keeper + """
        @MainActor func run(_ keeper: Keeper, _ titles: [String], _ isLong: Bool) async throws {
          try await keeper.keep(Work())
          let work = Work()
          work.title = "A"
          work.editions = [Edition()]
          if isLong { work.pages = 900 }
          try await keeper.keep(work)
          for _ in titles {
            let work = Work()
            try await keeper.keep(work)
          }
          let works = titles.map { _ in Work() }
          try await keeper.keep(all: works)
          print(works.count)
          var more: [Work] = []
          for _ in titles { more.append(Work()) }
          try await keeper.keep(all: more)
          let later = Work()
          Task { try await keeper.keep(later) }
          let last = Work()
          Task.detached { try await keeper.keep(last) }
          let made = await keeper.make()
          made.title = "B"
        }
        func pass(_ work: sending Work, to keeper: Keeper) async throws {
          try await keeper.keep(work)
        }
        """
    ).expect("model-across-actors")
  }

  private static let library = """
    import SwiftData
    @Model final class Cover { var name: String; var book: Book?; init(_ name: String) { self.name = name } }
    @Model final class Page {
      var number = 0
      var book: Book?
      init(book: Book?) { self.book = book }
    }
    @Model final class Book {
      var title: String
      var cover: Cover?
      var pages: [Page] = []
      init(title: String) {
        self.title = title
        self.cover = Cover(title)
      }
      init(count: Int) {
        title = ""
        pages = (0..<count).map { _ in Page(book: nil) }
      }
      init(shared cover: Cover) {
        title = ""
        self.cover = cover
      }
      init(known: Bool) {
        title = ""
        cover = Covers.shared.first
      }
      init(kept: Bool) {
        title = ""
        let cover = Cover("")
        Covers.shared.append(cover)
        self.cover = cover
      }
      func bind() { cover = Cover("") }
      func bindShared() { cover = Covers.shared.first }
      static func bound() -> Book {
        let book = Book(title: "")
        book.bind()
        return book
      }
      static func boundShared() -> Book {
        let book = Book(count: 3)
        book.cover = Covers.shared.first
        return book
      }
    }
    enum Covers { nonisolated(unsafe) static var shared: [Cover] = [] }
    @ModelActor actor Keeper {
      func keep(_ book: sending Book) throws { modelContext.insert(book) }
    }

    """

  @Test func `objects that an object's own code makes and relates are passed with it`() {
    MarkedSource(
      Self.library + """
        @MainActor func run(_ keeper: Keeper) async throws {
          let titled = Book(title: "A")
          try await keeper.keep(titled)
          try await keeper.keep(Book(count: 12))
          let cover = Cover("B")
          let book = Book(shared: cover)
          try await keeper.keep(book)
          let bound = Book(count: 0)
          bound.bind()
          try await keeper.keep(bound)
          let made = Book.bound()
          try await keeper.keep(made)
        }
        """
    ).expect("model-across-actors")
  }

  @Test func `a new object that others may have is found`() {
    MarkedSource(
      Self.models + Self.keeper + """
        @MainActor final class Screen {
          var draft: Work?
          var found: [Work] = []
          func run(_ keeper: Keeper, _ context: ModelContext, _ given: Work) async throws {
            let inserted = Work()
            context.insert(inserted)
            try await keeper.keep(inserted)  // warning
            let drafted = Work()
            draft = drafted
            try await keeper.keep(drafted)  // warning
            let one = found.first ?? given
            try await keeper.keep(one)  // warning
            try await keeper.keep(given)  // warning
            _ = await keeper.first()  // warning
          }
        }
        """
    ).expect("model-across-actors")
  }
}
