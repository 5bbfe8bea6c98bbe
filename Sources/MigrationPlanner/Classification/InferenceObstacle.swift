/// What keeps the platform from migrating a change by itself.
public enum InferenceObstacle: String, Hashable, Sendable, CaseIterable {
  /// It infers no mapping for the change.
  case notInferred
  /// It infers a mapping, and then finds objects that have no value where one is required.
  case missingValue
  /// It infers a mapping, and then finds objects without a link where one is required.
  case missingLink
  /// It sees no change, and leaves values as they are, which are stored otherwise now.
  case unconverted
  /// Nobody has shown what it does.
  case undocumented
  /// What is declared is nothing that could be inferred.
  case declared
}
