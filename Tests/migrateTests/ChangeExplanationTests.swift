import MigrationPlanner
import TestSupport
import Testing

struct ChangeExplanationTests {
  @Test(arguments: ChangeKind.allCases)
  func `every kind of change is explained`(kind: ChangeKind) throws {
    let run = try Workshop().migrate("explain", kind.rawValue)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("# \(kind.rawValue)\n\n"))
    #expect(run.output.contains("\nclass: "))
  }
}
