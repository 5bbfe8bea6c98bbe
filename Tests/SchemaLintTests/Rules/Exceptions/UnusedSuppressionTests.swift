import Diagnostics
import SchemaLint
import Testing

struct UnusedSuppressionTests {
  @Test func `an exception that finds nothing or names no rule is flagged, and can be removed`()
    throws
  {
    try expect(
      UnusedSuppression(),
      in: """
        # migrate:ignore-file cascade-cycle -- there was one
        # ! 'cascade-cycle' finds nothing here, so the exception is not needed
        # > safe: remove the comment at 3:1
        entities:
          Book:
            attributes:
              title: string # migrate:ignore reserved-name -- it was called hash once
              # ! 'reserved-name' finds nothing here, so the exception is not needed
              # > safe: remove the comment at 9:21
              hash: string # migrate:ignore reserved-nam, reserved-name -- our own word
              # ! there is no lint rule 'reserved-nam', did you mean 'reserved-name'?
              # > unsafe: replace reserved-nam with reserved-name at 12:37
        """)
  }

  @Test func `a misspelt exception keeps its reason, and the right name is proposed`() throws {
    try expect(
      UnusedSuppression(),
      in: """
        entities:
          Book:
            attributes:
              hash: string # migrate:ignore reservd-name -- our own word
              # ! there is no lint rule 'reservd-name', did you mean 'reserved-name'?
              # > unsafe: replace reservd-name with reserved-name at 6:37
              copy: string # migrate:ignore reservd-name, cascade-cycle -- as on the shelf
              # ! there is no lint rule 'reservd-name', did you mean 'reserved-name'?
              # > unsafe: replace reservd-name with reserved-name at 9:37
              # ! 'cascade-cycle' finds nothing here, so the exception is not needed
              title: string # migrate:ignore flux -- of the capacitor
              # ! there is no lint rule 'flux'
        """)
  }

  @Test func `an exception that is needed, or for a rule that did not run, is not flagged`() throws
  {
    try expect(
      UnusedSuppression(),
      in: """
        entities:
          Book:
            attributes:
              # migrate:ignore required-to-many -- this rule is off
              # migrate:ignore unindexed-query -- and this one has nobody to ask
              hash: string # migrate:ignore reserved-name -- our own word
        """)
  }

  @Test func `an unneeded exception for a folder has no comment to remove`() throws {
    let place = SourceLocation(file: "migrate.yml", line: 4, column: 3)
    let model = try MarkedModel(["entities:\n  Book:\n    attributes: {hash: string}"])
    let context = LintContext(pathSuppressions: [
      Suppression(path: "V1.yaml", text: "reserved-name, cascade-cycle -- old", at: place),
      Suppression(path: "V2.yaml", text: "reserved-name -- another file", at: place),
    ])
    #expect(
      model.findings(of: UnusedSuppression(), context: context) == [
        "migrate.yml:4: 'cascade-cycle' finds nothing here, so the exception is not needed"
      ])
    #expect(model.findings(of: ReservedName(), context: context) == [])
  }
}
