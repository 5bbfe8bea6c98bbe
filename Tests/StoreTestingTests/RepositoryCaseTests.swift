import Diagnostics
import StoreTesting
import TestSupport
import Testing

struct RepositoryCaseTests {
  @Test(arguments: try RepositorySchemas.names())
  func `the tests of every model of the repository pass`(model: String) throws {
    let suites = try CaseSuite.all(beside: RepositorySchemas.folder + "/" + model)
    #expect(!suites.isEmpty)
    for suite in suites {
      for item in suite.cases {
        let result = try suite.result(of: item)
        #expect(result.problems.map(\.message) == [], "\(result.name)")
      }
    }
  }
}
