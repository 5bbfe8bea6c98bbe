internal import SchemaModel

/// An expression, reduced to its effect on types, values and the flow of objects.
///
/// `await`, parentheses, `try` and `?` after a value are left out. A `try?` or `try!`, and a `!` after a
/// value, are kept.
struct Expression: Hashable, Sendable {
  /// The kinds of expressions, with their parts.
  indirect enum Kind: Hashable, Sendable {
    /// A number, a text or a truth value.
    case literal(Literal)
    /// `nil`.
    case nothing
    /// A name, with the generic arguments that follow it.
    case name(String, [WrittenType])
    /// A type other than a plain name: `[String]`.
    case type(WrittenType)
    /// A member of a value or type; without a base, a member of the expected type.
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
    /// A tuple of several values.
    case tuple([Argument])
    /// One of several values, chosen at run time: `a ?? b`, `c ? a : b`.
    case choice([Expression])
    /// An assignment; for a compound one such as `+=`, with the value that the operator adds.
    case assignment(Expression, Expression, isCompound: Bool)
    /// A cast to another type.
    case cast(Expression, WrittenType)
    /// A key path, `\Root.a.b`; without a root if the type follows from the context.
    case keyPath(WrittenType?, [String])
    /// An `if` or `switch` that gives a value.
    case branches(Statement)
    /// The expression after `try?` or `try!`.
    case attempt(Expression, isForced: Bool)
    /// A macro: `#Predicate<Book> { … }`.
    case macro(MacroFacts)
    /// Values that are only read, operands and interpolations, with the operators between them.
    ///
    /// The operator of a single operand is a prefix. The list of operators is empty where they are not
    /// needed.
    case operation([Expression], operators: [String] = [])
  }

  /// The kind of the expression, with its parts.
  var kind: Kind
  /// The place where the expression begins.
  var position: Position
  /// Whether a `!` follows, which unwraps the optional.
  var isForced = false
}

/// An argument, with its label.
struct Argument: Hashable, Sendable {
  /// The label; nil without one.
  var label: String?
  /// The value.
  var value: Expression
}

/// A closure: its parameters and its body.
struct Closure: Hashable, Sendable {
  /// The names of the parameters; empty if the closure uses `$0`.
  var parameters: [String]
  /// The written types of the parameters, in the same order; nil for a parameter without a type.
  var types: [WrittenType?]
  /// The statements of the closure.
  var body: [Statement]
}
