import Diagnostics
import SQLite
import StoreLayout
import StoreMigration
import StoreVerification
import Testing

/// Tables with a collation or a function that only the app has.
struct AppCollationTests {
  private static let database = """
    CREATE TABLE label (id INTEGER PRIMARY KEY, name TEXT COLLATE appcase UNIQUE, n INT);
    CREATE TABLE note (
      id INTEGER PRIMARY KEY, label TEXT COLLATE appcase REFERENCES label(name), body TEXT);
    CREATE INDEX of_label ON note (label);
    CREATE TABLE plain (id INTEGER PRIMARY KEY, word TEXT COLLATE appcase, n INT);
    INSERT INTO label VALUES (1, 'b', 1), (2, 'c', 2);
    INSERT INTO note VALUES (1, 'B', 'x'), (2, NULL, NULL);
    INSERT INTO plain VALUES (1, 'W', 1), (2, 'w', 2);
    """

  /// A version with these attributes in addition to the unchanged ones.
  private static func version(
    label: String = "n: {type: int?, sqlType: INT}", note: String = "body: {type: string?}",
    plain: String = "n: {type: int?, sqlType: INT}"
  ) -> String {
    """
    platform: none
    entities:
      label:
        table: label
        primaryKey: [id]
        attributes:
          id: {type: int, sqlType: INTEGER}
          name: {type: string?, unique: true, sqlType: TEXT}
          \(label)
      note:
        table: note
        primaryKey: [id]
        attributes:
          id: {type: int, sqlType: INTEGER}
          label: {type: string?, sqlType: TEXT}
          \(note)
      plain:
        table: plain
        primaryKey: [id]
        attributes:
          id: {type: int, sqlType: INTEGER}
          word: {type: string?, sqlType: TEXT}
          \(plain)

    """
  }

  private func store(_ next: String) throws -> ExistingStore {
    let all = [Self.version(), next]
    let store = try ExistingStore(Self.database, all)
    let losses = try? store.migrator.plan(for: store.path).losses.compactMap(\.approval)
    return try ExistingStore(Self.database, all, allowing: Set(losses ?? []))
  }

