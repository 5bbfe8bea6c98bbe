internal import Diagnostics

/// Collects the problems of reading.
final class ProblemLog {
  /// The problems so far, in the order in which they were found.
  private(set) var diagnostics: [Diagnostic] = []
  /// The damage: the parts of the model that could not be read.
  private(set) var damage = Damage()
  /// The part that is being read.
  private var part = Damage.Part.schema

  /// Records a problem.
  func report(_ problem: FileProblem, at location: SourceLocation) {
    diagnostics.append(problem.diagnostic(at: location))
    if problem.hidesParts { noteMissingPart() }
  }

  /// Records that something is missing in the current part; the reason must be reported already.
  func noteMissingPart() { noteMissing(part) }

  /// Records that a part is damaged; the reason must be reported already.
  func noteMissing(_ part: Damage.Part) {
    if part != .leaf { damage.insert(part) }
  }

  /// Records problems that were found elsewhere.
  func add(_ found: [Diagnostic], hidingParts: Bool = false) {
    diagnostics += found
    if hidingParts { noteMissingPart() }
  }

  /// Reads a part of the file; problems inside damage only this part.
  func within<Value>(_ part: Damage.Part, _ read: () -> Value) -> Value {
    let whole = self.part
    self.part = part
    defer { self.part = whole }
    return read()
  }
}
