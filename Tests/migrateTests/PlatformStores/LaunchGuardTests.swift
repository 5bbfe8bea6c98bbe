import TestSupport
import Testing

/// The launch guard of an app, as a compiler reads it.
struct LaunchGuardTests {
  @Test(
    .enabled(if: PlatformStubs.hasCompiler, "there is no swiftc"),
    arguments: ["swiftdata", "coredata"])
  func `a launch guard compiles against its platform`(platform: String) throws {
    let workshop = try Workshop()
    try Self.writeModel(platform, to: workshop)
    let run = try workshop.migrate(
      "export", "--format", "launch-guard", "--output", "LaunchGuard.swift")
    #expect(run.status == 0, "\(run.error)")
    #expect(try PlatformStubs.typecheck(["LaunchGuard.swift"], in: workshop) == "")
  }

  @Test(
    .enabled(if: PlatformStubs.hasCompiler, "there is no swiftc"),
    arguments: ["swiftdata", "coredata"])
  func `a launch guard is formatted`(platform: String) throws {
    let workshop = try Workshop()
    try Self.writeModel(platform, to: workshop)
    _ = try workshop.migrate(
      "export", "--format", "launch-guard", "--output", "LaunchGuard.swift")
    let run = try workshop.start(["swift", "format", "lint", "--strict", "LaunchGuard.swift"])
      .finish()
    #expect(run.error == "")
  }

  @Test(.enabled(if: PlatformStubs.hasCompiler, "there is no swiftc"))
  func `a launch guard puts the store back after an error and after the app has ended`() throws {
    let workshop = try Workshop()
    try Self.writeModel("coredata", to: workshop)
    _ = try workshop.migrate(
      "export", "--format", "launch-guard", "--output", "LaunchGuard.swift")
    try workshop.write(Self.app, to: "main.swift")
    let sources = ["main.swift", "LaunchGuard.swift"]
    #expect(try PlatformStubs.build("app", of: sources, in: workshop) == "")
    func app(_ scene: String) throws -> Run { try workshop.start(["./app", scene]).finish() }
    func files() throws -> [String] { try workshop.files().filter { $0.hasPrefix("app.store") } }

    // An error while the container opens.
    #expect(
      try app("fail").output == "opens version 1, journal old\nfailed, version 1, journal old\n")
    #expect(try files() == ["app.store", "app.store-journal", "app.store.launch.json"])
    // The app ends while the platform migrates. Neither the record nor the journal of the new store counts.
    #expect(try app("crash").status == 9)
    #expect(workshop.has("app.store.launch-copy/app.store"))
    workshop.remove("app.store.launch.json")
    // The next launch begins with the old store.
    #expect(
      try app("migrate").output == "opens version 1, journal old\nopened, version 2, journal new\n")
    #expect(try files() == ["app.store", "app.store-journal", "app.store.launch.json"])
    // And the one after it has nothing to do.
    #expect(try app("crash").status == 9)
    #expect(
      try app("look").output == "opens version 2, journal new\nopened, version 2, journal new\n")
  }

  @Test(.enabled(if: PlatformStubs.hasCompiler, "there is no swiftc"))
  func `a launch guard stops after three failed attempts of the same build`() throws {
    let workshop = try Workshop()
    try Self.writeModel("coredata", to: workshop)
    _ = try workshop.migrate(
      "export", "--format", "launch-guard", "--output", "LaunchGuard.swift")
    try workshop.write(Self.app, to: "main.swift")
    #expect(
      try PlatformStubs.build("app", of: ["main.swift", "LaunchGuard.swift"], in: workshop) == "")
    func app(_ scene: String) throws -> Run { try workshop.start(["./app", scene]).finish() }
    let failed = "opens version 1, journal old\nfailed, version 1, journal old\n"

    #expect(try app("crash").status == 9)
    #expect(try app("fail").output == failed)
    #expect(try app("fail").output == failed)
    #expect(try app("migrate").output == "gave up after 3: Trouble(), version 1, journal old\n")
    #expect(
      try app("health").output
        == """
        the state of the store is older("1.0.0")
        failed attempts to migrate from 1.0.0: 3, the last one with Trouble()

        """)
    // Another build of the app may have a remedy, and so may a caller that requests another attempt.
    let record = try workshop.text("app.store.launch.json")
    try workshop.write(
      record.replacing("\"attempts\"", with: "\"build\" : \"6\",\n  \"attempts\""),
      to: "app.store.launch.json")
    #expect(try app("fail").output == failed)
    try workshop.write(record, to: "app.store.launch.json")
    #expect(
      try app("again").output == "opens version 1, journal old\nopened, version 2, journal new\n")
    #expect(try app("health").output == "")
  }

  /// An app whose store is a file with version hashes, next to a journal.
  private static let app = """
    import CoreData
    import Foundation

    let store = URL(fileURLWithPath: "app.store")
    let journal = URL(fileURLWithPath: "app.store-journal")

    func write(version: Int, journal text: String) throws {
      let hashes = LibraryLaunchGuard.versions[version - 1].hashes.mapValues { hash in
        Data(stride(from: 0, to: hash.count, by: 2).map { place in
          let start = hash.index(hash.startIndex, offsetBy: place)
          return UInt8(hash[start..<hash.index(start, offsetBy: 2)], radix: 16)!
        })
      }
      try JSONEncoder().encode(hashes).write(to: store)
      try Data(text.utf8).write(to: journal)
    }

    func content() throws -> String {
      let isOld = try LibraryLaunchGuard.state(of: store) == .older("1.0.0")
      let text = String(decoding: try Data(contentsOf: journal), as: UTF8.self)
      return "version \\(isOld ? 1 : 2), journal \\(text)"
    }

    struct Trouble: Error {}

    if !FileManager.default.fileExists(atPath: store.path) { try write(version: 1, journal: "old") }
    let scene = CommandLine.arguments[1]
    if scene == "health" {
      for problem in LibraryLaunchGuard.healthCheck(store) { print(problem) }
      exit(0)
    }
    do {
      if scene == "again" { try LibraryLaunchGuard.forgetAttempts(of: store) }
      _ = try LibraryLaunchGuard.open(store, models: [NSManagedObjectModel()]) {
        print("opens \\(try content())")
        if scene != "look" { try write(version: 2, journal: "new") }
        if scene == "crash" { exit(9) }
        if scene == "fail" { throw Trouble() }
        return NSPersistentContainer()
      }
      print("opened, \\(try content())")
    } catch LibraryLaunchGuard.Failure.migration(from: "1.0.0", is Trouble) {
      print("failed, \\(try content())")
    } catch LibraryLaunchGuard.Failure.gaveUp(from: "1.0.0", let attempts, let error) {
      print("gave up after \\(attempts): \\(error), \\(try content())")
    }
    """

  private static func writeModel(_ platform: String, to workshop: Workshop) throws {
    try workshop.write(
      """
      schema: Library
      version: 1.0.0
      platform: \(platform)
      entities:
        Book:
          attributes: {title: string = ""}
          relationships:
            notes: {toMany: Note, inverse: book, delete: cascade}
        Note:
          attributes: {text: string?}
          relationships:
            book: {toOne: Book?, inverse: notes, delete: nullify}
      """, to: "Schemas/Library/V1.yaml")
    try workshop.write(
      """
      schema: Library
      version: 2.0.0
      extends: V1.yaml
      entities:
        Book:
          attributes: {pages: int = 0}
        AVeryLongNameOfAnEntityThatHasNoRoomOnALine:
          attributes: {text: string?}
      migration:
        after:
          - count: Book
      """, to: "Schemas/Library/V2.yaml")
  }
}
