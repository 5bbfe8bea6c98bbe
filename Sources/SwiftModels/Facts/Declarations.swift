/// What a scope declares: a file, or the braces of a type or extension.
struct Members: Hashable, Sendable {
  /// Properties, stored and computed.
  var properties: [PropertyFacts] = []
  /// Functions and initializers.
  var functions: [FunctionFacts] = []
  /// The cases of an enumeration.
  var cases: [CaseFacts] = []
  /// Types.
  var types: [TypeFacts] = []
  /// Other names for types.
  var aliases: [AliasFacts] = []
  /// Macros that stand by themselves: `#Index`, `#Preview`.
  var macros: [MacroFacts] = []
  /// Types inside functions, which nothing outside these knows; those of one function together.
  var localTypes: [[TypeFacts]] = []
  /// What clauses of an `#if` would add to a model that do not count.
  var leftOut: [LeftOutFacts] = []
}

/// A clause of an `#if` that does not count.
struct OtherClause: Hashable, Sendable {
  /// How it begins: `#if DEBUG`, `#else`.
  var head: String
  /// How the one begins that counts instead; nil where no release has this one.
  var counted: String?
}

/// A model, or a part of one, in a clause of an `#if` that does not count.
struct LeftOutFacts: Hashable, Sendable {
  /// Its name.
  var name: String
  /// Where the name is.
  var position: Position
  /// The clause.
  var clause: OtherClause
  /// Whether it is a model itself, and no part of one.
  var isModel = false
}

/// A class, struct, enumeration, actor or protocol.
struct TypeFacts: Hashable, Sendable {
  /// What kind of type it is.
  enum Kind: String, Hashable, Sendable {
    case `class`
    case `struct`
    case `enum`
    case `actor`
    case `protocol`
  }

  /// What kind of type it is.
  var kind: Kind
  /// Its name, without backticks.
  var name: String
  /// Where the name is.
  var position: Position
  /// What stands before it: `@Model`.
  var attributes: [AttributeFacts]
  /// Whether only its own file sees it.
  var isPrivate: Bool
  /// The names of its generic parameters.
  var genericParameters: [String]
  /// What follows the colon.
  var inherited: [WrittenType]
  /// What it declares between its braces.
  var members: Members
  /// What its documentation says.
  var documentation: String?
  /// The condition of the `#if` around it, where nobody but the build can decide it.
  var condition: String?
}

/// An extension of a type.
struct ExtensionFacts: Hashable, Sendable {
  /// The type that it extends.
  var extended: WrittenType
  /// Where that is written.
  var position: Position
  /// What follows the colon.
  var inherited: [WrittenType]
  /// What it declares between its braces.
  var members: Members
}

/// A property.
struct PropertyFacts: Hashable, Sendable {
  /// An accessor that sets a property.
  struct Setter: Hashable, Sendable {
    /// Which of the accessors it is.
    var place: Int
    /// What its body calls the new value.
    var parameter: String
  }

  /// Its name, without backticks.
  var name: String
  /// Where the name is.
  var position: Position
  /// What stands before it: `@Attribute(.unique)`.
  var attributes: [AttributeFacts]
  /// The type, where it is written.
  var type: WrittenType?
  /// The first value of a stored property.
  var value: Expression?
  /// Whether objects hold a value for it: neither computed, nor of the type, nor `lazy`.
  var isStored: Bool
  /// Whether it belongs to the type and not to its objects.
  var isStatic: Bool
  /// What computes it, or looks at its changes.
  var accessors: [[Statement]]
  /// Whether the accessors are observers.
  var isObserved: Bool
  /// The accessor that sets it.
  var setter: Setter?
  /// What its documentation says.
  var documentation: String?
  /// The condition of the `#if` around it, where nobody but the build can decide it.
  var condition: String?
  /// Whether it is declared with `let`.
  var isConstant = false
  /// Whether only its own type or file sets it.
  var isSetPrivately = false
}

/// A function or initializer.
struct FunctionFacts: Hashable, Sendable {
  /// A parameter.
  struct Parameter: Hashable, Sendable {
    /// What the caller writes before the value; nil for nothing.
    var label: String?
    /// What the body calls it.
    var name: String
    /// Where it is.
    var position: Position
    /// Its type.
    var type: WrittenType
    /// Whether the caller may leave it out.
    var hasDefault: Bool
    /// Whether the caller may give several values.
    var isVariadic: Bool
    /// Whether the caller does nothing any more with what it gives: `sending`.
    var isSending = false
  }

  /// Its name, without backticks: `init` for an initializer.
  var name: String
  /// Where the name is.
  var position: Position
  /// What stands before it: `@Test`.
  var attributes: [AttributeFacts]
  /// What it takes.
  var parameters: [Parameter]
  /// What it gives.
  var result: WrittenType?
  /// Whether it belongs to the type and not to its objects.
  var isStatic: Bool
  /// What it does; nil for a requirement of a protocol.
  var body: [Statement]?
  /// Whether it says that it needs no actor's isolation.
  var isNonisolated = false

  /// What it does; nothing for a requirement of a protocol.
  var statements: [Statement] { body ?? [] }
}

/// One case of an enumeration.
struct CaseFacts: Hashable, Sendable {
  /// A value that the case carries.
  struct Value: Hashable, Sendable {
    /// Its label, if it has one.
    var label: String?
    /// Its type.
    var type: WrittenType
  }

  /// Its name, without backticks.
  var name: String
  /// Where the name is.
  var position: Position
  /// The values that it carries.
  var payload: [Value]
  /// What is stored for it, where it is written.
  var rawValue: Expression?
}

/// Another name for a type.
struct AliasFacts: Hashable, Sendable {
  /// The name, without backticks.
  var name: String
  /// Where the name is.
  var position: Position
  /// Whether only its own file sees it.
  var isPrivate: Bool
  /// The names of its generic parameters.
  var genericParameters: [String] = []
  /// What it stands for.
  var type: WrittenType
}

/// An attribute before a declaration: `@Relationship(deleteRule: .cascade)`.
struct AttributeFacts: Hashable, Sendable {
  /// Its name; the last one, where a module stands before it.
  var name: String
  /// Where it begins.
  var position: Position
  /// What it is given.
  var arguments: [Argument]
}

/// A macro that stands by itself: `#Index<Book>([\.title])`.
struct MacroFacts: Hashable, Sendable {
  /// Its name, without the number sign.
  var name: String
  /// Where it begins.
  var position: Position
  /// What stands between its angle brackets.
  var types: [WrittenType]
  /// What it is given, closures too.
  var arguments: [Argument]
}
