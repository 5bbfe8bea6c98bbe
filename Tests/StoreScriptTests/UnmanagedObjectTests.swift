import MigrationPlanner
import SQLite
import StoreLayout
import StoreScript
import SchemaModel
import Testing

/// Objects that the model does not know come through every migration, or it is refused.
struct UnmanagedObjectTests {
  let book = Entity(
    "Book", attributes: [Attribute("title", .string), Attribute("year", .int64, isOptional: true)])
  let rows = "INSERT INTO Book VALUES (3, 'a', 1990), (7, 'b', NULL)"
  let unmanaged = """
    CREATE TABLE log (n INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT);
    INSERT INTO log (what) VALUES ('first'), ('second'); DELETE FROM log WHERE n = 2;
    CREATE VIEW titles AS SELECT title AS title, year AS year FROM Book;
    CREATE INDEX by_year ON Book (year, length(title)) WHERE year > 0;
    CREATE TRIGGER on_insert AFTER INSERT ON Book BEGIN INSERT INTO log (what) VALUES (NEW.title); END;
    CREATE TRIGGER on_log AFTER DELETE ON log BEGIN UPDATE Book SET year = 0 WHERE title = OLD.what; END;
    CREATE TRIGGER on_view INSTEAD OF INSERT ON titles BEGIN INSERT INTO Book (title) VALUES (NEW.title); END;
    """

  private func changed(_ change: (inout Entity) -> Void) -> Entity {
    var entity = book
    change(&entity)
    return entity
  }

