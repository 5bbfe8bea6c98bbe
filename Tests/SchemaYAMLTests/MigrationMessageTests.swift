import Diagnostics
import SchemaYAML
import Testing

struct MigrationMessageTests {
  @Test(arguments: cases)
  func `a migration that cannot be read is reported with its place`(message: MessageCase) {
    #expect(message.report == message.expected)
  }

  private static let cases = [
    MessageCase(
      "migration of another kind",
      in: #"""
        schema: S
        version: 1
        migration:
          kind: heavy
        """#,
      says: #"""
        4:9 unknown-word: 'kind' is 'lightweight' or 'custom', and not 'heavy'
        """#),
    MessageCase(
      "migration that is a text",
      in: #"""
        schema: S
        version: 1
        migration: custom
        """#,
      says: #"""
        3:12 wrong-value: 'migration' takes a mapping, and not 'custom'
        """#),
    MessageCase(
      "map of an unknown entity",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
        migration:
          map:
            B: {where: a}
        """#,
      says: #"""
        7:5 unknown-mapping: there is no entity 'B'
        """#),
    MessageCase(
      "deduplication of which half is missing",
      in: #"""
        schema: S
        version: 1
        entities:
          A: {attributes: {a: int}}
        migration:
          map:
            A: {dedupe: {by: [a]}}
        """#,
      says: #"""
        7:17 missing-key: the deduplication of 'A' has no 'keep'
        """#),
    MessageCase(
      "deduplication by nothing, that keeps what nobody knows",
      in: #"""
        schema: S
        version: 1
        entities:
          A: {attributes: {a: int}}
        migration:
          map:
            A: {dedupe: {by: [], keep: [latest(a), newest()]}}
        """#,
      says: #"""
        7:22 wrong-value: 'by' takes a list of properties, and not an empty one
        7:33 wrong-value: 'keep' takes 'first', 'newest(DATE)', 'oldest(DATE)', 'prefer(CONDITION)' or a list of them, and not 'latest(a)'
        7:44 wrong-value: 'keep' takes 'first', 'newest(DATE)', 'oldest(DATE)', 'prefer(CONDITION)' or a list of them, and not 'newest()'
        """#),
    MessageCase(
      "deduplication by properties that are not there",
      in: #"""
        schema: S
        version: 1
        entities:
          A: {attributes: {date: int}, relationships: {a: {toOne: A?}}}
        migration:
          map:
            A: {dedupe: {by: [date, b], keep: [newest(dat), oldest(a)]}}
        """#,
      says: #"""
        7:22 unknown-mapping: 'A' has no property 'b'
        7:39 unknown-mapping: 'A' has no property 'a'
        7:39 unknown-mapping: 'A' has no property 'dat', did you mean 'date'?
        """#),
    MessageCase(
      "map of an unknown property",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              title: string
        migration:
          map:
            A:
              titel: {using: a}
        """#,
      says: #"""
        10:7 unknown-mapping: 'A' has no property 'titel', did you mean 'title'?
        """#),
    MessageCase(
      "map of a property as a text",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              title: string
        migration:
          map:
            A:
              title: upper(title)
        """#,
      says: #"""
        10:14 wrong-value: 'title' takes a mapping such as {using: "CAST(year AS TEXT)"}, and not 'upper(title)'
        """#),
    MessageCase(
      "map without using",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              title: string
        migration:
          map:
            A:
              title: {use: a}
        """#,
      says: #"""
        10:14 missing-key: the map of 'A.title' has no 'using'
        10:15 unknown-key: unknown key 'use'
          note: the map of 'A.title' may have 'using'
        """#),
    MessageCase(
      "check that is a text",
      in: #"""
        schema: S
        version: 1
        migration:
          before: [A]
        """#,
      says: #"""
        4:12 wrong-value: 'before' takes checks such as {count: Book} or {expect: "SELECT …", equals: 0}, and not 'A'
        """#),
    MessageCase(
      "an expression with a comma within braces",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
            attributes:
              title: string
        migration:
          map:
            A:
              title: {using: coalesce(a.b, c)}
        """#,
      says: #"""
        10:36 unknown-key: unknown key 'c)'
          note: in braces a comma ends a value: put one that has commas in quotes, as {using: "coalesce(a, b)"}
        """#),
    MessageCase(
      "check of an unknown kind",
      in: #"""
        schema: S
        version: 1
        migration:
          before:
            - {cont: A}
        """#,
      says: #"""
        5:7 missing-key: the check has no 'count'
        5:8 unknown-key: unknown key 'cont', did you mean 'count'?
        """#),
    MessageCase(
      "expectation without a value",
      in: #"""
        schema: S
        version: 1
        migration:
          after:
            - {expect: SELECT 1}
        """#,
      says: #"""
        5:7 missing-key: the check has no 'equals'
        """#),
    MessageCase(
      "expectation of a number that is none",
      in: #"""
        schema: S
        version: 1
        migration:
          after:
            - {expect: SELECT 1, equals: 0x10}
        """#,
      says: #"""
        5:34 wrong-value: 'equals' takes a decimal number or a text, and not '0x10'
        """#),
    MessageCase(
      "count of an unknown entity",
      in: #"""
        schema: S
        version: 1
        entities:
          A:
        migration:
          after:
            - {count: a}
        """#,
      says: #"""
        7:7 unknown-mapping: there is no entity 'a', did you mean 'A'?
        """#),
  ]
}
