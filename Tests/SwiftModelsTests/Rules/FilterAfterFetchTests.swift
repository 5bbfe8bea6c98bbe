import SchemaLint
import Testing

struct FilterAfterFetchTests {
  private static let models = """
    import SwiftData
    @Model final class Work { var title = ""; var pages = 0; var editions: [Edition] = [] }
    @Model final class Edition { var isbn = ""; var work: Work? }

    """

  @Test func `filters on all that was fetched are found`() {
    MarkedSource(
      Self.models + """
        func long(_ context: ModelContext, _ limit: Int) throws -> [Work] {
          let descriptor = FetchDescriptor<Work>(sortBy: [SortDescriptor(\\.title)])
          let works = try context.fetch(descriptor)
          return works.filter { $0.pages > limit }  // warning
        }
        func named(_ name: String, _ context: ModelContext) -> Work? {
          (try? context.fetch(FetchDescriptor<Work>()))?.first { work in work.title == name }  // warning
        }
        func none(_ name: String, _ context: ModelContext) -> [Work] {
          guard let all = try? context.fetch(FetchDescriptor<Work>()) else { return [] }
          if name.isEmpty { return all.filter { $0.title == name } }  // warning
          return ((try? context.fetch(FetchDescriptor<Work>())) ?? []).filter { $0.title == name }  // warning
        }
        """
    ).expect("filter-after-fetch")
  }

  @Test func `the result of a filter may have a name, and be used again`() {
    MarkedSource(
      Self.models + """
        func mine(_ name: String, _ context: ModelContext) throws -> [Work] {
          let all = try context.fetch(FetchDescriptor<Work>())
          let mine = all.filter { $0.title == name }  // warning
          print(mine.count)
          return mine
        }
        func rest(_ name: String, _ context: ModelContext) throws -> [Work] {
          let all = try context.fetch(FetchDescriptor<Work>())
          let mine = all.filter { $0.title == name }
          return all.count > 9 ? all : mine
        }
        """
    ).expect("filter-after-fetch")
  }

  @Test func `filters that a store could not do, and lists that are used again, draw nothing`() {
    MarkedSource(
      Self.models + """
        extension Work { var isLong: Bool { pages > 500 } }
        func some(_ context: ModelContext, _ name: String) throws {
          let few = FetchDescriptor<Work>(predicate: #Predicate { $0.pages > 1 })
          _ = try context.fetch(few).filter { $0.title == name }
          var limited = FetchDescriptor<Work>()
          limited.fetchLimit = 20
          _ = try context.fetch(limited).filter { $0.title == name }
          let works = try context.fetch(FetchDescriptor<Work>())
          _ = works.filter { $0.title == name }
          _ = works.filter { $0.title != name }
          let all = try context.fetch(FetchDescriptor<Work>())
          _ = all.filter { $0.isLong }
          let others = try context.fetch(FetchDescriptor<Work>())
          _ = others.filter { matches($0.title) }
          let known = try context.fetch(FetchDescriptor<Work>())
          for title in ["A", "B"] { print(known.first { $0.title == title } as Any) }
          _ = [1, 2].filter { $0 > 1 }
          let old = try context.fetch(FetchDescriptor<Work>())
          func find(_ title: String) -> Work? { old.first { $0.title == title } }
          print(find("A") as Any, find("B") as Any)
        }
        """
    ).expect("filter-after-fetch")
  }
}
