import Diagnostics
import ProjectCheck
import Reports
import TestSupport
import Testing

struct RepositoryCheckTests {
  /// What lint finds in them is on purpose, and the business of its own tests.
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
