/// The values of a command line, read with the keys that declare them.
///
/// ```swift
/// let to = Option("to", .text("VERSION"), help: "the version to go to")
/// arguments[to] // "2.0.0", or nil where --to is not given
/// ```
package struct ParsedArguments: Sendable {
  /// The texts given for each option, by its long name; an empty list for a given flag.
  var options: [String: [String]] = [:]
  /// The texts given for each argument, by its name.
  var arguments: [String: [String]] = [:]

  /// The texts of all arguments, in no particular order.
  package var words: [String] { arguments.values.flatMap(\.self) }

  /// The arguments of an empty command line.
  package init() {}

  /// The value of an option.
  package subscript<Value>(option: Option<Value>) -> Value {
    option.value(options[option.declaration.name] ?? [])
  }

  /// Whether a flag is given.
  package subscript(flag: Flag) -> Bool { options[flag.declaration.name] != nil }

  /// The value of an argument, which the command must have declared.
  package subscript<Value>(argument: Argument<Value>) -> Value {
    guard let value = argument.value(arguments[argument.declaration.name] ?? []) else {
      preconditionFailure("'\(argument.declaration.name)' is no argument of this command")
    }
    return value
  }
}
