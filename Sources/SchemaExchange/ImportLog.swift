internal import Diagnostics

/// The findings of an import: problems that prevent it, and remarks on parts that are left out or changed.
final class ImportLog {
  /// The problems that have been reported.
  private(set) var problems: [Diagnostic] = []
  /// The remarks that have been added.
  private(set) var remarks: [ImportRemark] = []

  /// Reports a problem at its place.
  func report(
    _ problem: ImportProblem, at location: SourceLocation?, notes: [Diagnostic.Note] = []
  ) {
    problems.append(problem.diagnostic(at: location, notes: notes))
  }

  /// Reports problems that were found elsewhere.
  func report(_ diagnostics: [Diagnostic]) { problems += diagnostics }

  /// Adds a remark on a part that is left out or changed.
  func remark(
    _ subject: ImportRemark.Subject, of part: String, _ value: String = "",
    at location: SourceLocation?
  ) {
    remarks.append(ImportRemark(subject, of: part, value, at: location))
  }

  /// Adds the remarks of another log.
  func add(remarksOf other: ImportLog) { remarks += other.remarks }

  /// Throws the problems, if any.
  func throwProblems() throws(DiagnosticsError) {
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
  }
}
