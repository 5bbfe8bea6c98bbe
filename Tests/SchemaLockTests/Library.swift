import SchemaModel
import SchemaYAML

/// The versions of a small library, of which 2.0.0 changes a little of everything.
enum Library {
  static let first = """
    schema: Library
    version: 1.0.0
    enums:
      Format: [hardcover, ebook]
    entities:
      Book:
        attributes:
          title: string = ""
          format: Format = ebook
          pages: int?
        relationships:
          notes: {toMany: Note, inverse: book, delete: cascade}
        unique: [[title]]
      Note:
        relationships:
          book: {toOne: Book?, inverse: notes, delete: nullify}
    """

  static let second = """
    schema: Library
    version: 2.0.0
    entities:
      Book:
        attributes:
          title: {type: string, default: "a\\n: b"}
        relationships:
          notes: {toMany: Note, inverse: book, delete: deny}
        indexes: [[-title]]
        rules:
          - name: "no: \\"quotes\\""
            check: "title <> ''"
      Note:
        relationships:
          book: {toOne: Book?, inverse: notes, delete: nullify}
    migration:
      kind: custom
      before: [{count: Book}]
      map: {Book: {title: {using: "trim(title)"}, where: "pages > 0"}}
      after: [{expect: "SELECT count(*) FROM Book", equals: 2}]
    """

  static func released(_ text: String) throws -> ReleasedVersion {
    ReleasedVersion(releasing: try SchemaReader.read(text: text, name: "V.yaml"))
  }

  /// A version that only has digests, to tell lines apart by.
  static func version(_ version: Version, digest: String) -> ReleasedVersion {
    ReleasedVersion(version: version, definitionDigest: digest)
  }
}
