import MigrationPlanner
import SQLite
import StoreScript
import SchemaModel
import Testing

/// Names in objects that the model does not know, which a migration would give another meaning.
struct NameMeaningTests {
  let book = Entity(
    "Book",
    attributes: [Attribute("title", .string), Attribute("year", .int64, isOptional: true)])
  let shelf = Entity("Shelf", attributes: [Attribute("place", .string)])

  /// Why a migration of both is refused for an object; nil where it is not.
  private func refusal(
    of sql: String, _ kind: SchemaObject.Kind = .view, on table: String? = nil,
    renames: [String: [String: ValueSource]] = [:], with change: (inout Entity) -> Void
  ) throws -> String? {
    var next = book
    change(&next)
    let object = SchemaObject(kind, "own", on: table ?? "own", sql: sql)
    let (before, after) = (
      Schema(name: "Library", version: Version(1), entities: [book, shelf]),
      Schema(name: "Library", version: Version(2), entities: [next, shelf])
    )
    do {
      let known = Set(book.attributes.map(\.name))
      var values = renames["Book"] ?? [:]
      for attribute in next.attributes
      where !known.contains(attribute.name) && values[attribute.name] == nil {
        values[attribute.name] = ValueSource.none
      }
      _ = try StoreScript(.same(before, after, values: ["Book": values]), unmanaged: [object])
      return nil
    } catch let error as StoreScriptError {
      guard case .breaks(object.id, let reason) = error else { throw error }
      return reason
    }
  }

  private func adding(_ name: String) -> (inout Entity) -> Void {
    { $0.attributes.append(Attribute(name, .string, isOptional: true)) }
  }

  /// The same in a table that is written anew.
  private func rebuiltAdding(_ name: String) -> (inout Entity) -> Void {
    {
      $0.attributes[1].type = .string
      $0.attributes.append(Attribute(name, .string, isOptional: true))
    }
  }

  @Test(arguments: [
    ("SELECT title FROM Book WHERE title <> \"done\"", "new column 'book.done'"),
    ("SELECT *, \"done\" AS state FROM Book", "new column 'book.done'"),
    ("SELECT title AS done FROM Book WHERE done = 'x'", "new column 'book.done'"),
    (
      "SELECT (SELECT count(*) FROM Book WHERE place = \"done\") AS n FROM Shelf",
      "new column 'book.done'"
    ),
  ])
  func `a text or an alias that would be a new column`(view: String, reason: String) throws {
    let sql = "CREATE VIEW own AS " + view
    #expect(try refusal(of: sql, with: adding("done"))?.contains(reason + ": write") == true)
  }

  @Test(arguments: [
    "SELECT title FROM Book NATURAL JOIN Shelf",
    "SELECT (SELECT count(*) FROM Book WHERE place = 'x') AS n FROM Shelf",
  ])
  func `a column of another table that would be the new one`(view: String) throws {
    let sql = "CREATE VIEW own AS " + view
    #expect(try refusal(of: sql, with: adding("place"))?.contains(".place'") == true)
  }

  @Test(arguments: [
    "SELECT * FROM Book", "SELECT title AS done FROM Book", "SELECT 'done' AS x, * FROM Book",
    "SELECT Book.*, Shelf.place FROM Book, Shelf", "SELECT \"other\" AS x FROM Book",
    "SELECT title, (SELECT max(place) FROM Shelf) AS p FROM Book WHERE year > 3",
  ])
  func `an object that means the same afterwards is carried over`(view: String) throws {
    let sql = "CREATE VIEW own AS " + view
    #expect(try refusal(of: sql, with: adding("done")) == nil)
  }

