/// A named option with a value, `--to 2.0.0`, and the key to read that value with.
///
/// The type says how often it may be given: `Option<Version?>` once or not at all,
/// `Option<Version>` once, or its default holds; `Option<[Version]>` any number of times.
package struct Option<Value: Sendable>: Sendable {
  /// What help texts and completions know of it.
  package let declaration: OptionDeclaration
  /// The value of the texts that were given, each of them accepted by the declaration.
  let value: @Sendable ([String]) -> Value
}

extension Option {
  /// An option that may be left out.
  package init<Single>(
    _ name: String, short: Character? = nil, _ kind: ValueKind<Single>, help: String
  ) where Value == Single? {
    declaration = OptionDeclaration(
      name: name, short: short, help: help, value: kind.declaration)
    value = { $0.last.flatMap(kind.read) }
  }

  /// An option that has a value also where it is left out.
  package init(
    _ name: String, short: Character? = nil, _ kind: ValueKind<Value>, default fallback: Value,
    help: String
  ) {
    declaration = OptionDeclaration(
      name: name, short: short, help: help, value: kind.declaration,
      fallback: kind.write(fallback))
    value = { $0.last.flatMap(kind.read) ?? fallback }
  }

  /// An option that may be given several times.
  package init<Single>(
    repeating name: String, short: Character? = nil, _ kind: ValueKind<Single>, help: String
  ) where Value == [Single] {
    declaration = OptionDeclaration(
      name: name, short: short, help: help, value: kind.declaration, isRepeatable: true)
    value = { $0.compactMap(kind.read) }
  }
}

/// A named option without a value: it is there or it is not.
package struct Flag: Sendable {
  /// What help texts and completions know of it.
  package let declaration: OptionDeclaration

  /// A flag from its parts.
  package init(_ name: String, short: Character? = nil, help: String) {
    declaration = OptionDeclaration(name: name, short: short, help: help)
  }
}

/// What can be known of an option or a flag without knowing its type.
package struct OptionDeclaration: Sendable {
  /// The long name, without dashes.
  package let name: String
  /// The short name, without its dash.
  package let short: Character?
  /// What it does: a phrase that begins in lower case and has no full stop.
  package let help: String
  /// What its value is like; nil for a flag.
  package let value: ValueDeclaration?
  /// Whether it may be given several times.
  package let isRepeatable: Bool
  /// The value that holds where it is left out, if there is one.
  package let fallback: String?

  init(
    name: String, short: Character?, help: String, value: ValueDeclaration? = nil,
    isRepeatable: Bool = false, fallback: String? = nil
  ) {
    self.name = name
    self.short = short
    self.help = help
    self.value = value
    self.isRepeatable = isRepeatable
    self.fallback = fallback
  }
}

/// An option or a flag, to be listed in a command.
package protocol CommandOption: Sendable {
  /// What help texts and completions know of it.
  var declaration: OptionDeclaration { get }
}

extension Option: CommandOption {}
extension Flag: CommandOption {}
