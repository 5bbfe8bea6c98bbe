package import Diagnostics

/// Writes the results of checks as a test report in XML, in the JUnit format that CI servers read.
///
/// A case with an error has failed. A warning is part of the case's output, and does not fail the case. The
/// report has no times, so that the same input gives the same bytes.
package struct JUnitReport {
  private let suite: String
  private let subjects: [String]
  private let isUnfinished: Bool

  /// A report with a name for all checks, and the checked files.
  ///
  /// Unfinished work is reported as an error, because the result of the missing checks is unknown.
  package init(suite: String, subjects: [String] = [], isUnfinished: Bool = false) {
    self.suite = suite
    self.subjects = subjects
    self.isUnfinished = isUnfinished
  }

  /// The report of these cases.
  package func text(of cases: [CheckedCase]) -> String {
    let counts = [
      ("tests", "\(cases.count)"), ("failures", "\(cases.count { $0.hasFailed })"),
      ("errors", "\(cases.count { isError($0) })"),
      ("skipped", "\(cases.count { $0.skipReason != nil })"),
    ]
    let attributes =
      [(name: "name", value: printable(suite))] + counts.map { (name: $0, value: $1) }
    let testSuite = MarkupWriter.Element(
      name: "testsuite", attributes: attributes, children: cases.map(element))
    return MarkupWriter.text(
      of: .init(name: "testsuites", attributes: attributes, children: [testSuite]))
  }
}

extension JUnitReport: DiagnosticReport {
  /// The report with a case for each checked file.
  package func text(of diagnostics: [Diagnostic]) -> String {
    text(of: CheckedCase.cases(of: diagnostics, in: subjects))
  }

  /// Whether a case explains why the work was not finished, though no check has failed.
  private func isError(_ checked: CheckedCase) -> Bool {
    isUnfinished && !checked.hasFailed && checked.skipReason == nil
      && !checked.diagnostics.isEmpty
  }

  private func element(_ checked: CheckedCase) -> MarkupWriter.Element {
    var element = MarkupWriter.Element(name: "testcase")
    element.set("classname", printable(suite))
    element.set("name", printable(checked.name))
    element.set("file", checked.file.map(printable))
    if let reason = checked.skipReason {
      element.children = [.init(name: "skipped", attributes: [("message", printable(reason))])]
    } else if isError(checked) {
      element.children = [
        .init(
          name: "error", attributes: [("message", "not finished"), ("type", "error")],
          text: printable(XcodeReport().text(of: checked.diagnostics)))
      ]
    } else if let count = tally(of: checked.diagnostics) {
      let text = printable(XcodeReport().text(of: checked.diagnostics))
      element.children = [
        checked.hasFailed
          ? .init(
            name: "failure", attributes: [("message", count), ("type", "error")], text: text)
          : .init(name: "system-out", text: text)
      ]
    }
    return element
  }
}