  @Test(arguments: [
    (
      version(note: "body: {type: string?}\n      text: {type: string?}"), "note", "1 B x -|2 - - -"
    ),
    (version(note: "words: {type: string?, renamedFrom: body}"), "note", "1 B x|2 - -"),
    (version(note: "more: {type: int?}"), "note", "1 B -|2 - -"),
    (version(label: "m: {type: int?, sqlType: INT, renamedFrom: n}"), "label", "1 b 1|2 c 2"),
    (version(label: "m: {type: string?}"), "label", "1 b -|2 c -"),
    (version(plain: "n: {type: int, sqlType: INT, default: 0}"), "plain", "1 W 1|2 w 2"),
  ])
  func `collations of the app are carried where no row is sorted by them`(
    next: String, table: String, rows: String
  ) throws {
    let store = try store(next)
    #expect(store.refusals { _ = try $0.plan(for: $1) } == [])
    _ = try store.migrator.apply(to: store.path)
    let connection = try Connection(path: store.path, mode: .readOnly)
    let found = try connection.rows("SELECT * FROM \(name: table) NOT INDEXED").map { row in
      row.map { $0 == .null ? "-" : "\($0.excerpt)".replacing("'", with: "") }
        .joined(separator: " ")
    }
    #expect(found.joined(separator: "|") == rows)
    let sound = try connection.withStandInCollations {
      try connection.texts("PRAGMA integrity_check")
    }
    #expect(sound == ["ok"])
    #expect(
      try connection.texts("SELECT sql FROM sqlite_schema WHERE name = 'of_label'")
        == ["CREATE INDEX of_label ON note (label)"])
  }

  @Test
  func `a table whose key has a collation of the app does not keep others from being changed`()
    throws
  {
    let tables = { (title: String) in
      """
      platform: none
      entities:
        keyed:
          table: keyed
          primaryKey: [name]
          attributes: {name: {type: string, sqlType: TEXT}, n: {type: int?, sqlType: INT}}
        plain:
          table: plain
          primaryKey: [id]
          attributes: {id: {type: int, sqlType: INTEGER}, title: {\(title), sqlType: TEXT}}

      """
    }
    let store = try ExistingStore(
      """
      CREATE TABLE keyed (name TEXT COLLATE appcase PRIMARY KEY, n INT) WITHOUT ROWID;
      CREATE TABLE plain (id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO keyed VALUES ('a', 1), ('B', 2);
      INSERT INTO plain VALUES (1, 'x'), (2, NULL);
      """, [tables("type: string?"), tables("type: string, default: ''")])
    #expect(store.refusals { _ = try $0.plan(for: $1) } == [])
    #expect(
      try store.migrated("SELECT id, title FROM plain ORDER BY id") == ["1 'x'", "2 ''"])
    let connection = try Connection(path: store.path, mode: .readOnly)
    #expect(try connection.rowCount(of: "keyed") == 2)
    let report = try StoreVerifier.verify(storeAt: store.path, options: VerificationOptions())
    #expect(
      report.findings.map(\.message) == [
        "the table 'keyed' was checked only in part, as the rest needs what only the app has: no such "
          + "collation sequence: appcase"
      ])
    var options = VerificationOptions()
    options.uniqueKeys = [UniqueKey(entity: "keyed", properties: ["n"])]
    let more = try StoreVerifier.verify(storeAt: store.path, options: options)
    #expect(more.findings.map(\.problem.code) == ["needs-app", "needs-app"])
  }

  @Test
  func `what only the app has, and a key to no column, leave other columns free to change`()
    throws
  {
    let tables = { (note: String, keyed: String) in
      """
      platform: none
      entities:
        note:
          table: note
          primaryKey: [id]
          attributes: {id: {type: int, sqlType: INTEGER}, doc: string?, \(note): string?}
        keyed:
          table: keyed
          primaryKey: [name]
          attributes: {name: string, \(keyed): string?}

      """
    }
    let store = try ExistingStore(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, doc TEXT, word TEXT COLLATE appcase,
        slug TEXT AS (slug(doc)), other INTEGER REFERENCES keyed(nowhere));
      CREATE TABLE keyed (name TEXT COLLATE appcase PRIMARY KEY, word TEXT) WITHOUT ROWID;
      INSERT INTO note (id, doc, word, other) VALUES (1, 'x', 'w', 7);
      INSERT INTO keyed VALUES ('a', NULL);
      """,
      [tables("word", "word"), tables("more", "word: string?, more")],
      allowing: ["drop-attribute:note.word"], calling: ["slug"])
    let losses = try store.migrator.plan(for: store.path).losses
    #expect(losses.map(\.count) == [1])
    _ = try store.migrator.apply(to: store.path)
    let connection = try Connection(path: store.path, mode: .readOnly)
    #expect(
      try connection.rows("SELECT doc, more FROM note").map { $0.map(\.excerpt) }
        == [["'x'", "NULL"]])
    #expect(try connection.rowCount(of: "keyed") == 1)
  }

  @Test(arguments: [
    (
      version(note: "body: {type: string, default: x}"), "V2.yaml:12:3: the table 'note'",
      "index 'of_label' as it was"
    ),
    (
      version(label: "n: {type: int, sqlType: INT, default: 0}"), "V2.yaml:5:3: the table 'label'",
      "the rows of 'label'"
    ),
  ])
  func `a change that must sort by a collation of the app is refused by its name`(
    next: String, table: String, purpose: String
  ) throws {
    let refusals = try store(next).refusals { _ = try $0.plan(for: $1) }
    #expect(
      refusals == [
        "\(table) needs the collation 'appcase', which only the app has, for \(purpose): leave the "
          + "table as it is, or change it in the app [failing-script]"
      ])
  }

  @Test func `every table that needs a function of the app to be written anew is named`() throws {
    let tables = { (name: String) in
      """
      platform: none
      entities:
        one:
          table: one
          primaryKey: [id]
          attributes: {id: {type: int, sqlType: INTEGER}, name: {\(name), sqlType: TEXT}}
        two:
          table: two
          primaryKey: [id]
          attributes: {id: {type: int, sqlType: INTEGER}, name: {\(name), sqlType: TEXT}}

      """
    }
    let columns = "id INTEGER PRIMARY KEY, name TEXT, slug TEXT AS (slug(name))"
    let store = try ExistingStore(
      "CREATE TABLE one (\(columns)); CREATE TABLE two (\(columns));",
      [tables("type: string?"), tables("type: string, default: ''")], calling: ["slug"])
    let refusals = store.refusals { _ = try $0.plan(for: $1) }
    #expect(
      refusals
        == [("one", 5), ("two", 9)].map { table, line in
          "V2.yaml:\(line):3: the table '\(table)' needs the function 'slug', which only the app has, for "
            + "'\(table)' as it has to be: leave the table as it is, or change it in the app "
            + "[failing-script]"
        })
  }
}
