import SchemaLint
import Testing

struct FactoryWithoutContextTests {
  @Test func `functions that make, relate and return without a context are found`() {
    MarkedSource([
      ("Books.swift", booksBefore),
      (
        "Factories.swift",
        """
        extension Entry {
          static func wish(for work: Work) -> Entry {  // warning
            Entry(work: work, edition: nil, status: .wishlist)
          }
        }
        enum Make {
          static func edition(of work: Work) -> Edition {  // warning
            let edition = Edition()
            edition.work = work
            return edition
          }
          func all(_ titles: [String]) -> [Edition] {  // warning
            titles.map { Edition(work: Work(title: $0)) }
          }
          var one: Edition? {  // warning
            let work = Work(title: "")
            let edition = Edition()
            work.editions.append(edition)
            return edition
          }
          static var preview: Edition { Edition(work: Work(title: "")) }  // note
          static func sampleEntry() -> Entry { Entry(work: Work(title: ""), edition: nil) }  // note
        }
        """
      ),
    ]).expect("factory-without-context")
  }

  @Test func `an object that a test makes without a context is a note`() {
    MarkedSource([
      ("Books.swift", booksBefore),
      (
        "Tests/EditionTests.swift",
        """
        func makeEdition() -> Edition {  // note
          Edition(work: Work(title: ""))
        }
        """
      ),
    ]).expect("factory-without-context")
  }

  @Test func `functions with a context, and those that relate nothing, draw nothing`() {
    MarkedSource([
      ("Books.swift", booksBefore),
      (
        "Factories.swift",
        """
        func plain() -> Edition { Edition(isbn: "1") }
        func titled(like work: Work) -> Work { Work(title: work.title) }
        func edition(of work: Work, in context: ModelContext) -> Edition {
          let edition = Edition()
          context.insert(edition)
          edition.work = work
          return edition
        }
        func unused(_ work: Work) -> Edition? {
          let shown = Edition(work: work)
          print(shown)
          return work.editions.first
        }
        @ModelActor actor Store {
          func add(to work: Work) -> Edition {
            let edition = Edition(work: work)
            modelContext.insert(edition)
            return edition
          }
        }
        extension ModelContext {
          func edition(of work: Work) -> Edition {
            let edition = Edition()
            insert(edition)
            edition.work = work
            return edition
          }
        }
        """
      ),
    ]).expect("factory-without-context")
  }
}
