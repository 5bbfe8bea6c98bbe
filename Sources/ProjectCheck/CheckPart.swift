/// What a check looks at, in its order.
package enum CheckPart: String, CaseIterable, Sendable {
  /// Released versions are as they were released.
  case lock
  /// The models, the changes between them and their migrations have no known mistakes.
  case lint
  /// Every version can be reached from every earlier one.
  case hops
  /// Stores with sample data, and those that are kept as fixtures, come to every later version.
  case fixtures
  /// The tests of migrations pass.
  case tests
}
