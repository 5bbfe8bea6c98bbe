import TestSupport
import Testing

/// The commands as a user meets them: each file in `Cases` is a story of commands.
///
/// `RECORD=1 swift test --filter CommandCaseTests` writes what they print into the files.
struct CommandCaseTests {
  @Test(arguments: CommandCase.all(in: "Cases", beside: #filePath))
  func `commands print the output in their case`(_ story: CommandCase) throws {
    if let difference = try story.mismatch() {
      Issue.record("\(story.name).case\n\(difference)")
    }
  }

  @Test func `there are cases`() {
    #expect(!CommandCase.all(in: "Cases", beside: #filePath).isEmpty)
  }

  @Test func `a case with other output fails with the lines that differ`() throws {
    let story = CommandCase(
      name: "wrong",
      text: """
        $ printf 'one\\ntwo\\n'; cat file; printf x >&2; exit 3
        | one
        | 2
        > 1

        -- file --
        here

        """)
    #expect(
      try story.mismatch() == """
          $ printf 'one\\ntwo\\n'; cat file; printf x >&2; exit 3
          | one
        - | 2
        - > 1
        + | two
        + | here
        + ! x
        + ! \\
        + > 3
          
          -- file --
          here
        """)
  }
}
