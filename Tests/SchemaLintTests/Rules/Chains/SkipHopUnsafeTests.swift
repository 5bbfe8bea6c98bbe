import SchemaLint
import Testing

struct SkipHopUnsafeTests {
  @Test func `a property that is renamed twice, or dropped and added again, is flagged`() throws {
    try expect(
      SkipHopUnsafe(),
      in: "entities: {Book: {attributes: {name: string?, note: string?}}}",
      "entities: {Book: {attributes: {title: {type: string, optional: true, renamedFrom: name}}}}",
      "entities: {Book: {attributes: {title: string?, isbn: string?}}}",
      """
      entities:
        Book:
          attributes:
            heading: {type: string, optional: true, renamedFrom: title}
            # ! an update from 1.0.0 straight to 4.0.0 loses 'Book.name', which is 'Book.heading'
            #   now
            # + make the migration to 4.0.0 a custom one in 'V4.yaml': 'kind: custom' and 'after:
            #   [{count: Book}]' under 'migration'
            note: string?
            # ! an update from 1.0.0 straight to 4.0.0 keeps 'Book.note' as 'Book.note', which the
            #   steps between drop
            # + make the migration to 4.0.0 a custom one in 'V4.yaml': 'kind: custom' and 'after:
            #   [{count: Book}]' under 'migration'
      """)
  }

  @Test func `an entity is reported once, with all versions concerned`() throws {
    try expect(
      SkipHopUnsafe(), in: "entities: {A: {attributes: {x: int?}}}",
      "entities: {A: {attributes: {x: int?, y: int?}}}",
      "entities: {B: {renamedFrom: A, attributes: {x: int?, y: int?}}}",
      """
      entities:
        C:
          # ! an update from any of 1.0.0 to 2.0.0 straight to 4.0.0 loses 'A', which is 'C' now
          # + make the migration to 4.0.0 a custom one in 'V4.yaml': 'kind: custom' and 'after:
          #   [{count: C}]' under 'migration'
          renamedFrom: B
          attributes: {x: int?, y: int?}
      """)
  }

  @Test func `a rename that a later file forgets is flagged in that file, with the line to write`()
    throws
  {
    try expect(
      SkipHopUnsafe(), in: "entities: {Book: {attributes: {name: string?}}}",
      """
      entities:
        Book:
          attributes:
            title: {type: string, optional: true, renamedFrom: name}
      """,
      """
      version: 3.0.0
      # ! an update from 1.0.0 straight to 3.0.0 loses 'Book.name', which is 'Book.title' now
      # + write in 'V3.yaml' under 'Book: attributes:': title: {type: string?, renamedFrom: name}
      # + or make the migration to 3.0.0 a custom one in 'V3.yaml': 'kind: custom' and 'after:
      #   [{count: Book}]' under 'migration'
      extends: V2.yaml
      entities: {Book: {attributes: {isbn: string?}}}
      """)
  }

  @Test func `a rename that is carried along, and a run with a check, are not flagged`() throws {
    try expect(
      SkipHopUnsafe(), in: "entities: {Book: {attributes: {name: string?}}}",
      "entities: {Book: {attributes: {title: {type: string, optional: true, renamedFrom: name}}}}",
      """
      entities:
        Book:
          attributes: {title: {type: string, optional: true, renamedFrom: name}, isbn: string?}
      """)
    try expect(
      SkipHopUnsafe(), in: "entities: {Book: {attributes: {name: string?}}}",
      """
      entities: {Book: {attributes: {title: {type: string, optional: true, renamedFrom: name}}}}
      migration: {after: [{count: Book}]}
      """,
      "entities: {Book: {attributes: {heading: {type: string, optional: true, renamedFrom: title}}}}"
    )
  }
}
