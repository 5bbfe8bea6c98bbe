internal import Diagnostics
package import Reports
internal import SchemaYAML
package import StoreTesting

/// Runs the migration tests.
enum TestPart {
  static func report(on model: LockedModel, _ check: ProjectCheck) throws -> ProjectReport.Part {
    let suites: [CaseSuite]
    do throws(DiagnosticsError) {
      suites = try CaseSuite.all(beside: model.folder)
    } catch {
      let name = "\(model.name): files of tests"
      return ProjectReport.Part(
        part: .tests, summary: "not all could be read",
        cases: [CheckedCase(name, diagnostics: error.diagnostics)], unreadable: error.diagnostics)
    }
    var cases: [CheckedCase] = []
    let total = suites.reduce(0) { $0 + $1.cases.count }
    for suite in suites {
      for item in suite.cases {
        try check.onProgress("testing \(item.name)", cases.count, total)
        let result = try suite.result(of: item, isCancelled: check.isCancelled)
        cases.append(result.checked)
      }
    }
    return ProjectReport.Part(
      part: .tests, summary: summary(cases), cases: cases,
      absence: cases.isEmpty ? "no tests yet" : nil)
  }

  private static func summary(_ cases: [CheckedCase]) -> String {
    let failed = cases.count { $0.hasFailed }
    guard !cases.isEmpty else { return "none" }
    return failed == 0 ? "\(cases.count) passed" : "\(failed) of \(cases.count) failed"
  }
}

extension CaseResult {
  /// The result for a report.
  package var checked: CheckedCase {
    CheckedCase("\(model): \(name)", file: file, diagnostics: problems)
  }
}
