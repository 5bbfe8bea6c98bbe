package import Diagnostics

/// Writes what was checked as a test report in XML, in the form that CI servers know from JUnit.
///
/// A case with an error has failed. What is worth a warning is in its output and does not fail it.
/// There are no times in it, so that the same input gives the same bytes.
package struct JUnitReport {
  private let suite: String
  private let subjects: [String]
  private let isUnfinished: Bool

  /// A report with a name for all that was checked, and the files that were.
  ///
  /// Unfinished work is reported as an error, because what was not checked is unknown.
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
  /// The report with a case for each file that was checked.
  package func text(of diagnostics: [Diagnostic]) -> String {
    text(of: CheckedCase.cases(of: diagnostics, in: subjects))
  }

  /// Whether a case tells why the work was not finished, though nothing is wrong with what was
  /// checked.
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
