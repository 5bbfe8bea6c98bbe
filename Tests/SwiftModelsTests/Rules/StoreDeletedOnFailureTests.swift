import SchemaLint
import Testing

struct StoreDeletedOnFailureTests {
  @Test func `deletions of a store that cannot be opened are found`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      enum Library {
        static func open(_ file: URL) -> ModelContainer? {
          do {
            return try ModelContainer(for: Book.self)
          } catch {
            try? FileManager.default.removeItem(at: file)  // error
            reset(file)
            return try? ModelContainer(for: Book.self)
          }
        }
        private static func reset(_ file: URL) {
          let wal = file.appendingPathExtension("wal")
          try? FileManager.default.removeItem(at: wal)  // error
        }
      }
      """
    ).expect("store-deleted-on-failure")
  }

  @Test func `stores that are put aside, and deletions elsewhere, draw nothing`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      func open(_ file: URL, _ aside: URL) throws -> ModelContainer {
        do {
          return try ModelContainer(for: Book.self)
        } catch {
          try FileManager.default.copyItem(at: file, to: aside)
          try FileManager.default.removeItem(at: file)
          return try ModelContainer(for: Book.self)
        }
      }
      func look(at backup: URL, staging: URL) throws -> ModelContainer {
        try FileManager.default.copyItem(at: backup, to: staging)
        do { return try ModelContainer(for: Book.self) } catch {
          try FileManager.default.removeItem(at: staging)
          throw error
        }
      }
      func clear(_ cache: URL) {
        do { try FileManager.default.removeItem(at: cache) } catch { print(error) }
      }
      func read(_ file: URL) throws {
        do { _ = try Data(contentsOf: file) } catch {
          try FileManager.default.removeItem(at: file)
        }
      }
      """
    ).expect("store-deleted-on-failure")
  }
}
