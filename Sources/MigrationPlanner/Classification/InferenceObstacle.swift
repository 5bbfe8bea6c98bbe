/// The reason why the platform cannot migrate a change by itself.
public enum InferenceObstacle: String, Hashable, Sendable, CaseIterable {
  /// It infers no mapping for the change.
  case notInferred
  /// It infers a mapping, and then finds objects without a required value.
  case missingValue
  /// It infers a mapping, and then finds objects without a required link.
  case missingLink
  /// It sees no change, and leaves stored values as they are although their form changes.
  case unconverted
  /// The platform's behaviour is not known.
  case undocumented
  /// The change is declared, which cannot be inferred.
  case declared
}
