internal import Diagnostics
package import SchemaModel

extension JudgedFinding {
  /// The finding as a note whose advice is for the next version, because a released version is not edited.
  ///
  /// Advice on the step to a released version is removed, because no later version can correct it.
  package func asNote(ofReleased version: Version) -> JudgedFinding {
    var note = asNote
    guard finding.notes.contains(where: { $0.place == nil }),
      let first = diagnostic.notes.firstIndex(where: { $0.location == nil })
    else { return note }
    if isOnModel {
      note.diagnostic.notes[first].message =
        "'\(version)' is released: in a later version, \(diagnostic.notes[first].message)"
    } else {
      note.diagnostic.notes.removeAll { $0.location == nil }
      note.diagnostic.notes.append(.init("'\(version)' is released, so this step stays as it is"))
    }
    return note
  }

  /// Whether the finding comes from a rule on one version of a model.
  package var isOnModel: Bool { RuleRegistry.rule(finding.rule) is any ModelRule }
}