  @Test func `a rebuild carries triggers, views and indexes, and sets no trigger off`() throws {
    let next = changed { $0.attributes[1].type = .string }
    let migrated = try Migrated(
      .same(
        schema(1, book), schema(2, next),
        values: ["Book": ["year": .converted(.copied("year"), from: .int64, to: .string)]]),
      filledBy: rows, unmanaged: unmanaged)
    #expect(
      try migrated.connection.unmanagedObjects(of: migrated.script.target).map(\.id.name)
        == ["by_year", "log", "on_insert", "on_log", "on_view", "titles"])
    #expect(try migrated.rows("SELECT * FROM log") == ["1 'first'"])
    #expect(try migrated.rows("SELECT * FROM titles") == ["'a' '1990'", "'b' NULL"])
    try migrated.connection.execute("INSERT INTO Book (title) VALUES ('c')")
    #expect(try migrated.rows("SELECT * FROM log") == ["1 'first'", "3 'c'"])
    try migrated.connection.execute("INSERT INTO titles VALUES ('d', NULL)")
    #expect(
      try migrated.rows("SELECT _id, title FROM Book") == ["3 'a'", "7 'b'", "8 'c'", "9 'd'"])
  }

  @Test(arguments: [false, true])
  func `objects follow renamed tables and columns, in place and in a rebuild`(isRebuilt: Bool)
    throws
  {
    let next = changed {
      $0.name = "Volume"
      $0.attributes = [
        Attribute("label", .string, defaultValue: isRebuilt ? .literal(.string("")) : nil),
        Attribute("since", .int64, isOptional: true),
      ]
    }
    let migrated = try Migrated(
      .same(
        schema(1, book), schema(2, next), renamed: ["Volume": "Book"],
        values: ["Volume": ["label": .copied("title"), "since": .copied("year")]]),
      filledBy: rows, unmanaged: unmanaged)
    #expect(migrated.ways == ["Volume": isRebuilt ? .rebuild : .alter])
    #expect(try migrated.rows("SELECT * FROM titles") == ["'a' 1990", "'b' NULL"])
    try migrated.connection.execute("INSERT INTO Volume (label) VALUES ('c')")
    #expect(try migrated.rows("SELECT * FROM log") == ["1 'first'", "3 'c'"])
    #expect(
      try migrated.rows("SELECT sql FROM sqlite_schema WHERE name = 'by_year'")
        == [#"'CREATE INDEX by_year ON "Volume" ("since", length("label")) WHERE "since" > 0'"#])
  }

  @Test func `a table with a name that a rebuild needs is reported beforehand`() throws {
    let next = changed { $0.attributes[1].type = .string }
    let objects = [
      SchemaObject(
        .table, "_Migrate_new_Book", on: "_Migrate_new_Book",
        sql: "CREATE TABLE _Migrate_new_Book (a)"),
      SchemaObject(
        .table, "_migrate_old_Book", on: "_migrate_old_Book",
        sql: "CREATE TABLE _migrate_old_Book (a)"),
      SchemaObject(
        .table, "_migrate_new_x", on: "_migrate_new_x", sql: "CREATE TABLE _migrate_new_x (a)"),
    ]
    let reason = "'Book' has that name for a while when it is written anew"
    #expect(
      throws: StoreScriptError.several([
        .blocks(.init(.table, "_Migrate_new_Book"), reason: reason),
        .blocks(.init(.table, "_migrate_old_Book"), reason: reason),
      ])
    ) {
      try StoreScript(
        .same(
          schema(1, book), schema(2, next),
          values: ["Book": ["year": .converted(.copied("year"), from: .int64, to: .string)]]),
        unmanaged: objects)
    }
  }

  @Test func `all objects that would be lost or broken are reported together`() throws {
    let connection = try Connection.inMemory()
    for statement in StoreLayout(of: schema(1, book)).definition.statements {
      try connection.execute(SQL(raw: statement))
    }
    try connection.executeScript(unmanaged)
    let objects = try connection.unmanagedObjects(of: StoreLayout(of: schema(1, book)))
    func refusal(_ target: Entity...) -> StoreScriptError? {
      let target = Schema(name: "Library", version: Version(2), entities: target)
      do {
        _ = try StoreScript(.same(schema(1, book), target), unmanaged: objects)
        return nil
      } catch { return error as? StoreScriptError }
    }
    #expect(
      refusal()
        == .several([
          .loses([.init(.index, "by_year"), .init(.trigger, "on_insert")]),
          .breaks(.init(.trigger, "on_log"), message: "no such table: main.Book"),
          .breaks(.init(.view, "titles"), message: "no such table: main.Book"),
        ]))
    #expect(
      refusal(changed { $0.attributes = [Attribute("title", .string, isOptional: true)] })
        == .several([
          .breaks(.init(.index, "by_year"), message: "no such column: year"),
          .breaks(.init(.trigger, "on_log"), message: "no such column: year"),
          .breaks(.init(.view, "titles"), message: "no such column: year"),
        ]))
  }

  @Test func `every object with a name that the new version needs is reported`() throws {
    let objects = [
      SchemaObject(.view, "note", sql: "CREATE VIEW note AS SELECT title FROM Book"),
      SchemaObject(.table, "Tag", sql: "CREATE TABLE Tag (x)"),
      SchemaObject(.index, "tag_x", on: "Tag", sql: "CREATE INDEX tag_x ON Tag (x)"),
      SchemaObject(
        .trigger, "Mark", on: "Book",
        sql: "CREATE TRIGGER Mark AFTER DELETE ON Book BEGIN SELECT 1; END"),
    ]
    let next = schema(2, book, Entity("Note"), Entity("Tag"), Entity("Mark"))
    #expect(
      throws: StoreScriptError.several([
        .blocks(.init(.view, "note"), reason: "the new version makes a table of that name"),
        .blocks(.init(.table, "Tag"), reason: "the new version makes a table of that name"),
      ])
    ) { try StoreScript(.same(schema(1, book), next), unmanaged: objects) }
    _ = try StoreScript(.same(schema(1, book), next), unmanaged: [objects[3]])
  }

  @Test func `a view that would no longer work refuses the migration`() throws {
    let view = SchemaObject(.view, "years", sql: "CREATE VIEW years AS SELECT year FROM Book")
    let next = changed { $0.attributes = [Attribute("title", .string, isOptional: true)] }
    #expect(throws: StoreScriptError.breaks(.init(.view, "years"), message: "no such column: year"))
    {
      try StoreScript(.same(schema(1, book), schema(2, next)), unmanaged: [view])
    }
    let broken = SchemaObject(
      .view, "broken", sql: "CREATE VIEW broken AS SELECT nothing FROM Book")
    _ = try StoreScript(.same(schema(1, book), schema(2, next)), unmanaged: [broken])
  }
}
