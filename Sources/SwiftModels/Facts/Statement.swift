/// A statement, reduced to its effect on the flow of objects.
indirect enum Statement: Hashable, Sendable {
  /// An expression, evaluated for its effects or as the result of a body.
  case expression(Expression)
  /// `let` or `var`.
  case binding(Binding)
  /// A function inside another.
  case function(FunctionFacts)
  /// `if`, with the statements after `else`.
  case conditional([Condition], [Statement], [Statement])
  /// `guard`, with the statements after `else`.
  case requirement([Condition], [Statement])
  /// `switch`, with its subject and its cases.
  case selection(Expression, [Case])
  /// `for`, with its binding and its body.
  case iteration(Binding, [Statement])
  /// `while`, or `repeat`, whose body runs at least once.
  case repetition([Condition], [Statement], isAtLeastOnce: Bool)
  /// `do`, with the bodies of its `catch` clauses.
  case attempt([Statement], [[Statement]])
  /// The body of a `defer`.
  case deferred([Statement])
  /// `return`, with its value.
  case result(Expression?)
  /// `throw`, `break`, `continue`, `fallthrough`.
  case exit(Exit)

  /// The scope that an exit leaves without a value.
  enum Exit: Hashable, Sendable {
    /// The whole function.
    case function
    /// The innermost loop or `switch`.
    case scope
  }

  /// One case of a `switch`.
  struct Case: Hashable, Sendable {
    /// The names that the pattern binds, and the values that they stand for.
    var pattern: Pattern
    /// The statements of the case.
    var body: [Statement]
  }
}

/// A condition of `if`, `guard` or `while`.
enum Condition: Hashable, Sendable {
  /// A Boolean expression.
  case expression(Expression)
  /// `let x = y` or `case .some(let x) = y`, which binds names to the value.
  case binding(Binding)
}

/// Names that stand for a value, or for parts of it.
struct Pattern: Hashable, Sendable {
  /// The names; more than one only for a tuple or another pattern with several parts.
  var names: [String]
  /// Whether the name stands for the whole value, not for a part of it.
  ///
  /// For `let x?` and `.some(let x)`, the whole value is the unwrapped one.
  var isWhole: Bool
  /// The enumeration case that the pattern matches, if any.
  var enumCase: String?
  /// The type that the pattern casts to, if any: `let book as Book`.
  var type: WrittenType?
}

/// Names that stand for a value in the following statements.
struct Binding: Hashable, Sendable {
  /// The names, and the values that they stand for.
  var pattern: Pattern
  /// The written type; nil if the source leaves it out.
  var type: WrittenType?
  /// The value, if there is one.
  var value: Expression?
  /// The place of the first name.
  var position: Position

  /// The names; more than one only for a tuple or another pattern with several parts.
  var names: [String] { pattern.names }
  /// Whether the name stands for the whole value, not for a part of it.
  var isWhole: Bool { pattern.isWhole }
}
