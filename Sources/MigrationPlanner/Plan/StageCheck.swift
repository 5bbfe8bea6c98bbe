public import Diagnostics
public import SchemaModel

/// A check around a stage, with the place in the schema file that declares it.
public struct StageCheck: Hashable, Sendable {
  /// The check, over the stage's entities at that end.
  public var check: MigrationDeclaration.Check
  /// The place of its declaration; nil if unknown.
  public var location: SourceLocation?

  /// A check from its parts.
  public init(_ check: MigrationDeclaration.Check, at location: SourceLocation? = nil) {
    self.check = check
    self.location = location
  }
}
