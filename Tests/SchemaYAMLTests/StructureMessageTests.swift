import Diagnostics
import SchemaYAML
import Testing

struct StructureMessageTests {
  @Test(arguments: cases)
  func `an unsuitable key or value is reported with suitable ones`(message: MessageCase) {
    #expect(message.report == message.expected)
  }

  private static let cases = [
    MessageCase(
      "unknown key with a neighbour",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            atributes: {}
        """#,
      says: #"""
        5:5 unknown-key: unknown key 'atributes', did you mean 'attributes'?
        """#),
    MessageCase(
      "unknown key without a neighbour",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            colour: red
        """#,
      says: #"""
        5:5 unknown-key: unknown key 'colour'
          note: the entity 'A' may have 'parent', 'abstract', 'renamedFrom', 'hashModifier', 'doc', 'initializer', 'table', 'primaryKey', 'attributes', 'relationships', 'unique', 'indexes' or 'rules'
        """#),
    MessageCase(
      "a list of parts that is indented as an entity",
      in: #"""
        schema: S
        version: 1
        entities:
          albums:
          attributes:
            rating: int?
          unique: [[title]]
        """#,
      says: #"""
        5:3 unknown-key: 'attributes' stands where the name of an entity is due
          note: indent it, and the lines below it, under 'albums:'
        7:3 unknown-key: 'unique' stands where the name of an entity is due
          note: indent it, and the lines below it, under 'albums:'
        """#),
    MessageCase(
      "parts outside of their lists",
      in: #"""
        schema: S
        version: 1
        A:
          attributes: {name: string}
        entities:
          B:
            attributes:
            phone: string?
            age: {type: int, default: 1}
            tags: "[string] = []"
            owner: {toOne: B?}
            colour: red
        """#,
      says: #"""
        3:1 unknown-key: unknown key 'A'
          note: 'A' looks like an entity: indent it under 'entities:'
        8:5 unknown-key: unknown key 'phone'
          note: 'phone' looks like an attribute: indent it under 'attributes:'
        9:5 unknown-key: unknown key 'age'
          note: 'age' looks like an attribute: indent it under 'attributes:'
        10:5 unknown-key: unknown key 'tags'
          note: 'tags' looks like an attribute: indent it under 'attributes:'
        11:5 unknown-key: unknown key 'owner'
          note: 'owner' looks like a relationship: indent it under 'relationships:'
        12:5 unknown-key: unknown key 'colour'
          note: the entity 'B' may have 'parent', 'abstract', 'renamedFrom', 'hashModifier', 'doc', 'initializer', 'table', 'primaryKey', 'attributes', 'relationships', 'unique', 'indexes' or 'rules'
        """#),
    MessageCase(
      "several unknown keys at once",
      in: #"""
        schema: S
        version: 1
        entites: {}
        fubar: 1
        query: {}
        """#,
      says: #"""
        3:1 unknown-key: unknown key 'entites', did you mean 'entities'?
        4:1 unknown-key: unknown key 'fubar'
          note: a schema file may have 'schema', 'platform', 'version', 'doc', 'profile', 'extends', 'enums', 'composites', 'entities', 'queries', 'removed' or 'migration'
        5:1 unknown-key: unknown key 'query'
          note: a schema file may have 'schema', 'platform', 'version', 'doc', 'profile', 'extends', 'enums', 'composites', 'entities', 'queries', 'removed' or 'migration'
        """#),
    MessageCase(
      "missing schema and version",
      in: "entities: {}\n",
      says: #"""
        1:1 missing-key: a schema file has no 'schema'
          note: write 'schema: NAME', the same name in all versions of the model
        1:1 missing-key: a schema file has no 'version'
          note: write 'version: 1.0.0', or a higher number than the previous version has
        """#),
    MessageCase(
      "a version that is none",
      in: #"""
        schema: S
        version: next
        """#,
      says: #"""
        2:10 invalid-version: a version has one to three numbers, such as 2.1.0, and not 'next'
        """#),
    MessageCase(
      "entities as a list",
      in: #"""
        schema: S
        version: 1
        entities: [A]
        """#,
      says: #"""
        3:11 wrong-value: 'entities' takes a mapping, and not a list
          note: as in 'entities: {Book: {attributes: {title: string}}}'
        """#),
    MessageCase(
      "a doc that is a list",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            doc: [a]
        """#,
      says: #"""
        5:10 wrong-value: 'doc' takes a text, and not a list
        """#),
    MessageCase(
      "a doc without a value",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            doc:
        """#,
      says: #"""
        5:9 wrong-value: 'doc' takes a text, and not nothing
        """#),
    MessageCase(
      "yes for true",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            abstract: yes
        """#,
      says: #"""
        5:15 wrong-value: 'abstract' takes true or false, and not 'yes'
        """#),
    MessageCase(
      "a quoted true",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            abstract: "true"
        """#,
      says: #"""
        5:15 wrong-value: 'abstract' takes true or false, and not the text 'true'
        """#),
    MessageCase(
      "initializer that is a name",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            initializer: a
        """#,
      says: #"""
        5:18 wrong-value: 'initializer' takes a list of names, and not 'a'
        """#),
    MessageCase(
      "relationship as a name",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            relationships:
              b: A
        """#,
      says: #"""
        6:10 wrong-value: 'b' takes a mapping such as {toOne: Book?, inverse: notes, delete: nullify}, and not 'A'
        """#),
    MessageCase(
      "relationship that leads nowhere",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            relationships:
              b: {inverse: b}
        """#,
      says: #"""
        6:10 invalid-relationship: the relationship 'b' leads nowhere: give it 'toOne' or 'toMany'
        """#),
    MessageCase(
      "relationship that leads to two",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            relationships:
              b: {toOne: A, toMany: A}
        """#,
      says: #"""
        6:21 invalid-relationship: the relationship 'b' has both 'toOne' and 'toMany'
        """#),
    MessageCase(
      "unknown delete rule",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            relationships:
              b: {toOne: A, delete: cascad}
        """#,
      says: #"""
        6:29 unknown-word: 'delete' is 'cascade', 'nullify', 'deny' or 'noAction', and not 'cascad', did you mean 'cascade'?
        """#),
    MessageCase(
      "negative count",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            relationships:
              b: {toMany: A, min: -1}
        """#,
      says: #"""
        6:27 wrong-value: 'min' takes a whole number, and not '-1'
        """#),
    MessageCase(
      "flat unique",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            unique: [a]
        """#,
      says: #"""
        5:14 wrong-value: 'unique' takes a list of lists of properties: [[a]]
        """#),
    MessageCase(
      "flat indexes",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            indexes: [-a]
        """#,
      says: #"""
        5:15 wrong-value: 'indexes' takes a list of lists of properties: [[-a]]
        """#),
    MessageCase(
      "rule without a check",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            rules:
              - name: a
        """#,
      says: #"""
        6:9 missing-key: the rule has no 'check'
        """#),
    MessageCase(
      "rule that is a text",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            rules: [a > 0]
        """#,
      says: #"""
        5:13 wrong-value: 'rule' takes a mapping, and not 'a > 0'
        """#),
    MessageCase(
      "two rules of one name",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            rules:
              - {name: r, check: "1"}
              - {name: r, check: "2"}
        """#,
      says: #"""
        7:9 duplicate-key: the rule 'r' is given twice
          note: it is given first here (6:9)
        """#),
    MessageCase(
      "enum without cases",
      in: #"""
        schema: S
        version: 1
        enums:
          E: {raw: int}
        """#,
      says: #"""
        4:6 missing-key: the enumeration 'E' has no 'cases'
        """#),
    MessageCase(
      "enum raw type of another kind",
      in: #"""
        schema: S
        version: 1
        enums:
          E: {raw: integer, cases: [a]}
        """#,
      says: #"""
        4:12 unknown-word: 'raw' is 'string', 'int' or 'none', and not 'integer'
        """#),
    MessageCase(
      "enum with undecided raw values",
      in: #"""
        schema: S
        version: 1
        enums:
          E:
            cases: {low: 0}
        """#,
      says: #"""
        5:18 wrong-value: the raw value of 'low' is a number: write 'raw: int' next to 'cases', or quote it
        """#),
    MessageCase(
      "enum without raw values that has some",
      in: #"""
        schema: S
        version: 1
        enums:
          E:
            raw: none
            cases: {low: a}
        """#,
      says: #"""
        6:12 wrong-value: the enumeration 'E' has no raw values: list the names of its cases only
        """#),
    MessageCase(
      "enum with a raw value of another type",
      in: #"""
        schema: S
        version: 1
        enums:
          E:
            raw: int
            cases: {low: a}
        """#,
      says: #"""
        6:18 invalid-literal: 'a' is no value of type 'int'
        """#),
    MessageCase(
      "query without an entity",
      in: #"""
        schema: S
        version: 1
        queries:
          q: {where: a}
        """#,
      says: #"""
        4:6 missing-key: the query 'q' has no 'from'
        """#),
    MessageCase(
      "extends in a text",
      in: #"""
        schema: S
        version: 1
        extends: V0.yaml
        """#,
      says: #"""
        3:10 invalid-extends: 'extends' names a file, and this text did not come from one
        """#),
    MessageCase(
      "removed without extends",
      in: #"""
        schema: S
        version: 1
        removed:
          entities: [A]
        """#,
      says: #"""
        3:1 invalid-removal: 'removed' needs 'extends', with the file of the previous version: 'extends: V1.yaml'; without it a file says all there is in its version
        """#),
    MessageCase(
      "removal without an entity",
      in: #"""
        schema: S
        version: 1
        removed:
          attributes: [title]
        """#,
      says: #"""
        3:1 invalid-removal: 'removed' needs 'extends', with the file of the previous version: 'extends: V1.yaml'; without it a file says all there is in its version
        """#),
  ]
}
