import Diagnostics
import SchemaYAML
import Testing

struct AttributeMessageTests {
  @Test(arguments: cases)
  func `an attribute that cannot be read is reported with what to write`(message: MessageCase) {
    #expect(message.report == message.expected)
  }

  private static let cases = [
    MessageCase(
      "attribute without a type",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: {doc: x}
        """#,
      says: #"""
        6:10 missing-key: the attribute 'a' has no 'type'
        """#),
    MessageCase(
      "attribute without a value",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a:
        """#,
      says: #"""
        6:9 wrong-value: 'a' takes a type such as string, int? or bool = false, and not nothing
        """#),
    MessageCase(
      "attribute with two types in a list",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: [int, string]
        """#,
      says: #"""
        6:10 wrong-value: 'a' takes a type such as string, int? or bool = false, and not a list
        """#),
    MessageCase(
      "nothing after equals",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: string =
        """#,
      says: #"""
        6:10 malformed-type: the type 'string =' has no default after '='; one with a '#' needs quotes around all of it
        """#),
    MessageCase(
      "a comment instead of a default",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: string = #fff
        """#,
      says: #"""
        6:10 malformed-type: the type 'string =' has no default after '='; one with a '#' needs quotes around all of it
        """#),
    MessageCase(
      "text after the type",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: string optional
        """#,
      says: #"""
        6:10 malformed-type: the type 'string optional' goes on with 'optional', where only '?' or '= default' may follow
        """#),
    MessageCase(
      "bracket without end in quotes",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: "[string"
        """#,
      says: #"""
        6:10 malformed-type: the type '[string' has a '[' without its ']'
        """#),
    MessageCase(
      "optional elements",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: "[string?]"
        """#,
      says: #"""
        6:10 malformed-type: the type '[string?]' has optional elements, which a list cannot have
        """#),
    MessageCase(
      "enum within braces",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: {type: enum(x, y), doc: z}
        """#,
      says: #"""
        6:17 malformed-type: the type 'enum(x' has a '(' without its ')'; within braces it needs quotes: "enum(a, b)"
        6:25 unknown-key: unknown key 'y)'
          note: the attribute 'a' may have 'type', 'optional', 'default', 'unique', 'indexed', 'storage', 'transient', 'renamedFrom', 'hashModifier', 'doc', 'min', 'max', 'pattern', 'column', 'sqlType', 'preserveOnDeletion' or 'derived'
        """#),
    MessageCase(
      "enum with an empty case",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: enum(x, )
        """#,
      says: #"""
        6:10 malformed-type: the type 'enum(x, )' has a case without a name
        """#),
    MessageCase(
      "enum with a quote without end",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: enum("x)
        """#,
      says: #"""
        6:10 malformed-type: the type 'enum("x)' has a quote that does not end
        """#),
    MessageCase(
      "no type before the question mark",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: "?"
        """#,
      says: #"""
        6:10 malformed-type: the type '?' does not begin with the name of a type
        """#),
    MessageCase(
      "deep lists",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: "[[[[[[[[[int]]]]]]]]]"
        """#,
      says: #"""
        6:10 malformed-type: the type '[[[[[[[[[int]]]]]]]]]' has lists nested more than 8 deep
        """#),
    MessageCase(
      "default twice",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: {type: int = 1, default: 2}
        """#,
      says: #"""
        6:35 invalid-literal: the default of 'a' is given twice: after '=' and as 'default'
        """#),
    MessageCase(
      "optional against the type",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: {type: int?, optional: false}
        """#,
      says: #"""
        6:33 malformed-type: the type of 'a' ends in '?', and 'optional' says false
        """#),
    MessageCase(
      "storage of another kind",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: {type: data, storage: extern}
        """#,
      says: #"""
        6:32 unknown-word: 'storage' is 'inline', 'external' or 'path', and not 'extern', did you mean 'external'?
        """#),
    MessageCase(
      "hexadecimal integer",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: int = 0x1F
        """#,
      says: #"""
        6:16 invalid-literal: '0x1F' is no value of type 'int': write it in decimal, 31
        """#),
    MessageCase(
      "octal integer",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: int = -0o17
        """#,
      says: #"""
        6:16 invalid-literal: '-0o17' is no value of type 'int': write it in decimal, -15
        """#),
    MessageCase(
      "integer with a leading zero",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: int = 017
        """#,
      says: #"""
        6:16 invalid-literal: '017' is no value of type 'int': a leading zero means octal to some readers of YAML
        """#),
    MessageCase(
      "integer with underscores",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: int = 1_000
        """#,
      says: #"""
        6:16 invalid-literal: '1_000' is no value of type 'int': write it without '_'
        """#),
    MessageCase(
      "integer with a plus",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: int = +5
        """#,
      says: #"""
        6:16 invalid-literal: '+5' is no value of type 'int': write it without '+'
        """#),
    MessageCase(
      "integer with a point",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: int = 1.5
        """#,
      says: #"""
        6:16 invalid-literal: '1.5' is no value of type 'int'
        """#),
    MessageCase(
      "integer in quotes",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: {type: int, default: "1"}
        """#,
      says: #"""
        6:31 invalid-literal: the text '1' is no value of type 'int'
        """#),
    MessageCase(
      "integer beyond 64 bits",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: int = 9223372036854775808
        """#,
      says: #"""
        6:16 invalid-literal: '9223372036854775808' is no value of type 'int': 64 bits cannot hold it
        """#),
    MessageCase(
      "real beyond a double",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: double = 1e999
        """#,
      says: #"""
        6:19 invalid-literal: '1e999' is no value of type 'double'
        """#),
    MessageCase(
      "not a number",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: double = .nan
        """#,
      says: #"""
        6:19 invalid-literal: '.nan' is no value of type 'double'
        """#),
    MessageCase(
      "yes for a bool default",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: bool = yes
        """#,
      says: #"""
        6:17 invalid-literal: 'yes' is no value of type 'bool': write true or false
        """#),
    MessageCase(
      "null as a default",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: string? = null
        """#,
      says: #"""
        6:20 invalid-literal: nothing is no value of type 'string': leave out what has no value, or put quotes around a text that says so
        """#),
    MessageCase(
      "date in another form",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: date = 31.1.2026
        """#,
      says: #"""
        6:17 invalid-literal: '31.1.2026' is no value of type 'date': write 2026-01-31, 2026-01-31T10:00:00Z or now()
        """#),
    MessageCase(
      "date that does not exist",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: date = 2026-02-29
        """#,
      says: #"""
        6:17 invalid-literal: '2026-02-29' is no value of type 'date': write 2026-01-31, 2026-01-31T10:00:00Z or now()
        """#),
    MessageCase(
      "time without a zone",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: date = 2026-01-31T10:00:00
        """#,
      says: #"""
        6:17 invalid-literal: '2026-01-31T10:00:00' is no value of type 'date': write 2026-01-31, 2026-01-31T10:00:00Z or now()
        """#),
    MessageCase(
      "bytes that are not Base64",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: data = %%
        """#,
      says: #"""
        6:17 invalid-literal: '%%' is no value of type 'data': write the bytes in Base64
        """#),
    MessageCase(
      "list that is none",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: {type: "[int]", default: 1}
        """#,
      says: #"""
        6:35 invalid-literal: '1' is no value of type '[int]': write a list: [first, second]
        """#),
    MessageCase(
      "list with an element of another type",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: "[int] = [1, x]"
        """#,
      says: #"""
        6:23 invalid-literal: 'x' is no value of type 'int'
        """#),
    MessageCase(
      "composite default that is none",
      in: #"""
        schema: S
        version: 1
        composites:
          P:
            attributes:
              x: int
        entities:
          A:
            attributes:
              p: P = 1
        """#,
      says: #"""
        10:14 invalid-literal: '1' is no value of type 'P': write its parts: {first: 1, second: 2}
        """#),
    MessageCase(
      "composite part of another type",
      in: #"""
        schema: S
        version: 1
        composites:
          P:
            attributes:
              x: int
        entities:
          A:
            attributes:
              p: "P = {x: a}"
        """#,
      says: #"""
        10:19 invalid-literal: 'a' is no value of type 'int'
        """#),
    MessageCase(
      "default that is broken YAML",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: "[int] = [1"
        """#,
      says: #"""
        6:19 yaml-syntax: the YAML is malformed: a ',' or a ']' is missing before this
          note: the fault is often in the line before: a missing ': ', another indent, an open quote
        """#),
    MessageCase(
      "default in typographic quotes",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: string = “b”
              c: {type: string, default: "“d”"}
        """#,
      says: #"""
        6:19 invalid-literal: '“b”' is no value of type 'string': write straight quotes, as in "…"
        """#),
    MessageCase(
      "default with a duplicate key",
      in: #"""
        schema: S
        version: 1
        composites:
          P:
            attributes:
              x: int
        entities:
          A:
            attributes:
              p: "P = {x: 1, x: 2}"
        """#,
      says: #"""
        10:22 duplicate-key: the key 'x' is given twice
          note: it is given first here (10:16)
        """#),
    MessageCase(
      "bound of another type",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              a: {type: string, min: short}
        """#,
      says: #"""
        6:30 invalid-literal: 'short' is no value of type 'int'
        """#),
  ]
}
