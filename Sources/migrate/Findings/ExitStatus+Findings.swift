internal import Diagnostics
internal import SchemaLint

extension ExitStatus {
  /// The exit status for some findings.
  ///
  /// A file that could not be read outweighs an edited released version, which outweighs other errors. In a
  /// strict run, warnings weigh as much as other errors.
  init(of findings: [Diagnostic], areAllJudged: Bool, isStrict: Bool) {
    let errors = findings.filter { $0.severity == .error }
    if !areAllJudged {
      self = .unable
    } else if errors.contains(where: { $0.code == ReleasedVersionEdited.id.name }) {
      self = .refused
    } else {
      let isClean = isStrict ? !findings.contains { $0.severity > .note } : errors.isEmpty
      self = isClean ? .done : .findings
    }
  }
}
