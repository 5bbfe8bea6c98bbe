import Diagnostics
import SchemaYAML
import Testing

struct CompletenessTests {
  @Test(arguments: cases)
  func `all problems of a file are reported in one run`(message: MessageCase) {
    #expect(message.report == message.expected)
  }

  private static let cases = [
    MessageCase(
      "several problems in one run",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            abstract: no
            attributes:
              a: int = x
              b: {typ: string}
            relationships:
              c: {toOne: A, delete: none}
          B: 5
        """#,
      says: #"""
        5:15 wrong-value: 'abstract' takes true or false, and not 'no'
        7:16 invalid-literal: 'x' is no value of type 'int'
        8:10 missing-key: the attribute 'b' has no 'type'
        8:11 unknown-key: unknown key 'typ', did you mean 'type'?
        10:29 unknown-word: 'delete' is 'cascade', 'nullify', 'deny' or 'noAction', and not 'none'
        11:6 wrong-value: 'B' takes a mapping, and not '5'
        """#),
    MessageCase(
      "wrong names next to attributes and keys that cannot be read",
      in: #"""
        schema: S
        version: 1
        entities:
          Trip:
            attributes:
              name: [a, b]
            relationships:
              stops: {toMany: Stop, inverse: trop}
          Stop:
            attribute:
              place: strng
            relationships:
              trip: {toOne: Trip, inverse: stopz}
              route: {toOne: Root, inverse: stops}
        """#,
      says: #"""
        6:13 wrong-value: 'name' takes a type such as string, int? or bool = false, and not a list
        8:38 unknown-inverse: the inverse of 'Trip.stops' is 'Stop.trop', which does not exist
          note: did you mean 'trip'?
        10:5 unknown-key: unknown key 'attribute', did you mean 'attributes'?
        11:14 unknown-type: the type of 'Stop.place' is 'strng', which is not declared
          note: did you mean 'string'?
        13:36 unknown-inverse: the inverse of 'Stop.trip' is 'Trip.stopz', which does not exist
          note: did you mean 'stops'?
        14:22 unknown-entity: 'Stop.route' leads to 'Root', which is not an entity
          note: known names: 'Trip', 'Stop'
        """#),
    MessageCase(
      "a problem of the model as a whole",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: strng
        """#,
      says: #"""
        6:10 unknown-type: the type of 'A.a' is 'strng', which is not declared
          note: did you mean 'string'?
        """#),
    MessageCase(
      "problems of the file and of the model",
      in: #"""
        schema: S
        version: 1
        enums:
          Mood: [good, bad]
        entities:
          Author:
            attributs:
              name: string
            attributes:
              age: itn
            relationships:
              books: {toMany: Book, inverse: author}
            unique: [[name]]
          Book:
            attributes:
              title: {type: strng, indxed: true}
              mood: Mood = best
            relationships:
              author: {toOne: Author, inverse: works}
              shelf: {toOne: Shelf}
            unique: [[titel]]
            indexes: [title]
            rules:
              - {name: short, chek: "1"}
        queries:
          all: {form: Book}
        migration:
          map:
            Author: {nmae: {using: "1"}}
            Book: {titl: {using: "1"}}
        """#,
      says: #"""
        7:5 unknown-key: unknown key 'attributs', did you mean 'attributes'?
        10:12 unknown-type: the type of 'Author.age' is 'itn', which is not declared
          note: did you mean 'int'?
        16:21 unknown-type: the type of 'Book.title' is 'strng', which is not declared
          note: did you mean 'string'?
        16:28 unknown-key: unknown key 'indxed', did you mean 'indexed'?
        17:20 invalid-default: the default of 'Book.mood' is 'best', which is not one of the cases
          note: known names: 'good', 'bad'
        20:22 unknown-entity: 'Book.shelf' leads to 'Shelf', which is not an entity
          note: known names: 'Author', 'Book'
        21:14 unknown-property: 'unique' of 'Book' names 'titel', which is not a property
          note: did you mean 'title'?
        22:15 wrong-value: 'indexes' takes a list of lists of properties: [[title]]
        24:9 missing-key: the rule has no 'check'
        24:23 unknown-key: unknown key 'chek', did you mean 'check'?
        26:8 missing-key: the query 'all' has no 'from'
        26:9 unknown-key: unknown key 'form', did you mean 'from'?
        30:12 unknown-mapping: 'Book' has no property 'titl', did you mean 'title'?
        """#),
    MessageCase(
      "what may stand in a part that cannot be read is not missing",
      in: #"""
        schema: S
        version: 1
        enums:
          Mood: {cases: 5}
        entities:
          Base: 5
          Book:
            parent: Base
            attributes:
              mood: Mood = good
              pages: it
            relationships:
              base: {toMany: Base, inverse: books}
              shelf: {toOne: Shelf}
            unique: [[code]]
        queries:
          some: {from: Base}
        migration:
          map:
            Base: {code: {using: "1"}}
            Book: {code: {using: "1"}}
        """#,
      says: #"""
        4:17 wrong-value: 'cases' takes a list, and not '5'
        6:9 wrong-value: 'Base' takes a mapping, and not '5'
        11:14 unknown-type: the type of 'Book.pages' is 'it', which is not declared
          note: did you mean 'int'?
        14:22 unknown-entity: 'Book.shelf' leads to 'Shelf', which is not an entity
          note: known names: 'Book'
        """#),
  ]
}
