/// A statement, reduced to what decides the flow of objects.
indirect enum Statement: Hashable, Sendable {
  /// A value that is computed for its effects, or as the result of a body.
  case expression(Expression)
  /// `let` or `var`.
  case binding(Binding)
  /// A function inside another.
  case function(FunctionFacts)
  /// `if`, with what follows `else`.
  case conditional([Condition], [Statement], [Statement])
  /// `guard`, with what follows `else`.
  case requirement([Condition], [Statement])
  /// `switch`: the value that decides, and the cases.
  case selection(Expression, [Case])
  /// `for`: what the names stand for, over what, and the body.
  case iteration(Binding, [Statement])
  /// `while`, and `repeat`, whose body runs once at least.
  case repetition([Condition], [Statement], isAtLeastOnce: Bool)
  /// `do`, with the bodies of its `catch` clauses.
  case attempt([Statement], [[Statement]])
  /// A body that runs when the scope is left.
  case deferred([Statement])
  /// `return`, with its value.
  case result(Expression?)
  /// `throw`, `break`, `continue`, `fallthrough`.
  case exit(Exit)

  /// A way to leave a body without a value.
  enum Exit: Hashable, Sendable {
    /// The whole function.
    case function
    /// The innermost loop or `switch`.
    case scope
  }

  /// One case of a `switch`.
  struct Case: Hashable, Sendable {
    /// The names that its pattern binds, and what they stand for.
    var pattern: Pattern
    /// What it does.
    var body: [Statement]
  }
}

/// A condition of `if`, `guard` or `while`.
enum Condition: Hashable, Sendable {
  /// A truth value.
  case expression(Expression)
  /// `let x = y`, `case .some(let x) = y`: the names stand for the value.
  case binding(Binding)
}

/// Names that stand for a value or for parts of it.
struct Pattern: Hashable, Sendable {
  /// The names; one, unless a tuple or a pattern is taken apart.
  var names: [String]
  /// Whether the name stands for the whole value, not for a part that the pattern takes out of it;
  /// behind `let x?` and `.some(let x)`, for a value that is there.
  var isWhole: Bool
  /// The case of an enumeration that it is about, where it is about one.
  var enumCase: String?
  /// The type that it takes the value for, where it says one: `let book as Book`.
  var type: WrittenType?
}

/// Names that stand for a value from here on.
struct Binding: Hashable, Sendable {
  /// The names, and what they stand for.
  var pattern: Pattern
  /// The type, where it is written.
  var type: WrittenType?
  /// The value, where there is one.
  var value: Expression?
  /// Where the first name is.
  var position: Position

  /// The names; one, unless a tuple or a pattern is taken apart.
  var names: [String] { pattern.names }
  /// Whether the name stands for the whole value, not for a part that a pattern takes out of it.
  var isWhole: Bool { pattern.isWhole }
}
