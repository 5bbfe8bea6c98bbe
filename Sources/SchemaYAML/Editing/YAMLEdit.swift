/// A change of what a YAML text says, in terms of its keys and lists.
package enum YAMLEdit: Hashable, Sendable {
  /// Gives a key of a mapping a value, which is written as it is to stand in the text.
  ///
  /// Mappings that are missing on the way to it are made. An attribute in its short form takes its
  /// long one.
  case set(key: String, value: String, in: [String])
  /// Takes a key out of a mapping, with its value.
  case unset(key: String, in: [String])
  /// Adds a value, written as it is to stand in the text, at the end of a list.
  case append(value: String, to: [String])
  /// Takes a value, written as it may stand in the text, out of a list.
  ///
  /// With its last value, a list goes as a whole, unless an empty one says something.
  case remove(value: String, from: [String], keepingEmptyList: Bool)
  /// Writes another key for the one that a path ends with; its value and its place stay.
  case rename([String], to: String)
  /// Moves a key of a mapping to stand before another one.
  case move(key: String, before: String, in: [String])
}
