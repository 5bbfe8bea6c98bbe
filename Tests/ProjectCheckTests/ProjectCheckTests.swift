import Diagnostics
import ProjectCheck
import SchemaModel
import SchemaYAML
import SQLite
import StoreCreation
import StoreTesting
import TestSupport
import Testing

struct ProjectCheckTests {
  private static let book = "entities: {Book: {attributes: {title: string = \"\"}}}"

  @Test func `a sound project passes, part by part`() throws {
    let project = try Project(
      Self.book, "entities: {Book: {attributes: {year: int?}}}",
      "entities: {Book: {attributes: {pages: int?}}}")
    try project.lock(1, 2)
    #expect(
      try project.check() == [
        "lock: 2 versions as released, 3.0.0 not locked yet",
        "lint: no findings",
        "hops: 3 migrations: 3 lightweight",
        "fixtures: 6 trials with sample data, 0 with fixtures",
        "tests: none",
      ])
  }

  @Test func `sample data of a long history is migrated to the next and to the newest version`()
    throws
  {
    let project = try Project(Self.book)
    for number in 2...18 {
      try project.write(
        "entities: {Book: {attributes: {a\(number): int?}}}", version: number)
    }
    var told: [Int] = []
    var check = ProjectCheck()
    check.onProgress = { _, done, total in told += [done, total] }
    // 18 stores as they are, 17 to the newest version, 16 to another one that comes next.
    #expect(
      try project.check(.fixtures, with: check) == [
        "fixtures: 51 trials with sample data, each to the next version and to the newest, 0 with "
          + "fixtures"
      ])
    #expect(told.suffix(2) == [50, 51])
  }

  @Test func `sample data is sound however deep structures are nested`() throws {
    let depth = 9
    let composites = (0..<depth).map { level in
      let inner = "S\(level + 1)\(level.isMultiple(of: 2) ? "?" : "")"
      return "  S\(level): {attributes: {a: \(inner), b: int, c: \"[S\(level + 1)]\"}}\n"
    }
    let project = try Project(
      "composites:\n\(composites.joined())  S\(depth): {attributes: {x: string, y: int?}}\n"
        + "entities: {Book: {attributes: {s: S0, t: S1?}}}")
    #expect(
      try project.check(.fixtures) == ["fixtures: 1 trial with sample data, 0 with fixtures"])
  }

  @Test func `an existing database is a fixture, and is reported where no version describes it`()
    throws
  {
    let project = try Project(
      "entities: {book: {table: book, primaryKey: [id], attributes: {id: int, title: string?}}}",
      "entities: {book: {attributes: {pages: int?}}}")
    let folder = project.folder.path("Fixtures")
    try project.folder.write("", to: "Fixtures/notes.txt")
    func database(_ name: String, _ columns: String) throws {
      try Connection(path: "\(folder)/\(name)", mode: .create).executeScript(
        "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT\(columns)); INSERT INTO book (title) "
          + "VALUES ('a'), (NULL);")
    }
    try database("first.db", "")
    try database("second.db", ", pages INTEGER")
    try database("third.db", ", pages TEXT NOT NULL DEFAULT ''")
    var check = ProjectCheck()
    check.fixtures = FixtureFolder(folder)
    #expect(
      try project.check(.hops, .fixtures, with: check) == [
        "hops: 1 migration: 1 in place",
        "fixtures: 3 trials with sample data, 4 with fixtures, 1 failed",
        "V2.yaml:2: 'Fixtures/third.db' is a database that no version describes; 2.0.0 comes nearest, "
          + "with 1 difference [drift]",
      ])
  }

  @Test func `only the requested parts are checked`() throws {
    let project = try Project(Self.book)
    #expect(
      try project.check(.lock, .hops) == [
        "lock: nothing is locked", "hops: one version",
        "nothing is locked of 'Library', so nobody notices when a released version is edited "
          + "[missing-lock]",
      ])
  }

  @Test func `an edited version, a lint error and a failing test are all reported`() throws {
    let project = try Project(Self.book)
    try project.lock(1)
    try project.write(
      "entities: {Book: {attributes: {title: string?}, relationships: {notes: {toMany: Note, "
        + "delete: cascade}}}, Note: {}}", version: 1)
    try project.folder.write(
      "cases: [{name: a, from: 1.0.0, rows: {Book: [{}]}, expect: [{count: Book, equals: 2}]}]",
      to: "Library/tests/books.yaml")
    let found = try project.check(.lock, .lint, .tests)
    #expect(
      found.prefix(3) == [
        "lock: 0 versions as released, 1.0.0 edited", "lint: 4 errors",
        "tests: 1 of 1 failed",
      ])
    let codes = found.dropFirst(3).map { $0.split(separator: "[").last.map(String.init) ?? "" }
    #expect(
      codes.sorted() == [
        "failed-expectation]", "missing-inverse]", "released-version-edited]",
        "released-version-edited]", "released-version-edited]",
      ])
  }

  @Test func `a migration that cannot be planned is reported once, and its stores are skipped`()
    throws
  {
    let project = try Project(
      Self.book,
      "entities: {Book: {attributes: {name: string = \"\"}}}\nremoved: {attributes: [Book.title]}",
      "entities: {Book: {attributes: {title: {type: string, renamedFrom: titel}}}}")
    let found = try project.check(.hops, .fixtures)
    #expect(
      found.prefix(2) == [
        "hops: 3 migrations: 1 lightweight, 2 refused",
        "fixtures: 6 trials with sample data, 0 with fixtures, 2 skipped",
      ])
    #expect(found.count == 3)
  }

  @Test func `a migration that fails with some stores is reported once, with all of these stores`()
    throws
  {
    let project = try Project(
      Self.book, "entities: {Book: {attributes: {year: int?}}}",
      """
      entities: {Book: {indexes: [[title]]}}
      migration: {after: [{expect: "SELECT count(*) FROM Book", equals: 0}]}
      """)
    let found = try project.check(.fixtures)
    #expect(
      found == [
        "fixtures: 6 trials with sample data, 0 with fixtures, 2 failed",
        "V3.yaml:5: a store does not come to 3.0.0: the after check does not hold: "
          + "'SELECT count(*) FROM Book' is 4, and should be 0 [failed-check]",
      ])
  }

  @Test func `sample values that a later version makes links lead to objects`() throws {
    let booking = "table: booking, primaryKey: [id], attributes: {id: int, room: int"
    let project = try Project(
      "entities: {room: {table: room, primaryKey: [id], attributes: {id: int}}, booking: {\(booking)}}}",
      "entities: {booking: {attributes: {n: int?}}}",
      """
      entities: {booking: {relationships: {place: {toOne: room, column: room, inverse: bookings}}},
        room: {relationships: {bookings: {toMany: booking, inverse: place}}}}
      removed: {attributes: [booking.room]}
      """)
    #expect(
      try project.check(.fixtures) == ["fixtures: 6 trials with sample data, 0 with fixtures"])
  }

  @Test func `sample data that fails a 'before' check says nothing about the data in the field`()
    throws
  {
    let project = try Project(
      Self.book,
      """
      entities: {Book: {attributes: {year: int?}}}
      migration: {before: [{expect: "SELECT count(*) FROM Book WHERE title = 'x'", equals: 4}]}
      """)
    let history = try SchemaReader.history(inDirectory: project.schemas)
    let unmet =
      "the before check does not hold: 'SELECT count(*) FROM Book WHERE title = 'x'' is 0, and should "
      + "be 4 [failed-check]"
    #expect(
      try project.check(.fixtures) == [
        "fixtures: 3 trials with sample data, 0 with fixtures",
        "V2.yaml:5: a store does not come to 2.0.0: \(unmet)",
      ])
    try project.folder.write("x", to: "Fixtures/notes.txt")
    let path = project.folder.path("Fixtures/field.store")
    let document = try #require(history[Version(1)])
    try SampleStore.create(at: path, of: document, objects: 4, seed: 1)
    var check = ProjectCheck()
    check.fixtures = FixtureFolder(project.folder.path("Fixtures"))
    let failed = try project.check(.fixtures, with: check)
    #expect(
      failed.prefix(2) == [
        "fixtures: 3 trials with sample data, 2 with fixtures, 1 failed, 1 skipped",
        "V2.yaml:5: a store does not come to 2.0.0: \(unmet)",
      ])
    try Connection(path: path, mode: .readWrite).execute("UPDATE Book SET title = 'x'")
    let passed = try project.check(.fixtures, with: check)
    #expect(
      passed.first == "fixtures: 3 trials with sample data, 2 with fixtures, 1 skipped")
  }

  @Test func `fixtures are migrated to every later version, and unknown ones are reported`() throws
  {
    let project = try Project(Self.book, "entities: {Book: {unique: [[title]]}}")
    let history = try SchemaReader.history(inDirectory: project.schemas)
    let path = project.folder.path("Fixtures/field.store")
    try project.folder.write("x", to: "Fixtures/notes.txt")
    let document = try #require(history[Version(1)])
    try SampleStore.create(at: path, of: document, objects: 4, seed: 1)
    try Connection(path: path, mode: .readWrite).execute("UPDATE Book SET title = 'Emma'")
    let shop = try SchemaReader.read(
      text: "schema: Shop\nversion: 1\nentities: {Item: {}}\n", name: "V1.yaml")
    try StoreCreator.create(at: project.folder.path("Fixtures/shop.store"), of: shop)
    var check = ProjectCheck()
    check.fixtures = FixtureFolder(project.folder.path("Fixtures"))
    let found = try project.check(.fixtures, with: check)
    #expect(found[0].hasPrefix("fixtures: 3 trials with sample data, 2 with fixtures, "))
    #expect(
      found.contains(
        "'Fixtures/shop.store' is a store of 'Shop', and no model here has that name "
          + "[unusable-fixture]"))
    #expect(found.contains { $0.contains("a store does not come to 2.0.0: ") })
  }

  @Test func `an unreadable model is reported, and the other models are checked`() throws {
    let project = try Project(Self.book)
    try project.folder.write("schema: Shop\nversion: x\n", to: "Shop/V1.yaml")
    let report = try ProjectCheck().run([project.folder.path("Shop"), project.schemas])
    #expect(report.models.map(\.name) == ["Library"])
    #expect(report.unreadable.map(\.code) == ["invalid-version"])
  }
}
