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

  @Test func `objects in tuples, dictionaries, results and properties are found`() {
    MarkedSource(
      Self.models + """
        @ModelActor actor Store {
          var works: [Work] = []
          var first: Work? { works.first }
          let name = ""
          nonisolated static func plain() -> [Work] { [] }
          func pair() throws -> (Work, Int) { fatalError() }
          func byName() -> [String: Work] { [:] }
          func result() -> Result<Work, any Error> { fatalError() }
          func kind() -> Work.Type { Work.self }
          func descriptor() -> FetchDescriptor<Work> { FetchDescriptor() }
        }
        @MainActor func run(_ store: Store) async throws {
          _ = try await store.pair()  // warning
          _ = await store.byName()  // warning
          _ = await store.result()  // warning
          _ = await store.first  // warning
          _ = await store.works  // warning
          _ = await store.kind()
          _ = await store.descriptor()
          _ = await store.name
        }
        """
    ).expect("model-across-actors")
  }
}
