import TestSupport
import Testing

/// The stories of these apps, as a user sees them: each file in `Cases` is a story of commands.
///
/// `RECORD=1 swift test --filter CommandCaseTests` writes what they print into the files.
struct SystemCommandCaseTests {
  @Test(arguments: CommandCase.all(in: "Cases", beside: #filePath))
  func `commands print the output in the story of an app`(_ story: CommandCase) throws {
    if let difference = try story.mismatch() {
      Issue.record("\(story.name).case\n\(difference)")
    }
  }

  @Test func `there is a story for each crisis of Epilogue`() {
    let names = CommandCase.all(in: "Cases", beside: #filePath).map(\.name)
    #expect(
      names.filter { $0.hasPrefix("crisis-") } == [
        "crisis-1-edited-release", "crisis-2-orphans", "crisis-3-duplicates",
        "crisis-4-failed-migration",
      ])
  }
}
