internal import Diagnostics
internal import SchemaLint

extension ExitStatus {
  /// The exit status for some findings.
  ///
  /// A file that could not be read outweighs an edited released version, which outweighs other errors.
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
