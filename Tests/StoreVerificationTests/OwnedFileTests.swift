import Foundation
import SQLite
import StoreLayout
@testable import StoreVerification
import TestSupport
import Testing

struct OwnedFileTests {
  private static let recordings = """
    schema: Recordings
    version: 1.0.0
    entities:
      Session:
        attributes:
          made: date?
          audio: {type: string, optional: true, storage: path}
        relationships:
          segments: {toMany: Segment, inverse: session, delete: cascade}
      Segment:
        attributes: {audio: {type: url, optional: true, storage: path}}
        relationships:
          session: {toOne: Session?, inverse: segments, delete: nullify}
    """
  private static let options = PruneOptions(entity: "Session", attribute: "made", before: 200)

  private let store: TestStore
  private let folder: TemporaryFolder
  private var app: String { folder.path("App") }

  init() throws {
    folder = try TemporaryFolder()
    store = try TestStore(Self.recordings)
    try FileManager.default.createDirectory(
      atPath: folder.path("App"), withIntermediateDirectories: true)
  }

  private func write(_ names: String...) throws {
    for name in names {
      let path = app + "/" + name
      try FileManager.default.createDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path,
        withIntermediateDirectories: true)
      try Data("a".utf8).write(to: URL(filePath: path))
    }
  }

  /// The files of a folder, by their paths from there.
  private func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: folder + "/" + path, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  private func unowned() throws -> [String] {
    try StorePruner.unownedFiles(storeAt: store.path, OwnedFiles(folder: app)).names
  }

  /// The codes of the findings.
  private func findings() throws -> [String] {
    var options = VerificationOptions()
    options.ownedFiles = OwnedFiles(folder: app)
    return try StoreVerifier.verify(storeAt: store.path, options: options).findings
      .map { "\($0.count) \($0.problem.code)" }
  }

  @Test(arguments: [
    ("a/b.m4a", true), ("./a//b.m4a", true), ("x/../a/b.m4a", true), ("a%2Fb.m4a", true),
    ("file:///var/App/Documents/a/b.m4a", true), ("/var/App/Documents/a/b.m4a", true),
    ("b.m4a", false), ("../App/a/b.m4a", false), ("a", false),
  ])
  func `a path leads to its file however it is spelt, and never out of the folder`(
    path: String, isFound: Bool
  ) throws {
    try write("a/b.m4a")
    try store.execute("INSERT INTO Session (audio) VALUES ('\(path)')")
    #expect(try unowned() == (isFound ? [] : ["a/b.m4a"]))
    #expect(
      try findings() == (isFound ? [] : ["1 missing-owned-file", "1 unowned-file"]))
  }

  @Test func `the folder itself may stand before a path`() throws {
    try write("a/b.m4a")
    try store.execute("INSERT INTO Session (audio) VALUES ('\(app)/a/b.m4a')")
    #expect(try findings() == [])
  }

  @Test func `a file whose path differs by case is missing, and never moved`() throws {
    try write("A.m4a")
    try store.execute("INSERT INTO Session (audio) VALUES ('a.M4A')")
    #expect(try unowned() == [])
    #expect(try findings() == ["1 missing-owned-file"])
  }

  @Test func `a file that a path leads to by a link is never moved`() throws {
    try write("real.m4a", "other.m4a")
    try FileManager.default.createSymbolicLink(
      atPath: app + "/current.m4a", withDestinationPath: "real.m4a")
    try store.execute("INSERT INTO Session (audio) VALUES ('current.m4a')")
    #expect(try unowned() == ["other.m4a"])
    #expect(try !findings().contains { $0.hasSuffix(" missing-owned-file") })
  }

  @Test func `the store, other databases, hidden files and links are not files of objects`() throws
  {
    try write("left.m4a", ".hidden", "link.m4a")
    let own = app + "/own.store"
    try FileManager.default.copyItem(atPath: store.path, toPath: own)
    try FileManager.default.copyItem(atPath: store.path, toPath: app + "/cache.db")
    try write(
      "own.store.v1.0.0.backup.json", "own.store.external/aa", "cache.db-wal",
      "cache.db.v1.0.0.backup.json")
    try FileManager.default.removeItem(atPath: app + "/link.m4a")
    try FileManager.default.createSymbolicLink(
      atPath: app + "/link.m4a", withDestinationPath: app + "/left.m4a")
    let found = try StorePruner.unownedFiles(storeAt: own, OwnedFiles(folder: app))
    #expect(found.names == ["left.m4a"])
    #expect(found.bytes == 1)
  }

  @Test func `files that no object names are moved aside, and the store is as it was`() throws {
    try write("one.m4a", "old/left.m4a", "old/other.m4a")
    try store.execute("INSERT INTO Session (audio) VALUES ('one.m4a')")
    let before = try Data(contentsOf: URL(filePath: store.path))
    for number in 1...2 {
      let move = try StorePruner.moveUnownedFiles(
        storeAt: store.path, OwnedFiles(folder: app + "/"))
      #expect(move.place == "\(app).unowned-\(number)")
      #expect(move.files.names == ["old/left.m4a", "old/other.m4a"])
      #expect(move.left == [])
      #expect(try files(in: app) == ["one.m4a"])
      #expect(try files(in: "\(app).unowned-\(number)") == ["old/left.m4a", "old/other.m4a"])
      try write("old/left.m4a", "old/other.m4a")
    }
    #expect(try Data(contentsOf: URL(filePath: store.path)) == before)
  }

  @Test func `without a declared path nothing is moved`() throws {
    try write("left.m4a")
    let plain = try TestStore(
      "schema: A\nversion: 1.0.0\nentities: {B: {attributes: {path: string}}}")
    #expect(throws: PruneError.noPaths) {
      try StorePruner.moveUnownedFiles(storeAt: plain.path, OwnedFiles(folder: app))
    }
    // A schema file may say it of a store whose own model does not.
    let files = OwnedFiles(folder: app, properties: [PropertyName("B", "path")])
    #expect(try StorePruner.unownedFiles(storeAt: plain.path, files).names == ["left.m4a"])
  }

  private func fill() throws {
    try write("one.m4a", "two.m4a", "three.m4a", "part.m4a", "left.m4a")
    try store.execute(
      """
      INSERT INTO Session (_id, made, audio) VALUES
        (1, 100, 'one.m4a'), (2, 300, 'two.m4a'), (3, 100, 'three.m4a'), (4, 300, 'three.m4a');
      INSERT INTO Segment (session, audio) VALUES (1, 'part.m4a'), (2, NULL);
      """)
  }

  @Test func `files of removed objects stay, and are counted, unless their folder is named`() throws
  {
    try fill()
    let plan = try StorePruner.plan(storeAt: store.path, options: Self.options)
    #expect(plan.releasedPaths == 2)
    #expect(plan.unownedFiles == nil)
    let outcome = try StorePruner.apply(storeAt: store.path, options: Self.options) { _ in "a.json"
    }
    #expect(outcome.plan == plan)
    #expect(outcome.move == nil)
    #expect(try files(in: app) == ["left.m4a", "one.m4a", "part.m4a", "three.m4a", "two.m4a"])
  }

  @Test func `files of removed objects are moved with the others, as was shown`() throws {
    try fill()
    var options = Self.options
    options.ownedFiles = OwnedFiles(folder: app)
    let plan = try StorePruner.plan(storeAt: store.path, options: options)
    #expect(plan.unownedFiles?.names == ["left.m4a", "one.m4a", "part.m4a"])
    #expect(try files(in: app).count == 5)
    let outcome = try StorePruner.apply(storeAt: store.path, options: options) { _ in "a.json" }
    #expect(outcome.move?.files.names == plan.unownedFiles?.names)
    #expect(outcome.filesLeft == [])
    #expect(try files(in: app) == ["three.m4a", "two.m4a"])
    #expect(try files(in: app + ".unowned-1") == ["left.m4a", "one.m4a", "part.m4a"])
  }

  @Test func `files that cannot be moved stay, are reported, and undo nothing`() throws {
    try fill()
    var options = Self.options
    options.ownedFiles = OwnedFiles(folder: app)
    let outcome = try StorePruner.apply(storeAt: store.path, options: options) { _ in
      // The folder is removed once the backup is taken.
      try FileManager.default.moveItem(atPath: app, toPath: app + " elsewhere")
      return "a.json"
    }
    #expect(outcome.backup == "a.json")
    #expect(outcome.filesLeft.count == 1)
    #expect(try store.rows("SELECT count(*) FROM Session") == [[.integer(2)]])
  }

  @Test func `a repair reports missing files, and those that its deletions leave`() throws {
    try write("one.m4a", "part.m4a", "left.m4a")
    try store.execute(
      """
      PRAGMA foreign_keys = OFF;
      INSERT INTO Session (_id, audio) VALUES (1, 'one.m4a'), (2, 'gone.m4a');
      INSERT INTO Segment (_id, session, audio) VALUES (1, 9, 'part.m4a'), (2, 9, 'one.m4a');
      """)
    var options = RepairOptions.deleting
    let unasked = try StoreRepairer.plan(storeAt: store.path, options: options)
    #expect(unasked.releasedPaths == 1)
    #expect(unasked.unownedFiles == nil)
    #expect(unasked.unresolved == [])
    options.ownedFiles = OwnedFiles(folder: app)
    let plan = try StoreRepairer.plan(storeAt: store.path, options: options)
    let missing = Finding(.missingOwnedFile(PropertyName("Session", "audio")), examples: [2])
    #expect(plan.unownedFiles == UnownedFiles(folder: app, names: ["part.m4a"], bytes: 1))
    #expect(plan.unresolved == [missing])
    let outcome = try StoreRepairer.apply(storeAt: store.path, options: options) { _ in "a.json" }
    #expect(outcome.plan.unownedFiles == plan.unownedFiles)
    #expect(outcome.plan.unresolved == [missing])
    #expect(try files(in: app) == ["left.m4a", "one.m4a", "part.m4a"])
    let nothing = try StoreRepairer.apply(storeAt: store.path, options: options) { _ in "b.json" }
    #expect(nothing.backup == nil)
    #expect(nothing.plan.unresolved == [missing])
  }
}
