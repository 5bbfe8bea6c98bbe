import Diagnostics
import SchemaLint
import SwiftModels
import Testing

/// The crash of an app for books, from end to end: relationships before insertion.
struct BooksTests {
  private static let before = """
    import SwiftData
    import SwiftUI

    extension Entry {
      static func wish(for work: Work) -> Entry {
        Entry(work: work, edition: nil, status: .wishlist)
      }
      static func owned(_ edition: Edition, of work: Work) -> Entry {
        let entry = Entry(work: work, edition: edition)
        return entry
      }
    }

    struct DetailView: View {
      @Environment(\\.modelContext) private var modelContext
      let work: Work

      private func save() {
        let edition = Edition(isbn: "1", work: work)
        modelContext.insert(edition)
        let entry = Entry(work: work, edition: nil)
        modelContext.insert(entry)
        let other = Edition()
        other.work = work
        modelContext.insert(other)
      }
    }

    @Test func deletes() throws {
      let context = try ModelContainer(for: Work.self).mainContext
      let work = Work(title: "A")
      let entry = Entry(work: work, edition: nil)
      work.entries = [entry]
      context.insert(work)
      context.insert(entry)
    }
    """

  private static let after = """
    import SwiftData
    import SwiftUI

    extension Entry {
      static func wish(for work: Work, in context: ModelContext) -> Entry {
        let entry = Entry(status: .wishlist)
        context.insert(entry)
        entry.work = work
        return entry
      }
      static func owned(
        _ edition: Edition, of work: Work, in context: ModelContext
      ) -> Entry {
        let entry = Entry()
        context.insert(entry)
        entry.work = work
        entry.edition = edition
        return entry
      }
    }

    struct DetailView: View {
      @Environment(\\.modelContext) private var modelContext
      let work: Work

      private func save() {
        let edition = Edition(isbn: "1")
        modelContext.insert(edition)
        edition.work = work
        let entry = Entry.wish(for: work, in: modelContext)
        entry.edition = edition
      }
    }

    @Test func deletes() throws {
      let context = try ModelContainer(for: Work.self).mainContext
      let work = Work(title: "A")
      let entry = Entry()
      context.insert(work)
      context.insert(entry)
      entry.work = work
    }
    """

  private func found(_ models: String, _ app: String) -> [String] {
    SwiftSource(texts: [("Models.swift", models), ("App.swift", app)]).findings().map { finding in
      "\(finding.location?.file ?? ""):\(finding.location?.line ?? 0) \(finding.severity) "
        + finding.code
    }
  }

  @Test func `each initializer, factory, call and test line is found`() {
    #expect(
      found(booksBefore, Self.before) == [
        "App.swift:5 warning factory-without-context", "App.swift:6 warning insert-before-relate",
        "App.swift:8 warning factory-without-context", "App.swift:9 warning insert-before-relate",
        "App.swift:19 warning insert-before-relate", "App.swift:21 warning insert-before-relate",
        "App.swift:24 warning insert-before-relate", "App.swift:32 note insert-before-relate",
        "App.swift:33 note insert-before-relate",
        "Models.swift:26 warning relationship-in-initializer",
        "Models.swift:37 warning relationship-in-initializer",
      ])
  }

  @Test func `the corrected form has no findings`() {
    #expect(found(booksAfter, Self.after) == [])
  }
}
