/// A change to the content of a YAML text, in terms of its keys and lists.
package enum YAMLEdit: Hashable, Sendable {
  /// Sets a key of a mapping to a value, which is given as YAML.
  ///
  /// Missing mappings on the path are created. An attribute in short form is changed to its long form.
  case set(key: String, value: String, in: [String])
  /// Removes a key and its value from a mapping.
  case unset(key: String, in: [String])
  /// Appends a value, given as YAML, to a list.
  case append(value: String, to: [String])
  /// Removes a value, given as YAML, from a list.
  ///
  /// A list is removed with its last value, unless an empty list has a meaning.
  case remove(value: String, from: [String], keepingEmptyList: Bool)
  /// Renames the last key of a path; the value and the place are kept.
  case rename([String], to: String)
  /// Moves a key of a mapping before another key.
  case move(key: String, before: String, in: [String])
}
