/// How large a YAML file may grow, so that a hostile one is refused and not endured.
struct YAMLLimits {
  /// The most bytes a file may have.
  var bytes = 16 << 20
  /// The deepest nesting of lists and mappings, aliases followed.
  var depth = 64
  /// The most values in a file, counted as often as aliases repeat them.
  var nodes = 2_000_000

  /// The limits for files of people: a schema of ten thousand entities fits many times.
  static let standard = YAMLLimits()
}
