/// The limits of a YAML file, so that a hostile file is refused.
struct YAMLLimits {
  /// The largest size of a file in bytes.
  var bytes = 16 << 20
  /// The deepest nesting of lists and mappings, with aliases followed.
  var depth = 64
  /// The largest number of values in a file, with aliases followed.
  var nodes = 2_000_000

  /// The limits for files that people write: a schema of ten thousand entities is far below them.
  static let standard = YAMLLimits()
}
