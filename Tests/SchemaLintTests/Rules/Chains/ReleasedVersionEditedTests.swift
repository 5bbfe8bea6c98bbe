import SchemaLint
import SchemaModel
import SchemaYAML
import Testing

struct ReleasedVersionEditedTests {
  private static let first = """
    schema: Library
    version: 1.0.0
    entities:
      Book:
        attributes: {title: string}
    """

  /// The released version of the example on the rule's page.
  static var context: LintContext {
    context(
      releasing: """
        schema: Library
        version: 1.0.0
        entities: {Book: {attributes: {title: {type: string, default: ""}}}}
        """)
  }

  private static func context(releasing texts: String...) -> LintContext {
    let documents = texts.compactMap { try? SchemaReader.read(text: $0, name: "V.yaml") }
    #expect(documents.count == texts.count)
    return LintContext(released: ["Library": documents.map { ReleasedVersion(releasing: $0) }])
  }

  @Test func `each edit of a released version is reported at its place`() throws {
    try expect(
      ReleasedVersionEdited(),
      in: """
        entities:
          Book:
            attributes:
              title: string?
              # ! version 1.0.0 was released, and is edited: attribute 'Book.title' was 'string'
              #   and is 'string?'
              # + stores of 1.0.0 match no version hash of the edited model: the platform refuses
              #   to open them
              # + undo it here (git checkout -- 'V1.yaml', where it is not committed), and say it in
              #   a new version: 'migrate new' begins one
              # + where 1.0.0 never left the team: 'migrate lock --repin 1.0.0'
              year: int?
              # ! version 1.0.0 was released, and is edited: attribute 'Book.year' is new: int?
              # + stores of 1.0.0 match no version hash of the edited model: the platform refuses
              #   to open them
              # + undo it here (git checkout -- 'V1.yaml', where it is not committed), and say it in
              #   a new version: 'migrate new' begins one
              # + where 1.0.0 never left the team: 'migrate lock --repin 1.0.0'
        """, context: Self.context(releasing: Self.first))
  }

  @Test func `an edit that the platform overlooks is reported as such, with what to do`() throws {
    try expect(
      ReleasedVersionEdited(),
      in: """
        entities:
          Book:
            attributes: {title: string}
            indexes: [[title]]
            # ! version 1.0.0 was released, and is edited: index 'Book (title)' is new
            # + the version hashes stay the same: the platform never brings the change to stores of
            #   1.0.0
            # + undo it here (git checkout -- 'V1.yaml', where it is not committed), and say it in
            #   version 2.0.0, which is not released yet
            # + where 1.0.0 never left the team: 'migrate lock --repin 1.0.0'
        """,
      """
      extends: V1.yaml
      entities: {Book: {attributes: {year: int?}}}
      """, context: Self.context(releasing: Self.first))
  }

  @Test func `a removed attribute is reported at the rest of its entity`() throws {
    try expect(
      ReleasedVersionEdited(),
      in: """
        entities:
          Book:
          # ! version 1.0.0 was released, and is edited: attribute 'Book.title' is removed: string
          # + stores of 1.0.0 match no version hash of the edited model: the platform refuses to
          #   open them
          # + undo it here (git checkout -- 'V1.yaml', where it is not committed), and say it in
          #   a new version: 'migrate new' begins one
          # + where 1.0.0 never left the team: 'migrate lock --repin 1.0.0'
            doc: A book.
        """, context: Self.context(releasing: Self.first))
  }

  @Test func `a released version without a file is reported`() throws {
    try expect(
      ReleasedVersionEdited(),
      in: """
        version: 2.0.0
        # ! version 1.0.0 was released, and has no schema file any more
        # + its stores are in the field: take its file back from version control, as with git checkout
        #   HEAD -- 'V1.yaml'
        entities: {Book: {}}
        """, context: Self.context(releasing: Self.first))
  }

  @Test func `documentation and unreleased versions may change`() throws {
    try expect(
      ReleasedVersionEdited(),
      in: """
        doc: The first one.
        entities: {Book: {doc: A book., attributes: {title: {type: string, doc: Its name.}}}}
        """,
      """
      extends: V1.yaml
      entities: {Book: {attributes: {year: int?}}}
      """, context: Self.context(releasing: Self.first))
    try expect(ReleasedVersionEdited(), in: "entities: {Book: {}}")
  }
}
