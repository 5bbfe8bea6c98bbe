import Diagnostics
import SchemaLint
import SchemaModel
import Testing

struct LinterTests {
  static let sources = SourceMap([
    SchemaPath(): SourceLocation(file: "V1.yaml", line: 1, column: 1),
    .property("notes", of: "Book", .relationships):
      SourceLocation(file: "V1.yaml", line: 9, column: 7),
  ])

  static let bad = document(
    [
      Entity("Note"),
      Entity(
        "Book", relationships: [Relationship("notes", .toMany, "Note", deleteRule: .noAction)]),
    ], sources: sources)

  static func text(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { "\($0.location?.description ?? "-") \($0.severity.rawValue) \($0.code)" }
  }

  @Test func `all rules run, and findings are sorted by place`() {
    #expect(
      Self.text(Linter.lint([Self.bad])) == [
        "V1.yaml:9:7 error missing-inverse", "V1.yaml:9:7 error no-action-delete",
      ])
  }

  @Test func `a finding becomes a diagnostic with message, place and notes`() {
    var other = Self.bad
    other.schema.entities[1].relationships[0].inverse = "book"
    other.schema.entities[0].relationships = [
      Relationship("book", .toOne, "Book", isOptional: true, inverse: "notes", deleteRule: .nullify)
    ]
    #expect(
      Linter.lint([other]) == [
        Diagnostic(
          code: "no-action-delete", severity: .error,
          """
          deleting a 'Book' leaves the objects of 'Book.notes' with references to the deleted \
          object
          """, at: SourceLocation(file: "V1.yaml", line: 9, column: 7),
          notes: [
            .init(
              """
              write 'delete: nullify' to empty those references, 'cascade' to delete every 'Note' \
              too, or 'deny' to refuse the deletion
              """)
          ])
      ])
  }

  @Test func `a team decides how much a rule weighs`() {
    let settings = RuleSettings(overrides: ["missing-inverse": .off, "no-action-delete": .note])
    #expect(
      Self.text(Linter.lint([Self.bad], settings: settings)) == [
        "V1.yaml:9:7 note no-action-delete"
      ])
  }

  @Test func `a mistake that a later version inherits is reported once`() {
    var later = Self.bad
    later.schema.version = Version(2)
    #expect(Linter.lint([Self.bad, later]) == Linter.lint([Self.bad]))
  }

  @Test func `a model that cannot be used is linted all the same`() {
    let document = document(
      [
        Entity("Book", relationships: [Relationship("notes", .toMany, "Nte")]), Entity("Note"),
        Entity("A", parent: "B"), Entity("B", parent: "A"),
      ], sources: Self.sources)
    #expect(
      Self.text(Linter.lint([document])) == [
        "V1.yaml:1:1 error inheritance-cycle", "V1.yaml:9:7 warning implicit-delete-rule",
        "V1.yaml:9:7 error missing-inverse", "V1.yaml:9:7 error unknown-entity",
      ])
  }

  @Test func `a mistake that both validation and a rule find is reported once`() {
    let codes = Linter.lint([InverseMismatchTests.example.bad]).map(\.code)
    #expect(codes == ["inverse-mismatch"])
    #expect(InverseMismatchTests.example.bad.schema.validate().map(\.code) == ["inverse-mismatch"])
  }
}
