import SQLite
import StoreLayout
import SchemaModel
import SchemaYAML
import Testing

/// Paths over to-one relationships, as SQL.
struct ToOnePathTests {
  private static let schema = """
    schema: Library
    version: 1
    entities:
      Book:
        attributes: {title: string}
        relationships:
          author: {toOne: Author?, inverse: books}
          sequel: {toOne: Book?, inverse: prequels}
          prequels: {toMany: Book, inverse: sequel}
      Author:
        attributes: {name: string, title: string?}
        relationships:
          books: {toMany: Book, inverse: author}
          home: {toOne: Town?}
      Town: {attributes: {name: string}}
      Atlas: {attributes: {name: string}, relationships: {page: {toOne: Map?, inverse: atlas}}}
      Map:
        attributes: {scale: int}
        relationships:
          atlas: {toOne: Atlas?, inverse: page}
          town: {toOne: Town?}
    """

  private static let author =
    #"(SELECT "_step"."name" FROM "Author" AS "_step" WHERE "_step"."_id" = "Book"."author")"#
  private static let home =
    #"SELECT "_step"."home" FROM "Author" AS "_step" WHERE "_step"."_id" = "Book"."author""#

  @Test(arguments: [
    ("author.name", author),
    (
      "upper(AUTHOR . name) || 'author.name' -- author.name",
      "upper(\(author)) || 'author.name' -- author.name"
    ),
    (#""author".[name] <> author.name"#, "\(author) <> \(author)"),
    ("author.home", "(\(home))"),
    (
      "author.home.name",
      #"(SELECT "_step"."name" FROM "Town" AS "_step" WHERE "_step"."_id" = (\#(home)))"#
    ),
    // These are the columns of tables that the SQL names, or nothing at all.
    ("Book.title", "Book.title"), ("author", "author"), ("author.nothing", "author.nothing"),
    ("prequels.title", "prequels.title"), ("main.Author.name", "main.Author.name"),
    ("(SELECT author.name FROM Author AS author)", "(SELECT author.name FROM Author AS author)"),
  ])
  func `a path is a query for its value, and all else stays`(sql: String, expected: String) throws {
    let document = try SchemaReader.read(text: Self.schema, name: "V1.yaml")
    let paths = ToOnePaths(of: "Book", in: StoreLayout(of: document.schema))
    #expect(paths.resolved(sql) == expected)
    let store = try Connection.inMemory()
    for statement in StoreLayout(of: document.schema).definition.statements {
      try store.execute(SQL(raw: statement))
    }
    if !["author.nothing", "prequels.title", "main.Author.name"].contains(sql) {
      try store.execute(SQL(raw: "SELECT \(expected)\n FROM Book"))
    }
  }

  private static let map = #"FROM "Map" AS "_step" WHERE "_step"."_id" = "Atlas"."page""#
  private static let atlas = #"FROM "Atlas" AS "_step" WHERE "_step"."page" = "Map"."_id""#

  @Test(arguments: [
    ("Atlas", "page.scale", #"(SELECT "_step"."scale" \#(map))"#),
    ("Atlas", "page", "page"),
    (
      "Atlas", "page.atlas.name",
      #"(SELECT "_step"."name" FROM "Atlas" AS "_step" WHERE "_step"."page" = (SELECT "_step"."_id" \#(map)))"#
    ),
    ("Map", "atlas.name", #"(SELECT "_step"."name" \#(atlas))"#),
    ("Map", "ATLAS IS NULL", #"(SELECT "_step"."_id" \#(atlas)) IS NULL"#),
    ("Map", "atlas._id", #"(SELECT "_step"."_id" \#(atlas))"#),
    (
      "Map", "atlas.page.scale",
      #"(SELECT "_step"."scale" FROM "Map" AS "_step" WHERE "_step"."_id" = (SELECT "_step"."page" \#(atlas)))"#
    ),
    // Within a query a name may be anything.
    ("Map", "(SELECT atlas FROM (SELECT 1 AS atlas))", "(SELECT atlas FROM (SELECT 1 AS atlas))"),
    ("Map", "1 AS atlas", "1 AS atlas"), ("Map", "Map.atlas", "Map.atlas"),
  ])
  func `a one-to-one is followed from either end`(
    entity: String, sql: String, expected: String
  ) throws {
    let document = try SchemaReader.read(text: Self.schema, name: "V1.yaml")
    let layout = StoreLayout(of: document.schema)
    #expect(ToOnePaths(of: entity, in: layout).resolved(sql) == expected)
    guard sql != "Map.atlas" else { return }
    let store = try Connection.inMemory()
    for statement in layout.definition.statements { try store.execute(SQL(raw: statement)) }
    try store.execute(SQL(raw: "SELECT \(expected)\n FROM \(entity)"))
  }
}
