package import Diagnostics

/// One checked subject, and the problems that were found in it.
package struct CheckedCase: Hashable, Sendable {
  /// The name of the subject: a file, a hop, a test case.
  package var name: String
  /// The file of the subject, if it has one.
  package var file: String?
  /// The problems that were found.
  package var diagnostics: [Diagnostic]
  /// The reason why the subject was not checked, if that is not a problem of the subject itself.
  package var skipReason: String?

  /// Creates a case from its parts.
  package init(
    _ name: String, file: String? = nil, diagnostics: [Diagnostic] = [], skipReason: String? = nil
  ) {
    self.name = name
    self.file = file
    self.diagnostics = diagnostics
    self.skipReason = skipReason
  }

  /// Whether any problem is an error.
  package var hasFailed: Bool { diagnostics.contains { $0.severity == .error } }

  /// A case for each checked file with its problems, and a case for each code of the problems outside of
  /// these files.
  ///
  /// If there is only one file, problems without a place are counted for it.
  package static func cases(of diagnostics: [Diagnostic], in subjects: [String]) -> [CheckedCase] {
    let known = Set(subjects)
    var found: [String: [Diagnostic]] = [:]
    var others: [String: [Diagnostic]] = [:]
    for diagnostic in diagnostics {
      let file = diagnostic.location?.file ?? (subjects.count == 1 ? subjects[0] : "")
      if known.contains(file) {
        found[file, default: []].append(diagnostic)
      } else {
        others[diagnostic.code, default: []].append(diagnostic)
      }
    }
    let files = known.sorted(by: NaturalOrder.precedes).map {
      Self($0, file: $0, diagnostics: found[$0] ?? [])
    }
    return files + others.sorted { $0.key < $1.key }.map { Self($0.key, diagnostics: $0.value) }
  }
}
