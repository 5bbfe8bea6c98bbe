import SchemaLint
import Testing

struct CascadeCycleTests {
  @Test func `two ends that cascade are a circle`() throws {
    try expect(
      CascadeCycle(),
      in: """
        entities:
          Book:
            relationships:
              notes: {toMany: Note, inverse: book, delete: cascade}
              # ! 'Book.notes', 'Note.book' cascade in a circle: deleting one 'Book' deletes all
              #   objects that are linked to it, back and forth
              # + 'Note.book' cascades on from here
              # + keep 'cascade' from the whole to its parts, and write 'delete: nullify' the other way
          Note:
            relationships:
              book: {toOne: Book?, inverse: notes, delete: cascade}
        """)
  }

  @Test func `a circle of three is found, without the entities that are attached to it`() throws {
    try expect(
      CascadeCycle(),
      in: """
        entities:
          A:
            relationships:
              bs: {toMany: B, inverse: a, delete: cascade}
              # ! 'A.bs', 'B.cs', 'C.as' cascade in a circle: deleting one 'A' deletes all objects
              #   that are linked to it, back and forth
              # + 'B.cs' cascades on from here
              # + 'C.as' cascades on from here
              # + keep 'cascade' from the whole to its parts, and write 'delete: nullify' the other way
              c: {toOne: C?, inverse: as, delete: nullify}
          B:
            relationships:
              a: {toOne: A?, inverse: bs, delete: nullify}
              cs: {toMany: C, inverse: b, delete: cascade}
          C:
            relationships:
              b: {toOne: B?, inverse: cs, delete: nullify}
              as: {toMany: A, inverse: c, delete: cascade}
              parts: {toMany: Part, inverse: c, delete: cascade}
          Part:
            relationships:
              c: {toOne: C?, inverse: parts, delete: nullify}
        """)
  }

  @Test func `a relationship that is its own inverse is a circle, and a tree is not`() throws {
    try expect(
      CascadeCycle(),
      in: """
        entities:
          Person:
            relationships:
              friends: {toMany: Person, inverse: friends, delete: cascade}
              # ! 'Person.friends' cascades in a circle: deleting one 'Person' deletes all objects
              #   that are linked to it, back and forth
              # + keep 'cascade' from the whole to its parts, and write 'delete: nullify' the other way
          Node:
            relationships:
              parent: {toOne: Node?, inverse: children, delete: nullify}
              children: {toMany: Node, inverse: parent, delete: cascade}
        """)
  }
}
