package import Diagnostics
package import SchemaModel

/// A declared rename that cannot be.
package struct RenameProblem: Hashable, Sendable {
  /// Where the rename stands in the new version.
  package var path: SchemaPath
  /// The new name.
  package var name: String
  /// The name that it is said to have had.
  package var source: String
  /// The problem as it is reported.
  package var diagnostic: Diagnostic
}