  @Test(arguments: [
    "SELECT title, app_f(title) AS f FROM Book WHERE title <> \"done\"",
    "SELECT APP_F(title, 1) AS done FROM Book WHERE done IS NOT NULL",
    "SELECT title FROM Book WHERE title REGEXP \"done\"",
  ])
  func `a name in what only the app can read`(view: String) throws {
    let sql = "CREATE VIEW own AS " + view
    #expect(try refusal(of: sql, with: adding("done"))?.contains("'book.done'") == true)
    #expect(try refusal(of: sql, with: adding("other")) == nil)
    let trigger =
      "CREATE TRIGGER own AFTER INSERT ON Shelf BEGIN DELETE FROM Shelf WHERE place IN "
      + "(SELECT 1 FROM (\(view))); END"
    #expect(
      try refusal(of: trigger, .trigger, on: "Shelf", with: adding("done"))?
        .contains("'book.done'") == true)
    #expect(try refusal(of: trigger, .trigger, on: "Shelf", with: adding("other")) == nil)
  }

  @Test func `a view that only the app can read, with a removed column`() throws {
    let sql = "CREATE VIEW own AS SELECT app_f(Book.year) AS f FROM Book"
    #expect(try refusal(of: sql) { $0.attributes.removeLast() }?.contains("year") == true)
    #expect(try refusal(of: sql) { $0.attributes.removeFirst() } == nil)
  }

  @Test(arguments: [
    ("ORDER BY 4", true), ("GROUP BY 1, 4 ORDER BY 4 DESC", true), ("GROUP BY (title), 4", true),
    ("ORDER BY 2, 3", false), ("ORDER BY 4 + 1", false), ("ORDER BY place LIMIT 4", false),
  ])
  func `a column that is named by its number behind those of a table`(
    clause: String, isRefused: Bool
  ) throws {
    let sql = "CREATE VIEW own AS SELECT Book.*, Shelf.place FROM Book, Shelf " + clause
    #expect(
      try refusal(of: sql, with: adding("done"))
        == (isRefused
          ? "its ORDER BY or GROUP BY 4 would mean 'done' and no longer 'place': write the column's "
            + "name" : nil))
  }

  @Test func `an unambiguous name of another table is carried over`() throws {
    #expect(
      try refusal(
        of: "CREATE VIEW own AS SELECT Book.title, Shelf.place FROM Book, Shelf",
        with: adding("place"))
        == nil)
  }

  @Test func `a trigger that would do something else`() throws {
    let sql =
      "CREATE TRIGGER own AFTER UPDATE ON Book BEGIN UPDATE Shelf SET place = "
      + "(SELECT \"done\" FROM Book LIMIT 1); END"
    #expect(
      try refusal(of: sql, .trigger, on: "Book", with: adding("done"))
        == "a name in it would mean the new column 'book.done': write the table before names of "
        + "columns, and texts in single quotes")
    #expect(try refusal(of: sql, .trigger, on: "Book", with: adding("other")) == nil)
  }

  @Test(arguments: [
    ("CREATE INDEX own ON Book (title) WHERE title <> \"done\"", true),
    ("CREATE INDEX own ON Book (lower(title || \"done\"))", true),
    ("CREATE INDEX own ON Book (title) WHERE title <> 'done'", false),
    ("CREATE INDEX own ON Book (\"title\") WHERE title <> \"other\"", false),
  ])
  func `a text in an index that would be a new column`(sql: String, isRefused: Bool) throws {
    let expected = isRefused ? "\"done\" in it is a text, and would be the new column 'done'" : nil
    #expect(try refusal(of: sql, .index, on: "Book", with: adding("done")) == expected)
    let converted = [
      "Book": ["year": ValueSource.converted(.copied("year"), from: .int64, to: .string)]
    ]
    #expect(
      try refusal(of: sql, .index, on: "Book", renames: converted, with: rebuiltAdding("done"))
        == expected)
  }

  @Test func `a column in double quotes in an index that would be a text`() throws {
    let sql = "CREATE UNIQUE INDEX own ON Book (title) WHERE \"year\" = 'x'"
    for isRebuilt in [false, true] {
      #expect(
        try refusal(of: sql, .index, on: "Book") { entity in
          entity.attributes.removeLast()
          if isRebuilt { entity.attributes[0].isOptional = true }
        } != nil)
    }
  }

  @Test func `a trigger that waits for changes of a removed column`() throws {
    let sql =
      "CREATE TRIGGER own AFTER UPDATE OF year ON Book BEGIN INSERT INTO Shelf (place) VALUES ('a'); END"
    let reason = try refusal(of: sql, .trigger, on: "Book") { $0.attributes.removeLast() }
    #expect(reason == "it waits for changes of the column 'year', which goes")
  }

  @Test(arguments: [
    ("title, year", true), ("\"title\" , year", true), ("title /* and */,year", true),
    ("title, other", false), ("title, \"other\"", false),
  ])
  func `a trigger that waits for changes of several columns`(columns: String, goes: Bool) throws {
    let sql = "CREATE TRIGGER own AFTER UPDATE OF \(columns) ON Book BEGIN SELECT 1; END"
    let reason = try refusal(of: sql, .trigger, on: "Book") { $0.attributes.removeLast() }
    #expect(reason == (goes ? "it waits for changes of the column 'year', which goes" : nil))
    #expect(try refusal(of: sql, .trigger, on: "Book", with: adding("done")) == nil)
  }

  /// Why a migration that adds 'place' to the books is refused, by the objects that prevent it.
  private func refusals(of own: SchemaObject..., adding name: String) throws -> [String: String] {
    var next = book
    adding(name)(&next)
    let all = [SchemaObject(.view, "all", sql: "CREATE VIEW \"all\" AS SELECT * FROM Book")] + own
    do {
      _ = try StoreScript(
        .same(schema(1, book, shelf), schema(2, next, shelf), values: ["Book": [name: .none]]),
        unmanaged: all)
      return [:]
    } catch let error as StoreScriptError {
      return error.parts.reduce(into: [:]) { reasons, part in
        guard case .breaks(let id, let reason) = part else { return }
        reasons[id.name] = reason
      }
    }
  }

  @Test(arguments: [
    "SELECT place FROM \"all\" NATURAL JOIN Shelf",
    "SELECT title AS place FROM \"all\" WHERE place = 'x'",
    "SELECT title FROM \"all\" WHERE title <> \"place\"",
    "SELECT title FROM (SELECT * FROM \"all\") WHERE title <> \"place\"",
    "SELECT 1 FROM Shelf WHERE EXISTS (SELECT 1 FROM \"all\" WHERE place = 'y')",
  ])
  func `a name that a column from a view would take`(query: String) throws {
    let view = SchemaObject(.view, "own", sql: "CREATE VIEW own AS " + query)
    let trigger = SchemaObject(
      .trigger, "wake", on: "Shelf",
      sql: "CREATE TRIGGER wake AFTER INSERT ON Shelf BEGIN DELETE FROM Shelf WHERE place IN "
        + "(\(query)); END")
    for object in [view, trigger] {
      let found = try refusals(of: object, adding: "place")
      #expect(Array(found.keys) == [object.id.name])
      #expect(try refusals(of: object, adding: "other").isEmpty)
    }
  }

  @Test(arguments: [
    "SELECT * FROM \"all\"", "SELECT title AS place FROM \"all\"",
    "SELECT a.title, s.place FROM \"all\" AS a, Shelf AS s",
    "SELECT title, 'place' AS p FROM \"all\" WHERE year > 3",
  ])
  func `a view that reads a view of all columns is carried over`(query: String) throws {
    let view = SchemaObject(.view, "own", sql: "CREATE VIEW own AS " + query)
    #expect(try refusals(of: view, adding: "place").isEmpty)
  }

  @Test func `a removed column by which tables are joined`() throws {
    let sql = "CREATE VIEW own AS SELECT Shelf.place FROM Book NATURAL JOIN Wish NATURAL JOIN Shelf"
    let wish = SchemaObject(.table, "Wish", sql: "CREATE TABLE Wish (year, note)")
    var next = book
    next.attributes.removeLast()
    let (before, after) = (schema(1, book, shelf), schema(2, next, shelf))
    #expect(
      throws: StoreScriptError.breaks(
        .init(.view, "own"), message: "its NATURAL JOIN compares 'book.year', which goes")
    ) {
      try StoreScript(
        .same(before, after), unmanaged: [wish, SchemaObject(.view, "own", sql: sql)])
    }
  }

  @Test func `a search index whose rows a new column hides`() throws {
    let sql = "CREATE VIRTUAL TABLE own USING fts5(title, content='Book', content_rowid=rowid)"
    #expect(
      try refusal(of: sql, .table, with: adding("rowid"))
        == "it finds the rows of 'book' by their rowid, which the new column 'rowid' hides")
    #expect(try refusal(of: sql, .table, with: adding("done")) == nil)
  }

  @Test func `names follow renamed objects`() throws {
    for sql in [
      "CREATE VIEW own AS SELECT title AS title, year AS year FROM Book WHERE \"year\" > 1",
      "CREATE VIEW own AS SELECT year AS a, \"since\" AS b FROM Shelf, Book",
    ] {
      let reason = try refusal(of: sql, renames: ["Book": ["since": .copied("year")]]) {
        $0.attributes[1].name = "since"
      }
      // With a rename SQLite writes texts in single quotes.
      #expect(reason == nil)
    }
  }
}
