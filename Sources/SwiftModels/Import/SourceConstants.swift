/// Follows the names of constants to the expressions that they stand for.
///
/// ```swift
/// enum Defaults { static let timeout = 60 * 60 }
/// @Model final class Job { var timeout: Int = Defaults.timeout }  // 3600
/// ```
struct SourceConstants {
  let program: SourceProgram

  /// What an expression comes to, and where the names in it are looked up.
  struct Meaning {
    /// The expression, which is no name of a constant.
    var expression: Expression
    /// The scope that it stands in.
    var scope: Scope
    /// The type that the constant says that it has, where one was followed that does.
    var type: SwiftType?
    /// Whether a constant was followed, so that its value is made once and for all objects.
    var isShared = false
  }

  /// A chain of constants that never ends stops at this length.
  private static let limit = 32

  /// What an expression comes to; itself, where it names no constant.
  func meaning(
    of expression: Expression, in scope: Scope, as expected: SwiftType? = nil
  ) -> Meaning {
    var meaning = Meaning(expression: expression, scope: scope)
    for _ in 0..<Self.limit {
      if let inner = meaning.expression.onlyResult {
        meaning.expression = inner
      } else if let (property, home) = constant(meaning, expected), let value = property.onlyValue {
        let type = property.type.map { program.resolve($0, in: home) }
        meaning = Meaning(
          expression: value, scope: home, type: meaning.type ?? type, isShared: true)
      } else {
        return meaning
      }
    }
    return meaning
  }

  private func constant(
    _ meaning: Meaning, _ expected: SwiftType?
  ) -> (PropertyFacts, Scope)? {
    switch meaning.expression.kind {
    case .name(let name, _):
      meaning.scope.type.flatMap { member(name, of: $0) } ?? global(name, from: meaning.scope)
    case .member(let base?, let name):
      owner(base, meaning.scope).flatMap { member(name, of: $0) }
    case .member(nil, let name):
      if case .declared(let id)? = expected?.unwrapped { member(name, of: id) } else { nil }
    default: nil
    }
  }

  /// The type whose member is meant: `Self`, or one that is named.
  private func owner(_ base: Expression, _ scope: Scope) -> SourceProgram.TypeID? {
    if case .name("Self", _) = base.kind { return scope.type }
    guard let written = base.writtenType,
      case .declared(let id) = program.resolve(written, in: scope)
    else { return nil }
    return id
  }

  private func member(_ name: String, of id: SourceProgram.TypeID) -> (PropertyFacts, Scope)? {
    for part in program[id].parts {
      if let found = part.members.properties.first(where: { $0.name == name && $0.isStatic }) {
        return (found, Scope(file: part.file, type: id))
      }
    }
    return nil
  }

  /// A constant outside all braces: that of the same file, or the only one of that name.
  private func global(_ name: String, from scope: Scope) -> (PropertyFacts, Scope)? {
    let found = program.files.indices.compactMap { file in
      program.files[file].members.properties.first { $0.name == name }
        .map { ($0, Scope(file: file)) }
    }
    return found.first { $0.1.file == scope.file } ?? (found.count == 1 ? found[0] : nil)
  }
}

extension PropertyFacts {
  /// The one value that the property ever has; nil where it may change, or be computed otherwise.
  fileprivate var onlyValue: Expression? {
    if isConstant { return value }
    guard accessors.count == 1, !isObserved, value == nil else { return nil }
    return accessors[0].onlyResult
  }
}

extension [Statement] {
  /// What the statements give, where they do nothing else.
  fileprivate var onlyResult: Expression? {
    guard count == 1 else { return nil }
    switch self[0] {
    case .expression(let value), .result(let value?): return value
    default: return nil
    }
  }
}

extension Expression {
  /// What a closure gives that is called where it stands, `{ "x" }()`, and does nothing else.
  fileprivate var onlyResult: Expression? {
    guard case .call(let callee, let arguments) = kind, arguments.isEmpty,
      case .closure(let closure) = callee.kind, closure.parameters.isEmpty
    else { return nil }
    return closure.body.onlyResult
  }
}
