internal import Diagnostics

/// What an import finds on its way: problems that end it, and what is not carried.
final class ImportLog {
  /// The problems so far.
  private(set) var problems: [Diagnostic] = []
  /// The remarks so far.
  private(set) var remarks: [ImportRemark] = []

  /// Remembers a problem at its place.
  func report(
    _ problem: ImportProblem, at location: SourceLocation?, notes: [Diagnostic.Note] = []
  ) {
    problems.append(problem.diagnostic(at: location, notes: notes))
  }

  /// Remembers problems that were found elsewhere.
  func report(_ diagnostics: [Diagnostic]) { problems += diagnostics }

  /// Remembers what is not carried.
  func remark(
    _ subject: ImportRemark.Subject, of part: String, _ value: String = "",
    at location: SourceLocation?
  ) {
    remarks.append(ImportRemark(subject, of: part, value, at: location))
  }

  /// Remembers the remarks that another log has.
  func add(remarksOf other: ImportLog) { remarks += other.remarks }

  /// Throws the problems, if there are any.
  func throwProblems() throws(DiagnosticsError) {
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
  }
}
