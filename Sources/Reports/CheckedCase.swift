package import Diagnostics

/// One thing that was checked, and what was found about it.
package struct CheckedCase: Hashable, Sendable {
  /// What was checked: a file, a hop, a test case.
  package var name: String
  /// The file that it is in, if it is in one.
  package var file: String?
  /// What was found about it.
  package var diagnostics: [Diagnostic]
  /// Why it could not be checked, where that is no fault of its own.
  package var skipReason: String?

  /// A case from its parts.
  package init(
    _ name: String, file: String? = nil, diagnostics: [Diagnostic] = [], skipReason: String? = nil
  ) {
    self.name = name
    self.file = file
    self.diagnostics = diagnostics
    self.skipReason = skipReason
  }

  /// Whether something was found that must be repaired.
  package var hasFailed: Bool { diagnostics.contains { $0.severity == .error } }

  /// A case for each of the files that were checked, with what was found in it, and one for each
  /// kind of problem that is in none of them.
  ///
  /// Where there is one subject only, what has no place is about that.
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
    let files = known.sorted().map { Self($0, file: $0, diagnostics: found[$0] ?? []) }
    return files + others.sorted { $0.key < $1.key }.map { Self($0.key, diagnostics: $0.value) }
  }
}
