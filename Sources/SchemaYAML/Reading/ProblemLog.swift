internal import Diagnostics

/// Collects what is wrong while reading goes on.
final class ProblemLog {
  /// The problems so far, in the order in which they were found.
  private(set) var diagnostics: [Diagnostic] = []
  /// What is missing from the model because it could not be read.
  private(set) var damage = Damage()
  /// What is being read.
  private var part = Damage.Part.schema

  /// Records a problem.
  func report(_ problem: FileProblem, at location: SourceLocation) {
    diagnostics.append(problem.diagnostic(at: location))
    if problem.hidesParts { noteMissingPart() }
  }

  /// Notes that something is missing from what is being read, for a reason that has been recorded.
  func noteMissingPart() { noteMissing(part) }

  /// Notes that a part is missing, for a reason that has been recorded.
  func noteMissing(_ part: Damage.Part) {
    if part != .leaf { damage.insert(part) }
  }

  /// Records problems that were found elsewhere.
  func add(_ found: [Diagnostic], hidingParts: Bool = false) {
    diagnostics += found
    if hidingParts { noteMissingPart() }
  }

  /// Reads a part of the file: what is wrong in it is missing from there alone.
  func within<Value>(_ part: Damage.Part, _ read: () -> Value) -> Value {
    let whole = self.part
    self.part = part
    defer { self.part = whole }
    return read()
  }
}
