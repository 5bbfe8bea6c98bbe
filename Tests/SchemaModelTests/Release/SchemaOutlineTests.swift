import SchemaModel
import SchemaYAML
import Testing

struct SchemaOutlineTests {
  struct Edit: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    /// The reported change; nil if the edit makes no difference.
    let change: String?

    init(_ old: String, _ new: String, _ change: String?) {
      (self.old, self.new, self.change) = (old, new, change)
    }

    var testDescription: String { "\(old) -> \(new)" }
  }

  static let model = """
    schema: Library
    version: 2.0.0
    enums:
      Format: {raw: int, cases: [hardcover, ebook]}
    composites:
      Size:
        attributes: {width: double, height: double}
    entities:
      Thing: {abstract: true}
      Book:
        parent: Thing
        doc: A book.
        attributes:
          title: {type: string, default: "", max: 90}
          format: Format = ebook
          state: enum(open, done) = open
          size: Size?
          cover: data?
        relationships:
          notes: {toMany: Note, inverse: book, delete: cascade}
        unique: [[title]]
        indexes: [[title, format]]
        rules: [{name: titled, check: "title <> ''"}]
      Note:
        relationships:
          book: {toOne: Book?, inverse: notes, delete: nullify}
    migration:
      kind: custom
      before: [{count: Book}]
      map: {Book: {title: {using: "trim(title)"}}}
      after: [{count: Book}]
    """

  static let edits = [
    Edit("A book.", "Some book.", nil),
    Edit("enum(open, done)", "enum(done, open)", nil),
    Edit(
      "height: double", "height: double?", "element 'Size.height' was 'double' and is 'double?'"),
    Edit(
      "cover: data?", "cover: {type: data, optional: true, storage: external}",
      "attribute 'Book.cover' was 'data?' and is 'data?, external'"),
    Edit("cover: data?", "cover: {type: data, optional: true, doc: Picture}", nil),
    Edit("      cover: data?\n", "", "attribute 'Book.cover' is removed: data?"),
    Edit(
      "cover: data?", "cover: data?\n      year: int = 3", "attribute 'Book.year' is new: int = 3"),
    Edit(
      "max: 90", "max: 91",
      "attribute 'Book.title' was 'string = \"\", max 90' and is 'string = \"\", max 91'"),
    Edit(
      "[hardcover, ebook]", "[hardcover, ebook, paperback]",
      "enum 'Format' was 'int: ebook = 1, hardcover = 0' and is "
        + "'int: ebook = 1, hardcover = 0, paperback = 2'"),
    Edit("abstract: true", "abstract: false", "entity 'Thing' was 'abstract' and is plain"),
    Edit(
      "delete: cascade", "delete: deny",
      "relationship 'Book.notes' was 'toMany Note, inverse book, delete cascade' and is "
        + "'toMany Note, inverse book, delete deny'"),
    Edit(
      "{toOne: Book?, inverse: notes, delete: nullify}", "{toOne: Book?, inverse: notes}", nil),
    Edit("unique: [[title]]", "unique: []", "unique 'Book (title)' is removed"),
    Edit(
      "indexes: [[title, format]]", "indexes: [[title, format], [format]]",
      "index 'Book (format)' is new"),
    Edit(
      "check: \"title <> ''\"", "check: \"title <> 'x'\"",
      "rule 'Book \"titled\"' was '\"title <> ''\"' and is '\"title <> 'x'\"'"),
    Edit(
      "before: [{count: Book}]", "before: [{count: Book, equals: 3}]",
      "check 'before 1' was 'count Book' and is 'count Book equals 3'"),
    Edit(
      "trim(title)", "lower(title)",
      "map 'Book.title' was '\"trim(title)\"' and is '\"lower(title)\"'"),
    Edit(
      "{using: \"trim(title)\"}", "{using: \"trim(title)\"}, where: \"title > 'a'\"",
      "map 'Book where' is new: \"title > 'a'\""),
  ]

  @Test(arguments: edits)
  func `an edit is reported where it makes a difference, and only there`(edit: Edit) throws {
    let released = try ReleasedVersion(releasing: Self.document(Self.model))
    let edited = Self.model.replacing(edit.old, with: edit.new, maxReplacements: 1)
    #expect(edited != Self.model)
    let changes = released.changes(to: try Self.document(edited))
    #expect(changes.map(\.description) == [edit.change].compactMap(\.self))
  }

  @Test func `an added migration is reported`() throws {
    let text = "schema: Library\nversion: 1.0.0\nentities: {Book: {}}\n"
    let released = try ReleasedVersion(releasing: Self.document(text))
    let edited = try Self.document(text + "migration: {kind: lightweight}\n")
    #expect(
      released.changes(to: edited).map(\.description) == ["migration is new: lightweight"])
  }

  @Test func `a difference that no part shows is reported by the digests`() throws {
    let document = try Self.document(Self.model)
    var released = ReleasedVersion(releasing: document)
    released.definitionDigest = "0123456789abcdef"
    let digest = document.schema.definitionDigest.prefix(12)
    #expect(
      released.changes(to: document).map(\.description)
        == ["the digest was 0123456789ab and is \(digest)"])
  }

  @Test func `every part has a place in the document`() throws {
    let document = try Self.document(Self.model)
    let outline = SchemaOutline(of: document)
    #expect(Set(document.outlinePaths.keys) == Set(outline.parts.keys))
    let lost = document.outlinePaths.filter { document.sources.location(of: $0.value) == nil }
    #expect(lost.keys.sorted() == [])
  }

  private static func document(_ text: String) throws -> SchemaDocument {
    try SchemaReader.read(text: text, name: "V2.yaml")
  }
}
