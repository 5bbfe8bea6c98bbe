import SQLite
import Diagnostics
import MigrationPlanner
import StoreLayout
import SchemaModel
import SchemaYAML
import StoreMigration
import StoreVerification
import TestSupport
import Testing

/// Values and links that an expression removes: they are counted and reported, and need approval.
struct RewriteLossTests {
  /// The losses in a plan: `2.0.0 rewrite-attribute:Book.year 2 values [1, 9]`.
  private func losses(_ store: TestStore, _ history: SchemaHistory) throws -> [String] {
    try Migrator(history: history, options: .testing()).plan(for: store.path).losses.map {
      "\($0.version) \($0.approval ?? "") \($0.count ?? 0) \($0.kind.unit.rawValue) \($0.numbers)"
    }
  }

  private func rewriting(_ expression: String) throws -> SchemaHistory {
    try Library.history(migration: "  map: {Book: {year: {using: \"\(expression)\"}}}")
  }

  @Test func `values that an expression removes are refused with their objects`() throws {
    let history = try rewriting("NULL")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let before = try store.dump()
    let error = try #require(failure(of: store, history))
    #expect(error.exitStatus == 3)
    #expect(
      error.diagnostics(of: store.path).map { [$0.message] + $0.notes.map(\.message) } == [
        [
          "version 2.0.0 loses 2 values: attribute Book.year: rewritten by an expression",
          "the platform evaluates no expressions; an expression replaces the previous value,"
            + " or drops it where it gives none",
          "of the objects with _id 1, 9",
          "if that is meant, add '--allow rewrite-attribute:Book.year'",
        ]
      ])
    #expect(try store.dump() == before)
  }

  @Test func `an approved loss is carried out, and reported in the summary and the history`() throws
  {
    let history = try rewriting("CASE WHEN title = 'Emma' THEN year END")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let summary = try migrated(
      store, history, .testing { $0.allowedLosses = ["rewrite-attribute:Book.year"] })
    #expect(
      summary.losses.map(\.message) == ["lost: 1 value of Book.year, of the object with _id 9"])
    #expect(
      try store.rows("SELECT outcome FROM _migrate_history") == [
        [
          .text(
            "migrated; lost: 1 value of Book.year, of the object with _id 9; "
              + "'using' changes 'Book.year' of 1 of 3 objects")
        ]
      ])
    #expect(
      try store.rows("SELECT year FROM Book ORDER BY _id") == [[.text("1815")], [.null], [.null]])
  }

  @Test(
    arguments: [
      ("CASE title WHEN 'Emma' THEN '1816' END", ["lost 2 [1, 9]"]),
      ("1 / length(title)", ["lost 2 [1, 9]"]), ("'?'", ["lost 2 [1, 9]"]),
      ("nullif(year, '1815')", ["lost 1 [1]"]), ("coalesce(year, '?')", []),
      ("max(year, NULL)", ["lost 2 [1, 9]"]),
      ("(SELECT text FROM Note WHERE book = Book._id)", ["lost 2 [1, 9]"]),
      ("CASE WHEN year > '1900' THEN year ELSE -- none\n NULL END", ["lost 1 [1]"]),
      ("upper(year)", []), ("substr(year, 1, 3)", ["at risk 2 [1, 9]"]), ("'in ' || year", []),
      ("'in ' || year || title", []), ("length(year)", ["at risk 2 [1, 9]"]),
      ("max(year, '1900')", ["at risk 1 [1]"]), ("CAST(year AS BLOB) || ''", []),
      ("iif(year = '1815', title, year)", ["at risk 1 [1]"]),
      ("coalesce(nullif(title, ''), year)", ["at risk 1 [1]"]),
      ("nullif(trim(year, '1'), '815')", ["lost 1 [1]", "at risk 1 [9]"]),
    ])
  func `losses depend on the data`(expression: String, expected: [String]) throws {
    let history = try Library.history(
      migration: "  map: {Book: {year: {using: \"\(expression.replacing("\n", with: "\\n"))\"}}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    #expect(try outcomes(store, history) == expected)
    #expect(
      try losses(store, history).allSatisfy { $0.hasPrefix("2.0.0 rewrite-attribute:Book.year ") })
  }

  /// The value losses in a plan, in short: `lost 1 [9]`.
  private func outcomes(_ store: TestStore, _ history: SchemaHistory) throws -> [String] {
    try Migrator(history: history, options: .testing()).plan(for: store.path).losses.map {
      "\($0.risk == "certain" ? "lost" : "at risk") \($0.count ?? 0) \($0.numbers)"
    }
  }

  @Test func `a saved plan distinguishes lost values and values at risk of one attribute`() throws {
    let history = try rewriting("nullif(substr(year, 1, 2), '18')")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    try store.execute("UPDATE Book SET year = '2001' WHERE _id = 5")
    let options = MigrationOptions.testing { $0.allowedLosses = ["rewrite-attribute:Book.year"] }
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    #expect(
      plan.losses.map(\.message) == [
        "lost: 1 value of Book.year, of the object with _id 1",
        "at risk: 2 values of Book.year, of the objects with _id 5, 9",
      ])
    let saved = PlanFile(plan, history: history)
    #expect(failure(of: store, history, options, following: saved) == nil)
  }

  @Test func `a value that another property keeps may be replaced`() throws {
    let history = try Library.history(
      replacing: [("year: string?", "year: string?\n      printed: string?")],
      migration: "  map: {Book: {year: {using: \"substr(year, 3)\"}, printed: {using: year}}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    #expect(try outcomes(store, history) == [])
  }

  @Test func `a plan reports how many values will differ`() throws {
    let history = try rewriting("coalesce(nullif(year, '1815'), '1816')")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.migration.hops.flatMap(\.changes).map(\.description) == [
        "! attribute Book.year: rewritten by an expression"
      ])
    #expect(
      plan.effects.named("rewritten").map(\.message) == [
        "'using' changes 'Book.year' of 2 of 3 objects"
      ])
    #expect(
      plan.losses.map(\.message) == ["at risk: 1 value of Book.year, of the object with _id 1"])
  }

  @Test func `a new attribute has nothing to lose`() throws {
    let history = try Library.history(
      replacing: [("      isbn: string?", "      isbn: string?\n      decade: string?")],
      migration: "  map: {Book: {decade: {using: \"NULL\"}}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    #expect(try losses(store, history) == [])
    #expect(try migrated(store, history).losses == [])
  }

  @Test func `values of objects that are left behind are not counted`() throws {
    let history = try Library.history(
      migration: "  map: {Book: {year: {using: \"NULL\"}, where: \"title <> ''\"}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    #expect(try losses(store, history) == ["2.0.0 rewrite-attribute:Book.year 1 values [1]"])
  }

  @Test func `where the expression fails on an object, every value is at risk`() throws {
    let history = try rewriting("json_extract(title, '$.a')")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.losses.map(\.message) == ["at risk: 2 values of Book.year"])
    #expect(
      plan.effects.named("rewritten").map(\.message) == [
        "'using' may change 'Book.year' of every object"
      ])
  }

  // MARK: Several versions

  @Test func `losses of each version are counted in what earlier versions leave`() throws {
    func next(_ version: Int, _ expression: String) -> String {
      Library.first.replacing("version: 1.0.0", with: "version: \(version).0.0")
        .replacing(
          "year: string?", with: "published: {type: string, optional: true, renamedFrom: year}")
        + "\nmigration: {map: {Book: {published: {using: \"\(expression)\"}}}}\n"
    }
    let history = try SchemaHistory(
      Library.first, next(2, "nullif(year, '1998') || '!'"), next(3, "nullif(published, '1815!')"))
    let store = try TestStore(history.oldest, filledBy: Library.content)
    #expect(
      try losses(store, history) == [
        "2.0.0 rewrite-attribute:Book.published 1 values [9]",
        "3.0.0 rewrite-attribute:Book.published 1 values [1]",
      ])
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["rewrite-attribute:Book.published"] })
    #expect(
      try store.rows("SELECT published FROM Book ORDER BY _id") == [[.null], [.null], [.null]])
  }

  // MARK: Links and files

  @Test func `links that an expression removes are counted`() throws {
    let history = try Library.history(
      migration: "  map: {Note: {book: {using: \"CASE text WHEN 'slow' THEN book END\"}}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    #expect(try losses(store, history) == ["2.0.0 rewrite-relationship:Note.book 1 links [2]"])
    #expect(failure(of: store, history)?.exitStatus == 3)
  }

  @Test func `links to another entity are counted only where they lead nowhere`() throws {
    let first = """
      schema: Library
      version: 1.0.0
      entities:
        Book: {attributes: {title: string}}
        Author: {attributes: {name: string}}
        Note: {relationships: {about: {toOne: Book?}}}
      """
    let history = try SchemaHistory(
      first,
      first.replacing("version: 1.0.0", with: "version: 2.0.0").replacing("Book?", with: "Author?")
        + "\nmigration: {map: {Note: {about: {using: \"CASE _id WHEN 1 THEN 2 END\"}}}}\n")
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Book (_id, title) VALUES (1, 'Emma');
        INSERT INTO Author (_id, name) VALUES (2, 'Austen');
        INSERT INTO Note (_id, about) VALUES (1, 1), (2, 1), (3, NULL);
        """)
    #expect(try losses(store, history) == ["2.0.0 rewrite-relationship:Note.about 1 links [2]"])
  }

  @Test func `links without an inverse are counted where a new to-one does not keep them`() throws {
    let history = try SchemaHistory(
      """
      schema: Lists
      version: 1.0.0
      entities:
        A: {relationships: {bs: {toMany: B}}}
        B: {attributes: {n: string}}
      """,
      """
      schema: Lists
      version: 2.0.0
      entities:
        A: {relationships: {bs: {toMany: B, inverse: a}}}
        B: {attributes: {n: string}, relationships: {a: {toOne: A?, inverse: bs}}}
      migration: {map: {B: {a: {using: "CASE n WHEN 'x' THEN 1 END"}}}}
      """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO A (_id) VALUES (1), (2);
        INSERT INTO B (_id, n) VALUES (1, 'x'), (2, 'y'), (3, 'z');
        INSERT INTO A_bs (_owner, bs) VALUES (1, 1), (2, 1), (2, 2);
        """)
    #expect(try losses(store, history) == ["2.0.0 rewrite-relationship:B.a 2 links [1, 2]"])
  }

  @Test func `files that an expression leaves unnamed are counted`() throws {
    let entities =
      "A: {attributes: {n: string, d: {type: data, optional: true, storage: external}}}"
    let history = try SchemaHistory(
      "schema: Files\nversion: 1.0.0\nentities: {\(entities)}\n",
      "schema: Files\nversion: 2.0.0\nentities: {\(entities)}\n"
        + "migration: {map: {A: {d: {using: \"CASE WHEN length(d) > 1 THEN d END\"}}}}\n")
    let store = try TestStore(history.oldest)
    let folder = ExternalFolder(ofStoreAt: store.path)
    let names = try [[1, 2, 3], [4]].map { try folder.keep($0).name }
    try store.execute(
      "INSERT INTO A (n, d) VALUES ('x', '\(names[0])'), ('y', '\(names[1])'), ('z', NULL)")
    #expect(try losses(store, history) == ["2.0.0 rewrite-attribute:A.d 1 values [2]"])
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.effects.named("rewritten").map(\.message) == ["'using' changes 'A.d' of 1 of 3 objects"])
  }

  // MARK: Inheritance

  @Test func `a declaration for an entity concerns only its objects and its sub-entities`() throws {
    let first = """
      schema: Heirs
      version: 1.0.0
      entities:
        P: {attributes: {n: string?}}
        C: {parent: P}
        D: {parent: C}
        E: {parent: P}

      """
    let history = try SchemaHistory(
      first,
      first.replacing("version: 1.0.0", with: "version: 2.0.0")
        + "migration: {map: {C: {n: {using: 'NULL'}}, D: {n: {using: \"nullif(n, 'd')\"}}}}\n")
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO P (_id, _entity, n) VALUES (1, 'P', 'p'), (2, 'C', 'c'), (3, 'C', NULL),
          (4, 'D', 'd'), (5, 'D', 'dd'), (6, 'E', 'e');
        """)
    #expect(
      try losses(store, history) == [
        "2.0.0 rewrite-attribute:C.n 1 values [2]", "2.0.0 rewrite-attribute:D.n 1 values [4]",
      ])
  }

  // MARK: Types that change

  @Test(
    arguments: [
      ("CAST(year AS INTEGER)", ["lost 1 [9]"]), ("year", []),
      ("coalesce(length(year), 0)", ["at risk 2 [1, 9]"]),
      ("CASE WHEN year <> '1815' THEN length(year) END", ["lost 1 [1]", "at risk 1 [9]"]),
      ("NULL", ["lost 2 [1, 9]"]),
      ("CAST(nullif(year, '1815') AS INTEGER)", ["lost 2 [1, 9]"]),
      (
        "CASE WHEN year GLOB '[0-9]*' THEN CAST(year AS INTEGER) ELSE 0 END", ["at risk 1 [9]"]
      ),
      ("coalesce(CAST(year AS INTEGER), 0)", ["lost 1 [9]"]),
      ("year + 0", ["at risk 1 [9]"]),
    ])
  func `where the type changes, values that do not convert back are lost`(
    expression: String, expected: [String]
  ) throws {
    let history = try Library.history(
      replacing: [("year: string?", "year: int?")],
      migration: "  map: {Book: {year: {using: \"\(expression)\"}}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    try store.execute("UPDATE Book SET year = '1815' WHERE _id = 1")
    try store.execute("UPDATE Book SET year = 'unknown' WHERE _id = 9")
    #expect(try outcomes(store, history) == expected)
  }

  @Test(
    arguments: [
      ("int", ["0.0", "00", "-0", "1.0", "+1", " 1", "9223372036854775807"], true),
      (
        "int", ["", "unknown", "1e3", "12abc", "4.5", "0x10", "9223372036854775808", "1e400"], false
      ),
      ("double", ["0.1", "-0.0", "5.", "1e3", "9007199254740992", "0.30000000000000004"], true),
      ("double", ["12abc", "9007199254740993", "1e400", "3.14159265358979323846"], false),
    ])
  func `a text is lost by a cast unless it is exactly the number`(
    type: String, texts: [String], isKept: Bool
  ) throws {
    let history = try Library.history(
      replacing: [("year: string?", "year: \(type)?")],
      migration: """
          map: {Book: {year: {using: "CAST(year AS \(type == "int" ? "INTEGER" : "REAL"))"}}}
        """)
    for text in texts {
      let store = try TestStore(history.oldest, filledBy: Library.content)
      try store.execute("UPDATE Book SET year = '\(text)' WHERE _id = 9")
      #expect(try outcomes(store, history) == (isKept ? [] : ["lost 1 [9]"]), "\(text)")
    }
  }

  @Test(
    arguments: [
      ("double", "int", "CAST(x AS INTEGER)", ["lost 2 [2, 4]"]),
      ("double", "int", "round(x)", ["lost 2 [2, 4]"]),
      ("double", "double", "round(x)", ["at risk 2 [2, 4]"]),
      ("double", "string", "CAST(x AS TEXT)", ["at risk 1 [4]"]),
      ("double", "double", "x / 3", []), ("double", "double", "x * 0.1", []),
      ("int", "int", "x / 2", ["at risk 2 [2, 4]"]), ("int", "int", "x * 60", []),
      ("int", "int", "1 + x", []), ("int", "int", "min(x, 4)", ["at risk 1 [4]"]),
      ("int", "int", "'x' + 0", ["lost 3 [1, 2, 4]"]),
      ("int", "int", "x % 5", ["at risk 1 [4]"]), ("int", "string", "x || ''", []),
      ("int", "double", "x", []),
      (
        "date", "string", "strftime('%Y-%m-%d', x, 'unixepoch')",
        [
          "at risk 3 [1, 2, 4]"
        ]
      ),
      ("date", "string", "strftime('%Y-%m-%d %H:%M:%f', x, 'unixepoch')", ["at risk 1 [4]"]),
    ])
  func `numbers that do not convert back are reported`(
    before: String, after: String, expression: String, expected: [String]
  ) throws {
    func text(_ version: Int, _ type: String, _ rest: String = "") -> String {
      "schema: X\nversion: \(version).0.0\nentities: {E: {attributes: {x: \(type)?}}}\n\(rest)"
    }
    let history = try SchemaHistory(
      text(1, before),
      text(2, after, "migration: {map: {E: {x: {using: \"\(expression)\"}}}}\n"))
    let values =
      before == "int"
      ? "(1, 4), (2, 1), (3, NULL), (4, 9)"
      : "(1, 4.0), (2, 4.5), (3, NULL), (4, \(before == "date" ? "4.00001" : "3.0000000000000004"))"
    let store = try TestStore(history.oldest, filledBy: "INSERT INTO E (_id, x) VALUES \(values)")
    #expect(try outcomes(store, history) == expected)
  }

  @Test func `values of another type are lost only with approval, and reported`() throws {
    let history = try Library.history(
      replacing: [("year: string?", "year: int?")],
      migration: "  map: {Book: {year: {using: 'CAST(year AS INTEGER)'}}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    try store.execute("UPDATE Book SET year = 'unknown' WHERE _id = 9")
    #expect(failure(of: store, history)?.exitStatus == 3)
    let summary = try migrated(
      store, history, .testing { $0.allowedLosses = ["change-attribute-type:Book.year"] })
    #expect(
      summary.losses.map(\.message) == ["lost: 1 value of Book.year, of the object with _id 9"])
  }

  @Test func `links are counted where an expression keeps one of several`() throws {
    let history = try SchemaHistory(
      """
      schema: Lists
      version: 1.0.0
      entities:
        A: {relationships: {bs: {toMany: B}}}
        B: {attributes: {n: string}}
      """,
      """
      schema: Lists
      version: 2.0.0
      entities:
        A: {relationships: {b: {toOne: B?, renamedFrom: bs}}}
        B: {attributes: {n: string}}
      migration: {map: {A: {b: {using: "(SELECT min(bs) FROM A_bs WHERE _owner = A._id)"}}}}
      """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO A (_id) VALUES (1), (2);
        INSERT INTO B (_id, n) VALUES (1, 'x'), (2, 'y');
        INSERT INTO A_bs (_owner, bs) VALUES (1, 1), (2, 1), (2, 2);
        """)
    #expect(try losses(store, history) == ["2.0.0 change-cardinality:A.b 1 links [2]"])
  }
}
