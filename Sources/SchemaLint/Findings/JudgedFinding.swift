public import Diagnostics
public import SchemaModel

/// A finding with its severity and its place in a file.
public struct JudgedFinding: Hashable, Sendable {
  /// The finding of the rule.
  public var finding: Finding
  /// The finding as it is reported.
  public var diagnostic: Diagnostic
  /// The version whose document contains the finding's parts; nil if the finding is not in a document.
  public var version: Version?

  /// A finding as it is reported.
  public init(_ finding: Finding, as diagnostic: Diagnostic, version: Version? = nil) {
    self.finding = finding
    self.diagnostic = diagnostic
    self.version = version
  }
}

extension JudgedFinding {
  /// The finding as a note.
  package var asNote: JudgedFinding {
    var note = self
    note.diagnostic = diagnostic.asNote
    return note
  }
}

extension Diagnostic {
  /// The diagnostic as a note.
  package var asNote: Diagnostic {
    var note = self
    note.severity = .note
    return note
  }
}
