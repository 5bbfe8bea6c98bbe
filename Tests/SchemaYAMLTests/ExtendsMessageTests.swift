import Diagnostics
import SchemaYAML
import Testing

struct ExtendsMessageTests {
  static let header = "schema: Library\nversion: 2\nextends: V1.yaml\n"

  private func report(_ text: String, after first: String = ExtendsTests.first) throws -> String {
    try SchemaFolder(["V1.yaml": first, "V2.yaml": text]).report("V2.yaml")
  }

  @Test func `an inverse that becomes an attribute is reported where it does`() throws {
    let text =
      Self.header
      + "entities:\n  Note: {attributes: {bookNumber: {type: int?, renamedFrom: book}}}\n"
    #expect(
      try report(text) == """
        V2.yaml:5:61 unknown-inverse: the inverse of 'Book.notes' is 'Note.bookNumber', which is an attribute
          note: list 'Book.notes' under 'removed', or give it another inverse
        """)
  }

  @Test(arguments: [
    (
      "attributes: [Item.titel]",
      "V2.yaml:5:16 invalid-removal: the previous version has no attribute 'Item.titel', did you mean 'Item.title'?"
    ),
    (
      "attributes: [Itme.title]",
      "V2.yaml:5:16 invalid-removal: the previous version has no entity 'Itme', did you mean 'Item'?"
    ),
    (
      "relationships: [Book.note]",
      "V2.yaml:5:19 invalid-removal: the previous version has no relationship 'Book.note', did you mean 'Book.notes'?"
    ),
    (
      "rules: [Item.untitled]",
      "V2.yaml:5:11 invalid-removal: the previous version has no rule 'Item.untitled', did you mean 'Item.titled'?"
    ),
    (
      "entities: [Boock]",
      "V2.yaml:5:14 invalid-removal: the previous version has no entity 'Boock', did you mean 'Book'?"
    ),
    (
      "enums: [Fromat]",
      "V2.yaml:5:11 invalid-removal: the previous version has no enumeration 'Fromat', did you mean 'Format'?"
    ),
    (
      "composites: [Weight]",
      "V2.yaml:5:16 invalid-removal: the previous version has no composite 'Weight'"
    ),
    ("queries: [none]", "V2.yaml:5:13 invalid-removal: the previous version has no query 'none'"),
    (
      "unique: {Item: [[title]]}",
      "V2.yaml:5:19 invalid-removal: the previous version has no uniqueness constraint '[title]'"
    ),
    (
      "indexes: {Item: [[-title]]}",
      "V2.yaml:5:20 invalid-removal: the previous version has no index '[-title]'"
    ),
    (
      "attributes: [title]",
      "V2.yaml:5:16 invalid-removal: 'title' does not say which attribute to remove: write Entity.attribute"
    ),
    (
      "attribute: [Item.title]",
      "V2.yaml:5:3 unknown-key: unknown key 'attribute', did you mean 'attributes'?"
    ),
  ])
  func `a removal of an unknown part is reported with a suggestion`(
    removal: String, expected: String
  )
    throws
  {
    #expect(try report(Self.header + "removed:\n  " + removal) == expected)
  }

  @Test func `a change that breaks an inherited relationship is reported where it is written`()
    throws
  {
    let first = """
      schema: Library
      version: 1
      entities:
        Book: {relationships: {shelf: {toOne: Shelf?, inverse: books}}}
        Shelf: {relationships: {books: {toMany: Book, inverse: shelf}}}

      """
    #expect(
      try report(Self.header + "removed:\n  relationships: [Book.shelf]", after: first)
        == "V2.yaml:5:19 unknown-inverse: the inverse of 'Shelf.books' is 'Book.shelf', which is "
        + "removed here\n  note: list 'Shelf.books' under 'removed' too, or give it another inverse"
    )
  }

  @Test func `a part that needs a removed entity is reported at the removal`() throws {
    let first = """
      schema: Library
      version: 1
      entities:
        Book: {relationships: {notes: {toMany: Note, inverse: book}}}
        Note: {relationships: {book: {toOne: Book?, inverse: notes}}}
        Sketch: {parent: Note}
      queries: {all: {from: Note}}

      """
    #expect(
      try report(Self.header + "removed:\n  entities: [Note]", after: first)
        == [
          "'Book.notes' leads to 'Note', which is not an entity\n"
            + "  note: 'Note' is removed here: list 'Book.notes' under 'removed' too",
          "the parent of 'Sketch' is 'Note', which is not an entity\n"
            + "  note: 'Note' is removed here: list 'Sketch' under 'removed' too",
          "the query 'all' fetches 'Note', which is not an entity\n"
            + "  note: 'Note' is removed here: list 'all' under 'removed' too",
        ].map { "V2.yaml:5:14 unknown-entity: \($0)" }.joined(separator: "\n"))
  }

  @Test func `a missing base is reported with the nearest file`() throws {
    let report = try report(Self.header.replacing("V1.yaml", with: "V1.yml"))
    #expect(
      report == "V2.yaml:3:10 missing-file: there is no file 'V1.yml', did you mean 'V1.yaml'?")
  }

  @Test func `a base of another schema is refused`() throws {
    #expect(
      try report(Self.header.replacing("Library", with: "Shop"))
        == "V2.yaml:3:10 invalid-extends: 'V1.yaml' is a version of the schema 'Library', and this is 'Shop'"
    )
  }

  @Test func `a base must be an earlier version`() throws {
    #expect(
      try report(Self.header.replacing("version: 2", with: "version: 0.9"))
        == "V2.yaml:3:10 invalid-extends: 'V1.yaml' has version 1.0.0, which is not before 0.9.0")
  }

  @Test func `a cycle is reported once, with all its files`() throws {
    let folder = try SchemaFolder([
      "V1.yaml": "schema: S\nversion: 1\nextends: V3.yaml\n",
      "V2.yaml": "schema: S\nversion: 2\nextends: V1.yaml\n",
      "V3.yaml": "schema: S\nversion: 3\nextends: V2.yaml\n",
    ])
    #expect(
      folder.report("V3.yaml")
        == "V1.yaml:3:10 invalid-extends: 'V3.yaml' extends itself: V3.yaml → V2.yaml → V1.yaml → V3.yaml"
    )
    #expect(
      folder.historyReport()
        == "V2.yaml:3:10 invalid-extends: 'V1.yaml' extends itself: V1.yaml → V3.yaml → V2.yaml → V1.yaml"
    )
  }

  @Test func `a file that extends itself is reported`() throws {
    let folder = try SchemaFolder(["V1.yaml": "schema: S\nversion: 1\nextends: ./V1.yaml\n"])
    #expect(
      folder.report("V1.yaml")
        == "V1.yaml:3:10 invalid-extends: 'V1.yaml' extends itself: V1.yaml → V1.yaml")
  }

  @Test func `problems of the base are reported in the base, next to problems of the file`() throws
  {
    let first = ExtendsTests.first.replacing("  Note:\n", with: "  Note:\n    atributes: {}\n")
      .replacing("width: int", with: "width: int = x")
    let second =
      Self.header + "entities: {Note: {attributes: {n: int = y}}}\nremoved: {entities: [Boock]}"
    #expect(
      try report(second, after: first) == """
        V1.yaml:7:31 invalid-literal: 'x' is no value of type 'int'
        V1.yaml:30:5 unknown-key: unknown key 'atributes', did you mean 'attributes'?
        V2.yaml:4:41 invalid-literal: 'y' is no value of type 'int'
        """)
  }

  @Test func `a problem of the model is reported where the part was declared`() throws {
    #expect(
      try report(Self.header + "removed: {enums: [Format]}")
        == """
        V1.yaml:25:15 unknown-type: the type of 'Book.format' is 'Format', which is not declared
          note: known names: 'string', 'int', 'int16', 'int32', 'int64', 'bool', 'float', 'double', \
        'decimal', 'date', 'uuid', 'url', 'data', 'transformable', 'Size'
        """)
  }
}
