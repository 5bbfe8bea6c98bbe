import Diagnostics
import ProjectCheck
import Reports
import TestSupport
import Testing

struct RepositoryCheckTests {
  /// Lint findings in these models are intended, and have tests of their own.
  @Test(arguments: try RepositorySchemas.names())
  func `every model of the repository is as released, and migrates to every version`(
    model: String
  ) throws {
    var check = ProjectCheck()
    check.parts = [.lock, .hops, .fixtures, .tests]
    let report = try check.run([RepositorySchemas.folder + "/" + model])
    #expect(report.findings.map(\.message) == [])
    #expect(report.models.flatMap(\.parts).flatMap(\.cases).filter { $0.skipReason != nil } == [])
  }
}
