import SchemaLint
import Testing

struct StaleRenameTests {
  @Test func `a rename that has been made already is flagged, in the file where it stands`() throws
  {
    try expect(
      StaleRename(),
      in: "entities: {Book: {attributes: {name: string, isbn: string}}}",
      """
      entities: {Book: {attributes: {title: {type: string, renamedFrom: name}, isbn: string}}}
      migration: {kind: custom, after: [{count: Book}]}
      """,
      """
      entities:
        Book:
          attributes:
            title:
              type: string
              renamedFrom: name
              # ! 'title' has that name since 2.0.0 or before, so 'renamedFrom: name' says nothing
              # + leave 'renamedFrom' out
              # > safe: unset renamedFrom in entities.Book.attributes.title
            isbn: string
      """)
  }

  @Test func `a rename that a later file inherits, or that holds, is not flagged`() throws {
    try expect(
      StaleRename(), in: "entities: {Book: {attributes: {name: string}}}",
      """
      extends: V1.yaml
      entities: {Book: {attributes: {title: {type: string, renamedFrom: name}}}}
      """,
      "extends: V2.yaml\nentities: {Book: {attributes: {isbn: string?}}}")
  }

  @Test func `a rename that a store needs when it skips lightweight steps is not flagged`() throws {
    let rename = "{type: string, renamedFrom: name}"
    try expect(
      StaleRename(), in: "entities: {Book: {attributes: {name: string}}}",
      "entities: {Book: {attributes: {title: \(rename)}}}",
      "entities: {Book: {attributes: {title: \(rename), isbn: string?}}}")
    try expect(
      StaleRename(), in: "entities: {Tome: {}}", "entities: {Book: {renamedFrom: Tome}}",
      "entities: {Book: {renamedFrom: Tome, attributes: {isbn: string?}}}")
  }

  @Test func `a rename from a name that no earlier version of the run had is flagged`() throws {
    try expect(
      StaleRename(), in: "entities: {Book: {attributes: {name: string}}}",
      "entities: {Book: {attributes: {title: {type: string, renamedFrom: name}}}}",
      """
      entities:
        Book:
          attributes:
            title:
              type: string
              renamedFrom: label
              # ! 'title' has that name since 2.0.0 or before, so 'renamedFrom: label' says nothing
              # + leave 'renamedFrom' out
              # > safe: unset renamedFrom in entities.Book.attributes.title
            isbn: string?
      """)
  }

  @Test func `a rename by which a later version finds the first name is not flagged`() throws {
    try expect(
      StaleRename(), in: "entities: {User: {attributes: {isSilenced: bool}}}",
      "entities: {User: {attributes: {isSilenced: {type: bool, renamedFrom: muted}}}}",
      "entities: {User: {attributes: {muted: int}}}")
  }
}
