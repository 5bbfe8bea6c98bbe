import SQLite
import Digests
import Foundation
import MigrateKit
import Diagnostics
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreLayout
import StoreMigration
import StoreVerification
import TestSupport
import Testing

struct ExternalFileTests {
  private static let inline = Covers.inline
  private static let external = Covers.external.replacing(
    "version: 1.0.0", with: "version: 2.0.0")
  private static let inlineAgain = inline.replacing("version: 1.0.0", with: "version: 3.0.0")
  private static let content = """
    INSERT INTO Book (_id, title, cover) VALUES (1, 'a', x'00FF'), (2, 'b', NULL), (3, 'c', x'00FF'),
      (4, 'd', x'');
    """

  @Test func `values move into files named by their digest, and back`() throws {
    let history = try SchemaHistory(Self.inline, Self.external, Self.inlineAgain)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    _ = try migrated(store, history, .testing { $0.target = Version(2) })
    let (name, empty) = (Digest.of([0, 255]).hexadecimal, Digest.of([]).hexadecimal)
    #expect(try externalFiles(of: store) == [name, empty].sorted())
    #expect(
      try store.rows("SELECT cover FROM Book ORDER BY _id") == [
        [.text(name)], [.null], [.text(name)], [.text(empty)],
      ])
    #expect(
      try Data(contentsOf: URL(filePath: "\(store.path).external/\(name)")) == Data([0, 255]))

    _ = try migrated(store, history)
    #expect(
      try store.rows("SELECT cover FROM Book ORDER BY _id") == [
        [.blob([0, 255])], [.null], [.blob([0, 255])], [.blob([])],
      ])
    #expect(try externalFiles(of: store) == [])
  }

  @Test func `bytes that one stage moves into files can be read by the next stage`() throws {
    let check = "\nmigration: {after: [{count: Book}]}"
    let history = try SchemaHistory(Self.inline, Self.external + check, Self.inlineAgain)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    _ = try migrated(store, history)
    #expect(
      try store.rows("SELECT cover FROM Book ORDER BY _id") == [
        [.blob([0, 255])], [.null], [.blob([0, 255])], [.blob([])],
      ])
  }

  @Test
  func
    `values that are removed with merged objects are told by their bytes, on the way to files too`()
    throws
  {
    let merge = "\nmigration: {map: {Book: {dedupe: {by: [title], keep: first}}}}"
    let history = try SchemaHistory(Self.inline, Self.external + merge)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Book (_id, title, cover) VALUES (1, 'a', x'00FF'), (2, 'a', x'00FF'),
          (3, 'a', x'01'), (4, 'a', NULL);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let summary = try migrated(store, history)
    let along = plan.effects.named("lost-by-merging")
    #expect(along.counts == ["Book.cover 1"])
    #expect(summary.effects.named("lost-by-merging") == along)
  }

  @Test func `a damaged file that already has the name does not replace a value`() throws {
    let history = try SchemaHistory(Self.inline, Self.external)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let name = Digest.of([0, 255]).hexadecimal
    let folder = URL(filePath: store.path + ".external")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data([1]).write(to: folder.appending(path: name))
    _ = try migrated(store, history)
    #expect(try Data(contentsOf: folder.appending(path: name)) == Data([0, 255]))
    #expect(try store.rows("SELECT cover FROM Book WHERE _id = 1") == [[.text(name)]])
  }

  @Test func `a folder that has the name already fails the migration, and nothing is lost`() throws
  {
    let history = try SchemaHistory(Self.inline, Self.external)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let name = Digest.of([0, 255]).hexadecimal
    let folder = URL(filePath: store.path + ".external/" + name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let before = try store.dump()
    let error = try #require(failure(of: store, history, .testing { $0.backup = .none }))
    #expect(error.exitStatus == 4)
    #expect(try store.dump() == before)
    #expect(try externalFiles(of: store) == [name])
  }

  @Test func `a migration that is undone leaves no external file behind`() throws {
    let history = try SchemaHistory(
      Self.inline,
      Self.external + "\nmigration:\n  kind: custom\n  after: [{count: Book, equals: 7}]")
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let before = try store.dump()
    guard case .rolledBack(.checks, _)? = failure(of: store, history) else {
      Issue.record("not rolled back")
      return
    }
    #expect(try store.dump() == before)
    #expect(try externalFiles(of: store) == [])
  }

  @Test func `a missing or changed file fails the migration by its name`() throws {
    let history = try SchemaHistory(Self.inline, Self.external, Self.inlineAgain)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    _ = try migrated(store, history, .testing { $0.target = Version(2) })
    let name = Digest.of([0, 255]).hexadecimal
    try Data([1]).write(to: URL(filePath: "\(store.path).external/\(name)"))
    let before = try store.dump()
    let error = try #require(failure(of: store, history, .testing { $0.backup = .none }))
    #expect(error.exitStatus == 4)
    #expect(
      error.diagnostics(of: store.path).map(\.message) == [
        "the value of 2 objects for 'Book.cover' cannot be computed: an external file is not what its "
          + "name says"
      ])
    #expect(error.diagnostics(of: store.path)[0].notes[0].message.contains(name.prefix(60)))
    // The schema is not at fault.
    #expect(error.standing(of: "my.store").nextCommand == "migrate verify my.store")
    #expect(error.standing(of: "my.store").preparation == nil)
    #expect(try store.dump() == before)
  }

  @Test func `missing files are reported together, each with its object`() throws {
    let history = try SchemaHistory(Self.inline, Self.external, Self.inlineAgain)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    try store.execute("INSERT INTO Book (title, cover) VALUES ('another', x'01'), ('third', x'02')")
    _ = try migrated(store, history, .testing { $0.target = Version(2) })
    try FileManager.default.removeItem(atPath: store.path + ".external")
    let error = try #require(failure(of: store, history, .testing { $0.backup = .none }))
    let problems = error.diagnostics(of: store.path)
    #expect(
      problems.map(\.message) == [
        "the value of 5 objects for 'Book.cover' cannot be computed: an external file cannot be read: "
          + "no such file or directory"
      ])
    let name = Digest.of([0, 255]).hexadecimal
    #expect(problems[0].notes[0].message.contains(name.prefix(60)))
  }

  @Test func `a file that is already missing is reported before the migration and after it`() throws
  {
    let next = Self.external.replacing("version: 2.0.0", with: "version: 3.0.0")
      .replacing("      title: string", with: "      title: string\n      pages: int?")
    let history = try SchemaHistory(Self.inline, Self.external, next)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    _ = try migrated(store, history, .testing { $0.target = Version(2) })
    let name = Digest.of([0, 255]).hexadecimal
    try FileManager.default.removeItem(atPath: "\(store.path).external/\(name)")
    let expected = [
      Finding(.missingFile(PropertyName("Book", "cover")), count: 2, examples: [1, 3])
    ]
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.knownFindings == expected)
    #expect(plan.obstacles == [])
    #expect(try migrated(store, history).knownFindings == expected)
  }

  @Test func `a folder among the external files is no obstacle`() throws {
    let history = try SchemaHistory(Self.inline, Self.external)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    try FileManager.default.createDirectory(
      atPath: store.path + ".external/sub", withIntermediateDirectories: true)
    let summary = try migrated(store, history)
    #expect(summary.remarks == [])
    #expect(try externalFiles(of: store).contains("sub"))
  }

  private func externalFiles(of store: TestStore) throws -> [String] {
    let folder = store.path + ".external"
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }
}
