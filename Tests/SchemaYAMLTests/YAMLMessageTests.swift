import Diagnostics
import SchemaYAML
import Testing

struct YAMLMessageTests {
  @Test(arguments: cases)
  func `text that is not sound YAML is refused with its place and reason`(message: MessageCase) {
    #expect(message.report == message.expected)
  }

  private static let cases = [
    MessageCase(
      "an empty file",
      in: "",
      says: #"""
        1:1 empty-file: the file is empty: a schema file begins with 'schema: Name'
        """#),
    MessageCase(
      "a file of comments",
      in: "# nothing\n",
      says: #"""
        1:1 empty-file: the file is empty: a schema file begins with 'schema: Name'
        """#),
    MessageCase(
      "a list instead of a mapping",
      in: "- a\n",
      says: #"""
        1:1 wrong-value: a schema file is a mapping that begins with 'schema: Name', and not a list
        """#),
    MessageCase(
      "a text instead of a mapping",
      in: "schema\n",
      says: #"""
        1:1 wrong-value: a schema file is a mapping that begins with 'schema: Name', and not 'schema'
        """#),
    MessageCase(
      "tab to indent",
      in: "schema: S\nentities:\n\tA:\n",
      says: #"""
        3:1 tab-indentation: a tab is used to indent: YAML allows only spaces there
        """#),
    MessageCase(
      "tab in a continued line",
      in: "schema: S\n  \tx: 1\n",
      says: #"""
        2:3 tab-indentation: a tab is used to indent: YAML allows only spaces there
        """#),
    MessageCase(
      "text after a bracket",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              tags: [string]? = []
        """#,
      says: #"""
        6:21 yaml-syntax: the YAML is malformed: a value goes on where it has ended
          note: a value that goes on after ']' needs quotes around all of it: "[string]? = []"
        """#),
    MessageCase(
      "text after a quote",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: "string" = b
        """#,
      says: #"""
        6:19 yaml-syntax: the YAML is malformed: this is no 'key: value' of the lines above it
          note: a value that goes on after a closing quote needs quotes around all of it
        """#),
    MessageCase(
      "colon in a text",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            doc: a: b
        """#,
      says: #"""
        5:11 yaml-syntax: the YAML is malformed: a ':' stands where no key can be
          note: a text with ': ' in it needs quotes
        """#),
    MessageCase(
      "a reserved character",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            doc: @a
        """#,
      says: #"""
        5:10 yaml-syntax: the YAML is malformed: no value begins with this character
          note: a text that begins with '@' needs quotes
        """#),
    MessageCase(
      "a quote without end",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            doc: "a
        """#,
      says: #"""
        5:10 yaml-syntax: the YAML is malformed: the quote that opens here is not closed
        """#),
    MessageCase(
      "a bracket without end",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            unique: [[a]
        """#,
      says: #"""
        6:1 yaml-syntax: the YAML is malformed: a ',' or a ']' is missing before this
          note: the fault is often in the line before: a missing ': ', another indent, an open quote
        """#),
    MessageCase(
      "a wrong indentation",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            doc: a
           table: b
        """#,
      says: #"""
        6:4 yaml-syntax: the YAML is malformed: this is no 'key: value' of the lines above it
          note: the fault is often in the line before: a missing ': ', another indent, an open quote
        """#),
    MessageCase(
      "a key without a space behind its colon",
      in: #"""
        schema:S
        version: 1
        """#,
      says: #"""
        2:8 yaml-syntax: the YAML is malformed: a ':' stands where no key can be
          note: the fault is often in the line before: a missing ': ', another indent, an open quote
        """#),
    MessageCase(
      "a line without a colon",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            table: t
            doc a
          B:
        """#,
      says: #"""
        6:5 yaml-syntax: the YAML is malformed: this line has no ': ' after its key
        """#),
    MessageCase(
      "a quote that is open since the line before",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            doc: "a
            table: "b"
        """#,
      says: #"""
        6:13 yaml-syntax: the YAML is malformed: this is no 'key: value' of the lines above it
          note: the fault is often in the line before: a missing ': ', another indent, an open quote
        """#),
    MessageCase(
      "a merge that was not resolved",
      in: #"""
        schema: S
        <<<<<<< HEAD
        version: 2
        =======
        version: 3
        >>>>>>> other
        """#,
      says: #"""
        2:1 unresolved-conflict: a merge conflict was not resolved
          note: keep one side, or both, and delete the lines that begin with '<<<', '===' and '>>>'
        """#),
    MessageCase(
      "an unknown escape",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            doc: "\q"
        """#,
      says: #"""
        5:11 yaml-syntax: the YAML is malformed: in double quotes a backslash is written as '\\'
        """#),
    MessageCase(
      "control character",
      in: "schema: S\nversion: 1\nentities:\n  A:\n    doc: \u{7}\n",
      says: #"""
        5:10 control-character: the control character U+0007 cannot stand in YAML
          note: in double quotes it can be written as \u0007
        """#),
    MessageCase(
      "several documents",
      in: #"""
        schema: S
        version: 1
        ---
        schema: T
        """#,
      says: #"""
        3:1 several-documents: a second YAML document begins here: a schema file holds one schema
        """#),
    MessageCase(
      "a tag directive",
      in: #"""
        %TAG ! tag:example,2026:
        ---
        schema: S
        """#,
      says: #"""
        1:1 yaml-directive: YAML directives ('%TAG') are not supported
        """#),
    MessageCase(
      "a tag",
      in: #"""
        schema: !x S
        version: 1
        """#,
      says: #"""
        1:9 yaml-tag: the tag '!x' is not supported: what is due here decides the type
        """#),
    MessageCase(
      "a duplicate key",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            doc: a
            doc: b
        """#,
      says: #"""
        6:5 duplicate-key: the key 'doc' is given twice
          note: it is given first here (5:5)
        """#),
    MessageCase(
      "a duplicate entity",
      in: #"""
        schema: S
        version: 1
        entities:
          A: {}
          B: {}
          A: {}
        """#,
      says: #"""
        6:3 duplicate-key: the key 'A' is given twice
          note: it is given first here (4:3)
        """#),
    MessageCase(
      "a duplicate key beside what is wrong with the model",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            doc: a
            doc: b
            attributes: {x: int = 300, x: string, y: int16 = 70000}
            relationships:
              bs: {toMany: B, inverse: nothing}
          B:
            relationships: {cs: {toMany: C}}
          A: {}
        """#,
      says: #"""
        6:5 duplicate-key: the key 'doc' is given twice
          note: it is given first here (5:5)
        7:32 duplicate-key: the key 'x' is given twice
          note: it is given first here (7:18)
        7:54 invalid-default: the default of 'A.y' is 70000, which 'int16' cannot hold
        9:32 unknown-inverse: the inverse of 'A.bs' is 'B.nothing', which does not exist
          note: known names: 'cs'
        11:34 unknown-entity: 'B.cs' leads to 'C', which is not an entity
          note: known names: 'A', 'B'
        12:3 duplicate-key: the key 'A' is given twice
          note: it is given first here (4:3)
        """#),
    MessageCase(
      "a list of entities that is given twice",
      in: #"""
        schema: S
        version: 1
        entities:
          A: {relationships: {b: {toOne: "B?"}}}
        entities:
          B: {}
        """#,
      says: #"""
        5:1 duplicate-key: the key 'entities' is given twice
          note: it is given first here (3:1)
        """#),
    MessageCase(
      "a merge key",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            <<: {doc: a}
        """#,
      says: #"""
        5:5 merge-key: merge keys ('<<') are not supported: write the keys out
        """#),
    MessageCase(
      "a key that is a list",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            [doc]: a
        """#,
      says: #"""
        5:5 complex-key: a key must be a single name, not a list or a mapping
        """#),
    MessageCase(
      "an unknown alias",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            doc: *a
        """#,
      says: #"""
        5:10 unknown-alias: the alias '*a' has no anchor '&a' before it
        """#),
    MessageCase(
      "a recursive alias",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes: &a
              b: *a
        """#,
      says: #"""
        6:10 recursive-alias: the alias '*a' stands inside its own anchor
        """#),
  ]
}
