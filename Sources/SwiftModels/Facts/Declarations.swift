/// The declarations of a scope: a file, or the braces of a type or extension.
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
  /// Freestanding macros: `#Index`, `#Preview`.
  var macros: [MacroFacts] = []
  /// Types inside functions, invisible outside them; the types of one function form one array.
  var localTypes: [[TypeFacts]] = []
  /// The models and parts of models in inactive clauses of an `#if`.
  var leftOut: [LeftOutFacts] = []
}

/// An inactive clause of an `#if`.
struct OtherClause: Hashable, Sendable {
  /// The beginning of the clause: `#if DEBUG`, `#else`.
  var head: String
  /// The beginning of the clause that is active instead; nil if no release has this clause.
  var counted: String?
}

/// A model, or a part of a model, in an inactive clause of an `#if`.
struct LeftOutFacts: Hashable, Sendable {
  /// Its name.
  var name: String
  /// The place of the name.
  var position: Position
  /// The clause.
  var clause: OtherClause
  /// Whether this is a model itself, not a part of a model.
  var isModel = false
}

/// A class, struct, enumeration, actor or protocol.
struct TypeFacts: Hashable, Sendable {
  /// The kinds of types.
  enum Kind: String, Hashable, Sendable {
    case `class`
    case `struct`
    case `enum`
    case `actor`
    case `protocol`
  }

  /// The kind of the type.
  var kind: Kind
  /// Its name, without backticks.
  var name: String
  /// The place of the name.
  var position: Position
  /// The attributes before the declaration: `@Model`.
  var attributes: [AttributeFacts]
  /// Whether only the declaring file sees the type.
  var isPrivate: Bool
  /// The names of its generic parameters.
  var genericParameters: [String]
  /// The types after the colon.
  var inherited: [WrittenType]
  /// The members between the braces.
  var members: Members
  /// The text of the documentation comment.
  var documentation: String?
  /// The condition of the surrounding `#if`, if only a build can decide it.
  var condition: String?
}

/// An extension of a type.
struct ExtensionFacts: Hashable, Sendable {
  /// The type that it extends.
  var extended: WrittenType
  /// The place of the extended type's name.
  var position: Position
  /// The types after the colon.
  var inherited: [WrittenType]
  /// The members between the braces.
  var members: Members
}

/// A property.
struct PropertyFacts: Hashable, Sendable {
  /// An accessor that sets a property.
  struct Setter: Hashable, Sendable {
    /// The index of the setter among the accessors.
    var place: Int
    /// The name of the new value in the body.
    var parameter: String
  }

  /// Its name, without backticks.
  var name: String
  /// The place of the name.
  var position: Position
  /// The attributes before the declaration: `@Attribute(.unique)`.
  var attributes: [AttributeFacts]
  /// The written type; nil if the source leaves it out.
  var type: WrittenType?
  /// The initial value of a stored property.
  var value: Expression?
  /// Whether objects store a value for it: it is neither computed, nor static, nor `lazy`.
  var isStored: Bool
  /// Whether the property is static.
  var isStatic: Bool
  /// The bodies of the accessors: getters, setters or observers.
  var accessors: [[Statement]]
  /// Whether the accessors are observers.
  var isObserved: Bool
  /// The setter, if there is one.
  var setter: Setter?
  /// The text of the documentation comment.
  var documentation: String?
  /// The condition of the surrounding `#if`, if only a build can decide it.
  var condition: String?
  /// Whether the property is declared with `let`.
  var isConstant = false
  /// Whether only the declaring type or file sets the property.
  var isSetPrivately = false
}

/// A function or initializer.
struct FunctionFacts: Hashable, Sendable {
  /// A parameter.
  struct Parameter: Hashable, Sendable {
    /// The argument label; nil if the caller writes none.
    var label: String?
    /// The name of the parameter in the body.
    var name: String
    /// The place of the parameter.
    var position: Position
    /// Its type.
    var type: WrittenType
    /// Whether the parameter has a default value.
    var hasDefault: Bool
    /// Whether the parameter takes several values.
    var isVariadic: Bool
    /// Whether the caller gives the value up: `sending`.
    var isSending = false
  }

  /// Its name, without backticks: `init` for an initializer.
  var name: String
  /// The place of the name.
  var position: Position
  /// The attributes before the declaration: `@Test`.
  var attributes: [AttributeFacts]
  /// The parameters.
  var parameters: [Parameter]
  /// The result type.
  var result: WrittenType?
  /// Whether the function is static.
  var isStatic: Bool
  /// The body; nil for a protocol requirement.
  var body: [Statement]?
  /// Whether the function is declared `nonisolated`.
  var isNonisolated = false

  /// The statements of the body; empty for a protocol requirement.
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
  /// The place of the name.
  var position: Position
  /// The values that it carries.
  var payload: [Value]
  /// The raw value, if the source gives one.
  var rawValue: Expression?
}

/// Another name for a type.
struct AliasFacts: Hashable, Sendable {
  /// The name, without backticks.
  var name: String
  /// The place of the name.
  var position: Position
  /// Whether only the declaring file sees the alias.
  var isPrivate: Bool
  /// The names of its generic parameters.
  var genericParameters: [String] = []
  /// The type that the name stands for.
  var type: WrittenType
}

/// An attribute before a declaration: `@Relationship(deleteRule: .cascade)`.
struct AttributeFacts: Hashable, Sendable {
  /// Its name, without a module.
  var name: String
  /// The place where it begins.
  var position: Position
  /// The arguments.
  var arguments: [Argument]
}

/// A freestanding macro: `#Index<Book>([\.title])`.
struct MacroFacts: Hashable, Sendable {
  /// Its name, without the number sign.
  var name: String
  /// The place where it begins.
  var position: Position
  /// The generic arguments.
  var types: [WrittenType]
  /// The arguments, trailing closures included.
  var arguments: [Argument]
}
