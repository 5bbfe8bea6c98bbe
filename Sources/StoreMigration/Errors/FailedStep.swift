public import Diagnostics
public import SchemaModel

/// A declared step that undid the migration.
public struct FailedStep: Hashable, Sendable {
  /// The step.
  public var step: DeclaredStep
  /// The step's fault, as a clause: `changes rows of 'Book' that 'touches' does not name`.
  public var clause: String
  /// The place of the step in the schema file.
  public var location: SourceLocation?
  /// The parts of the model that are in the way, each with its place.
  public var notes: [Diagnostic.Note] = []
}

extension FailedStep {
  /// The failure as a problem to print.
  var diagnostic: Diagnostic {
    Diagnostic(code: "failed-step", "the \(step.title) \(clause)", at: location, notes: notes)
  }
}
