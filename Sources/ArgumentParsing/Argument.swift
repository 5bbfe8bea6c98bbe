/// A positional value of the command line, and the key to read it with.
///
/// The type determines how often the argument is given: `Argument<String>` once, `Argument<String?>` once or
/// not at all, `Argument<[String]>` any number of times.
package struct Argument<Value: Sendable>: Sendable {
  /// The part of the argument that help texts and completions use.
  package let declaration: ArgumentDeclaration
  /// Makes the value from the given texts; nil if there are too few.
  let value: @Sendable ([String]) -> Value?
}

extension Argument {
  /// A required argument.
  package init(_ kind: ValueKind<Value>, help: String) {
    declaration = ArgumentDeclaration(value: kind.declaration, help: help, count: .one)
    value = { $0.first.flatMap(kind.read) }
  }

  /// An optional argument.
  package init<Single>(optional kind: ValueKind<Single>, help: String) where Value == Single? {
    declaration = ArgumentDeclaration(value: kind.declaration, help: help, count: .optional)
    value = { .some($0.first.flatMap(kind.read)) }
  }

  /// All remaining arguments.
  package init<Single>(rest kind: ValueKind<Single>, help: String) where Value == [Single] {
    declaration = ArgumentDeclaration(value: kind.declaration, help: help, count: .any)
    value = { $0.compactMap(kind.read) }
  }
}

/// The description of an argument, without its type.
package struct ArgumentDeclaration: Sendable {
  /// The number of times that an argument is given.
  package enum Count: Sendable {
    /// Exactly once.
    case one
    /// Once or not at all.
    case optional
    /// Any number of times.
    case any
  }

  /// The description of the value.
  package let value: ValueDeclaration
  /// The help text: a phrase that begins in lower case and has no full stop.
  package let help: String
  /// The number of times that the argument is given.
  package let count: Count

  /// The placeholder in capitals; no two arguments of a command share one.
  package var name: String { value.placeholder }
}

/// An argument of any type, to be listed in a command.
package protocol CommandArgument: Sendable {
  /// The part of the argument that help texts and completions use.
  var declaration: ArgumentDeclaration { get }
}

extension Argument: CommandArgument {}
