internal import SchemaModel

/// An expression, reduced to what decides types, values and the flow of objects.
///
/// `try`, `await`, `?` after a value and parentheses leave no trace, except that a `try?` or `try!` is
/// known to have been there, and so is a `!` after a value.
struct Expression: Hashable, Sendable {
  /// What kind of expression it is, with its parts.
  indirect enum Kind: Hashable, Sendable {
    /// A number, a text or a truth value.
    case literal(Literal)
    /// `nil`.
    case nothing
    /// A name, with the generic arguments that follow it.
    case name(String, [WrittenType])
    /// A type that is no plain name: `[String]`.
    case type(WrittenType)
    /// A member of a value or type; without a base, of the type that is expected.
    case member(Expression?, String)
    /// A call.
    case call(Expression, [Argument])
    /// A subscript.
    case element(Expression, [Argument])
    /// A closure.
    case closure(Closure)
    /// `[a, b]`.
    case list([Expression])
    /// `[k: v]`: keys and values in turn.
    case pairs([Expression])
    /// A tuple of several.
    case tuple([Argument])
    /// One of these values, which one is decided as the program runs: `a ?? b`, `c ? a : b`.
    case choice([Expression])
    /// An assignment; a compound one such as `+=` gives what the operator adds.
    case assignment(Expression, Expression, isCompound: Bool)
    /// A value taken for another type.
    case cast(Expression, WrittenType)
    /// `\Root.a.b`; without a root where the type is expected.
    case keyPath(WrittenType?, [String])
    /// An `if` or `switch` that gives a value.
    case branches(Statement)
    /// What follows `try?` or `try!`.
    case attempt(Expression, isForced: Bool)
    /// A macro: `#Predicate<Book> { … }`.
    case macro(MacroFacts)
    /// Values that are only looked at, operands and interpolations, with the operators between them;
    /// one operator of one value stands before it, and there are none where they say nothing.
    case operation([Expression], operators: [String] = [])
  }

  /// What kind of expression it is, with its parts.
  var kind: Kind
  /// Where it begins.
  var position: Position
  /// Whether a `!` follows, so that it is no optional any more.
  var isForced = false
}

/// A value that is passed, with its label.
struct Argument: Hashable, Sendable {
  /// The label; nil where there is none.
  var label: String?
  /// The value.
  var value: Expression
}

/// A closure: its parameters and its body.
struct Closure: Hashable, Sendable {
  /// The names of the parameters; empty where `$0` stands for the first.
  var parameters: [String]
  /// The types of the parameters, as far as they are written, in the same order.
  var types: [WrittenType?]
  /// What it does.
  var body: [Statement]
}
