public import Diagnostics
public import SchemaModel

/// A finding with its weight and its place in a file.
public struct JudgedFinding: Hashable, Sendable {
  /// What the rule found.
  public var finding: Finding
  /// The same as it is reported.
  public var diagnostic: Diagnostic
  /// The version in whose document the finding's parts are; nil for one that is in none.
  public var version: Version?

  /// A finding as it is reported.
  public init(_ finding: Finding, as diagnostic: Diagnostic, version: Version? = nil) {
    self.finding = finding
    self.diagnostic = diagnostic
    self.version = version
  }
}

extension JudgedFinding {
  /// The same as a note.
  package var asNote: JudgedFinding {
    var note = self
    note.diagnostic = diagnostic.asNote
    return note
  }
}

extension Diagnostic {
  /// The same as a note.
  package var asNote: Diagnostic {
    var note = self
    note.severity = .note
    return note
  }
}
