import Diagnostics
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
            try? FileManager.default.removeItem(at: file)
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

  @Test func `a store's place that a function returns is known`() {
    func code(_ folder: String) -> String {
      """
      import SwiftData
      @Model final class Book { var title = "" }
      enum Places { static func store() -> URL { \(folder).appending(path: "Library.store") } }
      struct Library {
        let store = Places.store()
        func open() -> ModelContainer? {
          do {
            return try ModelContainer(
              for: Book.self, configurations: ModelConfiguration(url: store))
          } catch {
            try? FileManager.default.removeItem(at: URL(filePath: store.path + "-wal"))
            return nil
          }
        }
      }
      """
    }
    func found(_ folder: String) -> [Int?] {
      MarkedSource(code(folder)).findings(of: "store-deleted-on-failure").map(\.location?.line)
    }
    #expect(found("URL.documentsDirectory") == [11])
    #expect(found("URL.temporaryDirectory") == [])
  }

  @Test func `code after an opening that returns on success runs where it fails`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      let store = URL.documentsDirectory.appending(path: "Library.store")
      func make() throws -> ModelContainer {
        try ModelContainer(for: Book.self, configurations: ModelConfiguration(url: store))
      }
      func deleteSidecars() {
        for ending in ["-wal", "-shm"] {
          try? FileManager.default.removeItem(at: URL(filePath: store.path + ending))  // error
        }
      }
      func open() throws -> ModelContainer {
        do { return try make() } catch { print(error) }
        deleteSidecars()
        return try make()
      }
      """
    ).expect("store-deleted-on-failure")
  }

  @Test func `one cause is one finding, with every deletion and opening as a note`() {
    let found = MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      enum Library {
        static func open() -> ModelContainer? {
          do { return try ModelContainer(for: Book.self) } catch { reset() }
          return nil
        }
        static func openAgain() -> ModelContainer? {
          do { return try ModelContainer(for: Book.self) } catch { reset() }
          return nil
        }
        private static func reset() {
          let store = URL.applicationSupportDirectory.appending(path: "default.store")
          try? FileManager.default.removeItem(at: store)
          try? FileManager.default.removeItem(atPath: store.path + "-wal")
          try? FileManager.default.removeItem(atPath: store.path + "-shm")
          try? FileManager.default.removeItem(at: URL.documentsDirectory.appending(path: "Covers"))
        }
      }
      """
    ).findings(of: "store-deleted-on-failure").map(line)
    #expect(
      found == [
        """
        Source.swift:14:10: error: 'removeItem' deletes the store that cannot be opened: it is the only \
        copy, and most reasons for that pass [store-deleted-on-failure]
          Source.swift:9:17: the store is opened here
          Source.swift:5:17: the store is opened here
          Source.swift:15:10: 'removeItem' deletes here, too
          Source.swift:16:10: 'removeItem' deletes here, too
          move the files to another place, keep them, and tell the user where they are
        """
      ])
  }

  @Test(arguments: [
    (
      "FileManager.default.removeStore(at: file)",
      """
      extension FileManager {
        func removeStore(at place: URL) {
          try? removeItem(at: place)  // error
        }
      }
      """
    ),
    (
      "file.deleteFiles()",
      """
      extension URL {
        func deleteFiles() {
          try? FileManager.default.removeItem(at: self)  // error
        }
      }
      """
    ),
    (
      "clear(file)",
      """
      extension Library {
        func clear(_ place: URL) {
          try? FileManager.default.removeItem(at: place)  // error
        }
      }
      """
    ),
  ])
  func `deletions are found in functions of extensions`(call: String, rest: String) {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      struct Library {
        func open(_ file: URL) -> ModelContainer? {
          do {
            let it = ModelConfiguration(url: file)
            return try ModelContainer(for: Book.self, configurations: it)
          } catch {
            \(call)
            return nil
          }
        }
      }
      \(rest)
      """
    ).expect("store-deleted-on-failure")
  }

  @Test func `an extension of a container opens and deletes its store`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      extension ModelContainer {
        static let place = URL.documentsDirectory.appending(path: "Library.store")
        static func library() throws -> ModelContainer {
          let it = ModelConfiguration(url: place)
          do { return try ModelContainer(for: Book.self, configurations: it) } catch {
            wipe()
            throw error
          }
        }
        private static func wipe() {
          try? FileManager.default.removeItem(at: URL.documentsDirectory.appending(path: "Library.store"))  // error
          try? FileManager.default.removeItem(at: URL.documentsDirectory.appending(path: "Covers"))
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
  func `the words of a path show whether it leads to a store`(_ deletion: String) {
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

  private func expect(opening: String, _ deletion: String) {
    MarkedSource(
      """
      import SwiftData
      import CoreData
      @Model final class Book { var title = "" }
      final class Library {
        let file: URL
        let folder: URL
        static let shared = URL.documentsDirectory.appending(path: "Library")
        static func place() -> URL { .documentsDirectory.appending(path: "Library") }
        func open(_ other: URL, _ store: NSPersistentStoreDescription) throws -> ModelContainer? {
          let local = URL.documentsDirectory.appending(path: "Library")
          do {
            \(opening)
            return try ModelContainer(for: Book.self)
          } catch {
            \(deletion)
            return nil
          }
        }
        func configuration(at place: URL) -> ModelConfiguration { ModelConfiguration(url: place) }
        func remove(_ place: URL, _ rest: URL) {
          try? FileManager.default.removeItem(at: place)\(deletion.contains("// helper") ? "  // error" : "")
        }
      }
      """
    ).expect("store-deleted-on-failure")
  }

  @Test(arguments: [
    (
      "let it = ModelConfiguration(url: file)",
      "try FileManager.default.removeItem(at: file)  // error"
    ),
    (
      "let it = ModelConfiguration(schema: nil, url: self.file)",
      "try FileManager.default.removeItem(atPath: file.path)  // error"
    ),
    (
      "let it = ModelConfiguration(url: other)",
      "try FileManager.default.removeItem(at: other)  // error"
    ),
    (
      "let it = ModelConfiguration(url: local)",
      "try FileManager.default.removeItem(at: local)  // error"
    ),
    (
      "let it = ModelConfiguration(url: Self.shared)",
      "try FileManager.default.removeItem(at: Library.shared)  // error"
    ),
    (
      "let it = ModelConfiguration(url: Self.place())",
      "let url = Self.place()\ntry FileManager.default.removeItem(at: url)  // error"
    ),
    ("let it = configuration(at: file)", "try FileManager.default.removeItem(at: file)  // error"),
    ("let it = ModelConfiguration(url: file)", "remove(file, folder)  // helper"),
    (
      "try coordinator.addPersistentStore(ofType: kind, configurationName: nil, at: file)",
      "try FileManager.default.removeItem(at: file)  // error"
    ),
    (
      "description.url = file",
      "try FileManager.default.removeItem(at: URL(fileURLWithPath: file.path))  // error"
    ),
  ])
  func `the path that a store is opened at is the store's, whatever it is called`(
    _ opening: String, _ deletion: String
  ) {
    expect(opening: opening, deletion)
  }

  @Test(arguments: [
    (
      "let it = ModelConfiguration(url: file)",
      "try FileManager.default.removeItem(at: folder)  // warning"
    ),
    ("let it = ModelConfiguration(url: file)", "try FileManager.default.removeItem(at: local)"),
    ("let it = remove(folder, file)", "try FileManager.default.removeItem(at: other)  // warning"),
    ("cache.url = file", "try FileManager.default.removeItem(at: file)  // warning"),
  ])
  func `a path next to the store's path is recognized by its words`(
    _ opening: String, _ deletion: String
  ) {
    expect(opening: opening, deletion)
  }

  @Test func `all clauses of an '#if' are read that some build has`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      func open(_ storeURL: URL) -> ModelContainer {
        do { return try ModelContainer(for: Book.self) } catch {
          #if DEBUG
            fatalError("\\(error)")
          #elseif os(Linux)
            try? FileManager.default.removeItem(at: storeURL)
          #else
            try? FileManager.default.removeItem(at: storeURL)  // error
            return try! ModelContainer(for: Book.self)
          #endif
        }
      }
      """
    ).expect("store-deleted-on-failure")
  }

  @Test func `code in another clause is read with the declarations of a release`() {
    MarkedSource(
      """
      import SwiftData
      #if DEBUG
      @Model final class Book { var title = ""; var probe = 0 }
      enum Reset {
        static func open(_ storeURL: URL) -> ModelContainer? {
          do { return try ModelContainer(for: Book.self) } catch {
            try? FileManager.default.removeItem(at: storeURL)  // note
            return nil
          }
        }
      }
      #else
      @Model final class Book { var title = "" }
      #endif
      """
    ).expect("store-deleted-on-failure")
  }

  private func expect(opening: String, inCatch deletion: String) {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      struct Library {
        let folder: URL
        func open(_ file: URL, _ data: Data) throws -> ModelContainer {
          let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
          do {
            \(opening)
          } catch {
            \(deletion)
            throw error
          }
        }
      }
      """
    ).expect("store-deleted-on-failure")
  }

  private static let atDocuments = """
    let url = URL.documentsDirectory.appending(path: "Stores/Library.store")
    return try ModelContainer(for: Book.self, configurations: ModelConfiguration(url: url))
    """

  @Test(arguments: [
    "try FileManager.default.removeItem(at: documents.appending(path: \"Stores\"))",
    "try FileManager.default.removeItem(at: documents.appending(path: \"Stores/Library.store-wal\"))",
    "let folder = documents.appendingPathComponent(\"Stores\", isDirectory: true)\n"
      + "try FileManager.default.removeItem(at: folder.appendingPathComponent(\"Library.store\"))",
    "try FileManager.default.removeItem(at: url.deletingLastPathComponent())",
    "try FileManager.default.removeItem(atPath: url.path() + \"-shm\")",
  ])
  func `a path to a store, its folder or a file next to it is followed in every spelling`(
    _ deletion: String
  ) {
    expect(opening: Self.atDocuments, inCatch: deletion + "  // error")
  }

  @Test(arguments: [
    "URL.documentsDirectory.appending(path: \"Other/Library.store\")",
    "URL.applicationSupportDirectory.appending(path: \"Stores/Library.store\")",
    "URL.cachesDirectory.appending(path: \"Library.store\")",
    "FileManager.default.temporaryDirectory.appending(path: \"Stores/Library.store\")",
    "url.deletingLastPathComponent().appending(path: \"Copy.store\")",
    "documents.appending(path: \"Stores/Library.store/\\(UUID()).store\")",
  ])
  func `a file of the same name in another folder is not a store`(_ path: String) {
    expect(opening: Self.atDocuments, inCatch: "try FileManager.default.removeItem(at: \(path))")
  }

  @Test(arguments: [("imageCache.sqlite", "warning"), ("Geocaches.store", "error")])
  func `a store that is called a cache can be made again`(_ name: String, _ severity: String) {
    expect(
      opening: Self.atDocuments.replacing("Library.store", with: name),
      inCatch: "try FileManager.default.removeItem(at: url)  // \(severity)")
  }

  @Test func `a type, a function, a property or a comment may say that a store is a cache`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Picture { var data = Data() }
      struct PictureCache {
        func open() throws -> ModelContainer {
          do { return try ModelContainer(for: Picture.self) } catch {
            try FileManager.default.removeItem(at: .applicationSupportDirectory)  // warning
            throw error
          }
        }
      }
      struct Library {
        /// Opens the pictures. The store is disposable: the next run
        /// fetches all of it again.
        static func disposable() throws -> ModelContainer {
          do { return try ModelContainer(for: Picture.self) } catch {
            try FileManager.default.removeItem(at: .applicationSupportDirectory)  // warning
            throw error
          }
        }
        static func wiped() throws -> ModelContainer {
          do { return try ModelContainer(for: Picture.self) } catch {
            // What is in it is disposable.
            wipe()
            throw error
          }
        }
        private static func wipe() {
          try? FileManager.default.removeItem(at: .applicationSupportDirectory)  // warning
        }
        let localCache: ModelContainer? = {
          do { return try ModelContainer(for: Picture.self) } catch {
            try? FileManager.default.removeItem(at: .applicationSupportDirectory)  // warning
            return nil
          }
        }()
        static func kept() throws -> ModelContainer {
          // The images in memory are a cache.
          let images = Images()
          do { return try ModelContainer(for: Picture.self) } catch {
            try FileManager.default.removeItem(at: .applicationSupportDirectory)  // error
            throw error
          }
        }
      }
      """
    ).expect("store-deleted-on-failure")
  }

  @Test func `the store that an app has by default is known, and the folder around it`() {
    let open = "return try ModelContainer(for: Book.self)"
    expect(
      opening: open,
      inCatch: "try FileManager.default.removeItem(at: URL.applicationSupportDirectory)  // error")
    expect(
      opening: open,
      inCatch: """
        let url = URL.documentsDirectory.appending(path: "default.store")
        try FileManager.default.removeItem(at: url)
        """)
  }

  @Test
  func `a file that a function writes is its own, and one that it only fills at first is not`() {
    expect(
      opening: """
        let container = try ModelContainer(for: Book.self)
        try data.write(to: file)
        return container
        """,
      inCatch: "try FileManager.default.removeItem(at: file)")
    let atFile =
      "return try ModelContainer(for: Book.self, configurations: ModelConfiguration(url: file))"
    expect(
      opening: """
        if FileManager.default.fileExists(atPath: file.path) {
          try FileManager.default.removeItem(at: file)
        }
        \(atFile)
        """,
      inCatch: "try FileManager.default.removeItem(at: file)")
    expect(
      opening: "try FileManager.default.removeItem(at: file)\n" + atFile,
      inCatch: "try FileManager.default.removeItem(at: file)")
    expect(
      opening: "if data.isEmpty { try data.write(to: file) }\n" + atFile,
      inCatch: "try FileManager.default.removeItem(at: file)  // error")
    expect(
      opening: "if data.isEmpty { try FileManager.default.removeItem(at: file) }\n" + atFile,
      inCatch: "try FileManager.default.removeItem(at: file)  // error")
    expect(
      opening: """
        let url = URL.temporaryDirectory.appending(path: "Import.store")
        return try ModelContainer(for: Book.self, configurations: ModelConfiguration(url: url))
        """,
      inCatch: "try FileManager.default.removeItem(at: url)")
  }

  @Test func `a file next to a store with another extension is not part of the store`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      func open(_ storeURL: URL) throws -> ModelContainer {
        do { return try ModelContainer(for: Book.self) } catch {
          try? FileManager.default.removeItem(at: storeURL.appendingPathExtension("lock"))
          throw error
        }
      }
      """
    ).expect("store-deleted-on-failure")
  }

  @Test func `a store is known by its configuration, and behind an 'if' or a 'switch'`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      func behind() throws -> ModelContainer {
        let file = URL.applicationSupportDirectory.appending(path: "default.store")
        if let container = try? ModelContainer(for: Book.self) { return container }
        try FileManager.default.removeItem(at: file)  // error
        return try ModelContainer(for: Book.self)
      }
      func configured() throws -> ModelContainer {
        let settings = ModelConfiguration("app", schema: Schema([Book.self]))
        do { return try ModelContainer(for: Book.self, configurations: settings) } catch {
          try? FileManager.default.removeItem(at: settings.url)  // error
          throw error
        }
      }
      func given(_ configuration: ModelConfiguration) throws -> ModelContainer {
        do { return try ModelContainer(for: Book.self, configurations: configuration) } catch {
          try? FileManager.default.removeItem(at: configuration.url)  // error
          throw error
        }
      }
      func resulting() -> ModelContainer? {
        switch Result(catching: { try ModelContainer(for: Book.self) }) {
        case .success(let container): return container
        case .failure:
          let file = URL.applicationSupportDirectory.appending(path: "default.store")
          try? FileManager.default.removeItem(at: file)  // error
          return nil
        }
      }
      """
    ).expect("store-deleted-on-failure")
  }

  @Test func `a name that only begins like a store's name is not a store`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      struct ExportConfiguration { var url: URL }
      func exported(_ configuration: ExportConfiguration) throws -> ModelContainer {
        do { return try ModelContainer(for: Book.self) } catch {
          try? FileManager.default.removeItem(at: configuration.url)
          throw error
        }
      }
      func pictured(_ storefrontImages: URL, _ bookstoreURL: URL) throws -> ModelContainer {
        do { return try ModelContainer(for: Book.self) } catch {
          try? FileManager.default.removeItem(at: storefrontImages)  // warning
          try? FileManager.default.removeItem(at: bookstoreURL)  // warning
          throw error
        }
      }
      func known(_ modelStoreFileURL: URL, _ dbPath: String) throws -> ModelContainer {
        do { return try ModelContainer(for: Book.self) } catch {
          try? FileManager.default.removeItem(at: modelStoreFileURL)  // error
          try? FileManager.default.removeItem(atPath: dbPath)  // error
          throw error
        }
      }
      """
    ).expect("store-deleted-on-failure")
  }

  @Test func `a store that is deleted whatever the error draws nothing`() {
    MarkedSource(
      """
      import CoreData
      func chosen(_ container: NSPersistentContainer, _ storeURL: URL, _ erases: Bool) {
        container.loadPersistentStores { _, error in
          if erases { try? FileManager.default.removeItem(at: storeURL) }
          if let error { print(error) }
        }
      }
      func failed(_ container: NSPersistentContainer, _ storeURL: URL) {
        container.loadPersistentStores { _, error in
          if let error {
            print(error)
            try? FileManager.default.removeItem(at: storeURL)  // error
          }
        }
      }
      func left(_ container: NSPersistentContainer, _ storeURL: URL) {
        container.loadPersistentStores { _, error in
          guard error != nil else { return }
          try? FileManager.default.removeItem(at: storeURL)  // error
        }
      }
      """
    ).expect("store-deleted-on-failure")
  }
}
