package import Diagnostics
package import SchemaModel

/// A declared rename that cannot be.
package struct RenameProblem: Hashable, Sendable {
  /// The place of the rename in the new version.
  package var path: SchemaPath
  /// The new name.
  package var name: String
  /// The declared former name.
  package var source: String
  /// The problem as it is reported.
  package var diagnostic: Diagnostic
}
