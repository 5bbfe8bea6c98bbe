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
  ]
}
