package import Diagnostics
package import SchemaModel

/// An impossible declared rename.
package struct RenameProblem: Hashable, Sendable {
  /// The place of the rename in the new version.
  package var path: SchemaPath
  /// The new name.
  package var name: String
  /// The declared former name.
  package var source: String
  /// The existing name that was probably meant.
  package var meant: String?
  /// The diagnostic for the problem.
  package var diagnostic: Diagnostic
}
