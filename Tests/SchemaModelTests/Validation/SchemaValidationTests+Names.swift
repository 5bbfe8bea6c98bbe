import SchemaModel

extension SchemaValidationTests {
  static let names: [Row] = [
    Row(
      schema([Entity("Book"), Entity("Book")]), at: "entities.Book",
      "duplicate-name: there is a second entity 'Book'"),
    Row(
      schema([Entity("Book"), Entity("BOOK")]), at: "entities.BOOK",
      """
      case-collision: the entity 'BOOK' differs from 'Book' by case only, and a database does not \
      distinguish them
      """),
    Row(
      schema([Entity("2ndBook", table: "books")]), at: "entities.2ndBook",
      """
      invalid-identifier: '2ndBook' cannot name an entity: a name has letters, digits and \
      underscores, and does not begin with a digit
      """),
    Row(
      schema([Entity("Sqlite_Books")]), at: "entities.Sqlite_Books",
      "reserved-name: 'Sqlite_Books' cannot name an entity: the store uses such names itself"),
    Row(
      schema([Entity("Book", table: "_migrate_schema")]), at: "entities.Book.table",
      "reserved-name: '_migrate_schema' cannot name a table: the store uses such names itself"),
    Row(
      schema([Entity("Book"), Entity("Volume", table: "book")]), at: "entities.Volume.table",
      """
      case-collision: the table 'book' differs from 'Book' by case only, and a database does not \
      distinguish them
      """),
    Row(
      schema([
        Entity("Book", attributes: [Attribute("title", .string), Attribute("title", .string)])
      ]), at: "entities.Book.attributes.title",
      "duplicate-name: there is a second attribute 'title' in 'Book'"),
    Row(
      schema([
        Entity(
          "Book",
          relationships: [
            Relationship("next", .toOne, "Book"), Relationship("next", .toOne, "Book"),
          ])
      ]), at: "entities.Book.relationships.next",
      "duplicate-name: there is a second relationship 'next' in 'Book'"),
    Row(
      schema([
        Entity(
          "Book", attributes: [Attribute("next", .string)],
          relationships: [Relationship("next", .toOne, "Book")])
      ]), at: "entities.Book.relationships.next",
      "duplicate-name: 'Book.next' is both an attribute and a relationship"),
    Row(
      schema([
        Entity("Thing", attributes: [Attribute("name", .string)]),
        Entity("Book", parent: "Thing", attributes: [Attribute("name", .string)]),
      ]), at: "entities.Book.attributes.name",
      "duplicate-name: 'Book' declares 'name', which it inherits from 'Thing' already"),
    Row(
      schema([
        Entity("Thing"),
        Entity("Book", parent: "Thing", attributes: [Attribute("isbn", .string)]),
        Entity("Film", parent: "Thing", attributes: [Attribute("ISBN", .string)]),
      ]), at: "entities.Film.attributes.ISBN",
      """
      case-collision: the attribute 'ISBN' differs from 'isbn' by case only, and a database does \
      not distinguish them
      """),
    Row(
      schema([Entity("Book", attributes: [Attribute("_id", .int64)])]),
      at: "entities.Book.attributes._id",
      "reserved-name: '_id' cannot name an attribute: the store uses such names itself"),
    Row(
      schema([Entity("Book", relationships: [Relationship("_order_x", .toOne, "Book")])]),
      at: "entities.Book.relationships._order_x",
      "reserved-name: '_order_x' cannot name a relationship: the store uses such names itself"),
    Row(
      schema([
        Entity(
          "Book", relationships: [Relationship("tags", .toMany, "Tag", inverse: "books")]),
        Entity("Tag", relationships: [Relationship("books", .toMany, "Book", inverse: "tags")]),
        Entity("Book_tags"),
      ]), at: "entities.Book_tags",
      """
      reserved-name: the entity 'Book_tags' is named like the table for the links of 'Book.tags'
      the relationship is here
      """),
    Row(
      schema([
        Entity(
          "Book",
          rules: [
            ValidationRule(name: "sound", check: "1"), ValidationRule(name: "sound", check: "2"),
          ])
      ]), at: "entities.Book.rules.1",
      "duplicate-name: there is a second rule 'sound' in 'Book'"),
    Row(
      schema([
        Entity(
          "Book",
          attributes: [
            Attribute("title", .string, column: "name"),
            Attribute("label", .string, column: "NAME"),
          ], table: "books", primaryKey: ["name"])
      ]), at: "entities.Book.attributes.label",
      "duplicate-name: 'label' is kept in the column 'NAME', which 'title' has already"),
    Row(
      schema(
        [Entity("Book")],
        queries: [Query(name: "all", entity: "Book"), Query(name: "all", entity: "Book")]),
      at: "queries.all", "duplicate-name: there is a second query 'all'"),
    Row(
      schema([Entity("Book")], queries: [Query(name: "all", entity: "Bok")]),
      at: "queries.all.from",
      """
      unknown-entity: the query 'all' fetches 'Bok', which is not an entity
      did you mean 'Book'?
      """),
  ]

  static let inheritance: [Row] = [
    Row(
      schema([Entity("Thing"), Entity("Book", parent: "Ting")]), at: "entities.Book.parent",
      """
      unknown-entity: the parent of 'Book' is 'Ting', which is not an entity
      did you mean 'Thing'?
      """),
    Row(
      schema([Entity("C", parent: "B"), Entity("A", parent: "C"), Entity("B", parent: "A")]),
      at: "entities.A.parent",
      "inheritance-cycle: 'A' inherits from itself: A → C → B → A"),
    Row(
      schema([Entity("A", parent: "A")]), at: "entities.A.parent",
      "inheritance-cycle: 'A' inherits from itself: A → A"),
  ]
}
