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
            try? FileManager.default.removeItem(at: file)  // warning
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

  private func expect(_ deletion: String) {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      enum Library {
        static let cloudFolder = URL.documentsDirectory.appending(path: ".CloudKit")
        static let sqliteName = "Library.sqlite"
        static func open(_ config: ModelConfiguration, _ file: URL) -> ModelContainer? {
          do {
            return try ModelContainer(for: Book.self, configurations: config)
          } catch {
            \(deletion)
            return nil
          }
        }
        static func storeFile() -> URL { URL.documentsDirectory }
      }
      """
    ).expect("store-deleted-on-failure")
  }

  @Test(arguments: [
    "try? FileManager.default.removeItem(at: config.url)  // error",
    "try? FileManager.default.removeItem(at: Self.storeFile())  // error",
    "try? FileManager.default.removeItem(atPath: file.path() + \"-wal\")  // error",
    "try? FileManager.default.removeItem(at: file.appendingPathExtension(\"wal\"))  // error",
    "let url = file.appending(path: sqliteName)\ntry? FileManager.default.removeItem(at: url)  // error",
    "try? FileManager.default.removeItem(at: URL.applicationSupportDirectory.appending(path: \"default.store\"))  // error",
    "for end in [\"\", \"-shm\"] { try? FileManager.default.removeItem(atPath: file.path + end) }  // error",
    "try? FileManager.default.removeItem(at: file)  // warning",
  ])
  func `the words of a path tell whether it leads to a store`(_ deletion: String) {
    expect(deletion)
  }

  @Test(arguments: [
    "try? FileManager.default.removeItem(at: cloudFolder)",
    "try? FileManager.default.removeItem(at: config.url.deletingLastPathComponent().appendingPathComponent(\".CloudKit\"))",
    "try? FileManager.default.removeItem(at: file.appending(path: \"Caches\"))",
  ])
  func `a path that ends in another name leads to no store`(_ deletion: String) {
    expect(deletion)
  }
}
