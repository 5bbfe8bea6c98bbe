public import Diagnostics
public import SchemaModel

/// A declared step that undid the migration.
public struct FailedStep: Hashable, Sendable {
  /// The step.
  public var step: DeclaredStep
  /// What it does wrong, as a clause: `changes rows of 'Book' that 'touches' does not name`.
  public var clause: String
  /// The place of the step in the schema file.
  public var location: SourceLocation?

  /// A failed step from its parts.
  public init(_ step: DeclaredStep, _ clause: String, at location: SourceLocation?) {
    self.step = step
    self.clause = clause
    self.location = location
  }
}

extension FailedStep {
  /// The failure as a problem to print.
  var diagnostic: Diagnostic {
    Diagnostic(code: "failed-step", "the \(step.title) \(clause)", at: location)
  }
}
