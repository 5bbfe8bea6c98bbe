import SchemaLint
import Testing

struct SkipHopUnsafeTests {
  @Test func `what is renamed twice, and what is dropped and added again, is flagged`() throws {
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
            # ! going from 1.0.0 straight to 4.0.0, the platform drops what became 'Book.heading' step
            #   by step, and was 'Book.name'
            # + carry 'renamedFrom' along in later versions, or make one of the migrations between custom: one
            #   check under 'migration.after' does it
            note: string?
            # ! going from 1.0.0 straight to 4.0.0, the platform keeps 'Book.note' as 'Book.note',
            #   which the steps between drop
            # + carry 'renamedFrom' along in later versions, or make one of the migrations between custom: one
            #   check under 'migration.after' does it
      """)
  }

  @Test func `an entity is told once, with all versions that it is true of`() throws {
    try expect(
      SkipHopUnsafe(), in: "entities: {A: {attributes: {x: int?}}}",
      "entities: {A: {attributes: {x: int?, y: int?}}}",
      "entities: {B: {renamedFrom: A, attributes: {x: int?, y: int?}}}",
      """
      entities:
        C:
          # ! going from any of 1.0.0 to 2.0.0 straight to 4.0.0, the platform drops what became 'C'
          #   step by step, and was 'A'
          # + carry 'renamedFrom' along in later versions, or make one of the migrations between custom: one
          #   check under 'migration.after' does it
          renamedFrom: B
          attributes: {x: int?, y: int?}
      """)
  }

  @Test func `a rename that a later file forgets is flagged where it was declared`() throws {
    try expect(
      SkipHopUnsafe(), in: "entities: {Book: {attributes: {name: string?}}}",
      """
      entities:
        Book:
          attributes:
            title: {type: string, optional: true, renamedFrom: name}
            # ! going from 1.0.0 straight to 3.0.0, the platform drops what became 'Book.title' step by
            #   step, and was 'Book.name'
            # + carry 'renamedFrom' along in later versions, or make one of the migrations between
            #   custom: one check under 'migration.after' does it
      """, "extends: V2.yaml\nentities: {Book: {attributes: {isbn: string?}}}")
  }

  @Test func `a rename that is carried along, and a run with a check in it, are not`() throws {
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
