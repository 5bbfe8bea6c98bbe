import SchemaLint
import Testing

struct DoubleQuotedLiteralTests {
  @Test func `values of a script are flagged, names are not`() {
    expect(
      DoubleQuotedLiteral(),
      inScript: """
        UPDATE "Book" SET "state" = "it's" WHERE b."state" <> "unread" AND "title" = title;
        INSERT INTO Note ("text") VALUES ("a", 'b'), ("title", "c");
        CREATE INDEX "i" ON "Note" ("text");
        """,
      finds: [
        "1:29 \"it's\" names nothing here, so SQLite takes it for a text",
        "  + write 'it''s' in single quotes, or the right name",
        "1:55 \"unread\" names nothing here, so SQLite takes it for a text",
        "  + write 'unread' in single quotes, or the right name",
        "2:35 \"a\" names nothing here, so SQLite takes it for a text",
        "  + write 'a' in single quotes, or the right name",
        "2:56 \"c\" names nothing here, so SQLite takes it for a text",
        "  + write 'c' in single quotes, or the right name",
      ])
  }

  @Test func `in a migration the names of both versions are known`() throws {
    try expect(
      DoubleQuotedLiteral(), in: "entities: {Book: {attributes: {title: string, order: int}}}",
      """
      entities: {Book: {attributes: {title: string, position: int}}}
      migration:
        map:
          Book:
            position: {using: '"order" + 1'}
            title:
              using: 'coalesce(title, "none")'
              # ! "none" names nothing here, so SQLite takes it for a text
              # + write 'none' in single quotes, or the right name
        after:
          - {expect: 'SELECT count(*) AS "n" FROM "Book" WHERE "position" < 0 ORDER BY "n"', equals: 0}
      """)
  }
}
