internal import Diagnostics
internal import SchemaLint

extension ExitStatus {
  /// How a command ends that found this.
  ///
  /// What was not read outweighs an edit of a released version, and that what else there is to repair.
  init(of findings: [Diagnostic], areAllJudged: Bool) {
    let errors = findings.filter { $0.severity == .error }
    if !areAllJudged {
      self = .unable
    } else if errors.contains(where: { $0.code == ReleasedVersionEdited.id.name }) {
      self = .refused
    } else {
      self = errors.isEmpty ? .done : .findings
    }
  }
}
