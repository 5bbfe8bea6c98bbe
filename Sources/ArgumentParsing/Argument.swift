/// A value that is known by its place on the command line, and the key to read it with.
///
/// The type says how often it is given: `Argument<String>` once, `Argument<String?>` once or not
/// at all, `Argument<[String]>` any number of times.
package struct Argument<Value: Sendable>: Sendable {
  /// What help texts and completions know of it.
  package let declaration: ArgumentDeclaration
  /// The value of the texts that were given; nil where there are too few.
  let value: @Sendable ([String]) -> Value?
}

extension Argument {
  /// An argument that must be there.
  package init(_ kind: ValueKind<Value>, help: String) {
    declaration = ArgumentDeclaration(value: kind.declaration, help: help, count: .one)
    value = { $0.first.flatMap(kind.read) }
  }

  /// An argument that may be left out.
  package init<Single>(optional kind: ValueKind<Single>, help: String) where Value == Single? {
    declaration = ArgumentDeclaration(value: kind.declaration, help: help, count: .optional)
    value = { .some($0.first.flatMap(kind.read)) }
  }

  /// All the arguments that are left.
  package init<Single>(rest kind: ValueKind<Single>, help: String) where Value == [Single] {
    declaration = ArgumentDeclaration(value: kind.declaration, help: help, count: .any)
    value = { $0.compactMap(kind.read) }
  }
}

/// What can be known of an argument without knowing its type.
package struct ArgumentDeclaration: Sendable {
  /// How often an argument is given.
  package enum Count: Sendable {
    /// Exactly once.
    case one
    /// Once or not at all.
    case optional
    /// Any number of times.
    case any
  }

  /// What its value is like.
  package let value: ValueDeclaration
  /// What it is: a phrase that begins in lower case and has no full stop.
  package let help: String
  /// How often it is given.
  package let count: Count

  /// The word that stands for it, in capitals; no two arguments of a command share one.
  package var name: String { value.placeholder }
}

/// An argument of any type, to be listed in a command.
package protocol CommandArgument: Sendable {
  /// What help texts and completions know of it.
  var declaration: ArgumentDeclaration { get }
}

extension Argument: CommandArgument {}
