/// A named option with a value, `--to 2.0.0`, and the key to read the value with.
///
/// The type determines how often the option is given: `Option<Version?>` once or not at all,
/// `Option<Version>` once or not at all, with a default; `Option<[Version]>` any number of times.
package struct Option<Value: Sendable>: Sendable {
  /// The part of the option that help texts and completions use.
  package let declaration: OptionDeclaration
  /// Makes the value from the given texts, each of which the declaration has accepted.
  let value: @Sendable ([String]) -> Value
}

extension Option {
  /// An option without a default, with the names that other commands have for it.
  package init<Single>(
    _ name: String, short: Character? = nil, elsewhere otherNames: [String] = [],
    _ kind: ValueKind<Single>, help: String
  ) where Value == Single? {
    declaration = OptionDeclaration(
      name: name, short: short, otherNames: otherNames, help: help, value: kind.declaration)
    value = { $0.last.flatMap(kind.read) }
  }

  /// An option with a default.
  package init(
    _ name: String, short: Character? = nil, _ kind: ValueKind<Value>, default fallback: Value,
    help: String
  ) {
    declaration = OptionDeclaration(
      name: name, short: short, help: help, value: kind.declaration,
      fallback: kind.write(fallback))
    value = { $0.last.flatMap(kind.read) ?? fallback }
  }

  /// An option that can be given several times.
  package init<Single>(
    repeating name: String, short: Character? = nil, _ kind: ValueKind<Single>, help: String
  ) where Value == [Single] {
    declaration = OptionDeclaration(
      name: name, short: short, help: help, value: kind.declaration, isRepeatable: true)
    value = { $0.compactMap(kind.read) }
  }
}

/// A named option without a value: it is given or not.
package struct Flag: Sendable {
  /// The part of the flag that help texts and completions use.
  package let declaration: OptionDeclaration

  /// Creates a flag from its parts.
  package init(_ name: String, short: Character? = nil, help: String) {
    declaration = OptionDeclaration(name: name, short: short, help: help)
  }
}

/// The description of an option or a flag, without its type.
package struct OptionDeclaration: Sendable {
  /// The long name, without dashes.
  package let name: String
  /// The short name, without its dash.
  package let short: Character?
  /// The names of its counterparts in other commands, for which this option is suggested.
  let otherNames: [String]
  /// The help text: a phrase that begins in lower case and has no full stop.
  package let help: String
  /// The description of the value; nil for a flag.
  package let value: ValueDeclaration?
  /// Whether the option can be given several times.
  package let isRepeatable: Bool
  /// The default value, if there is one.
  package let fallback: String?

  init(
    name: String, short: Character?, otherNames: [String] = [], help: String,
    value: ValueDeclaration? = nil, isRepeatable: Bool = false, fallback: String? = nil
  ) {
    self.name = name
    self.short = short
    self.otherNames = otherNames
    self.help = help
    self.value = value
    self.isRepeatable = isRepeatable
    self.fallback = fallback
  }
}

/// An option or a flag, to be listed in a command.
package protocol CommandOption: Sendable {
  /// The part of the option that help texts and completions use.
  var declaration: OptionDeclaration { get }
}

extension Option: CommandOption {}
extension Flag: CommandOption {}
