internal import SchemaModel

/// Tells the type of a property from its first value, where the type is not written.
struct TypeInference {
  let program: SourceProgram
  let scope: Scope

  /// The type of a value, as far as its spelling tells it.
  func type(of value: Expression) -> SwiftType? {
    let meaning = SourceConstants(program: program).meaning(of: value, in: scope)
    if let type = meaning.type { return type }
    return TypeInference(program: program, scope: meaning.scope)
      .spelledType(of: meaning.expression)
  }

  private func spelledType(of value: Expression) -> SwiftType? {
    switch value.kind {
    case .literal(let literal): scalar(literal)
    case .list(let elements): elements.first.flatMap(type).map { .array($0) }
    case .pairs: .dictionary
    case .call(let callee, _): calledType(callee)
    case .member(let base?, let name): memberType(base, name)
    case .cast(_, let type): program.resolve(type, in: scope)
    case .choice(let values): values.lazy.compactMap(type).first
    case .attempt(let inner, _): type(of: inner)
    default: nil
    }
  }

  private func scalar(_ literal: Literal) -> SwiftType? {
    switch literal {
    case .bool: .scalar(.bool)
    case .int: .scalar(.int)
    case .double: .scalar(.double)
    case .string: .scalar(.string)
    case .date, .data, .array, .object: nil
    }
  }

  /// What a call gives: an object of the type that is called, or what `.init` and its like make.
  private func calledType(_ callee: Expression) -> SwiftType? {
    if let type = knownType(callee) { return type }
    guard case .member(let base?, let name) = callee.kind, let type = knownType(base) else {
      return nil
    }
    return name == "init" || isMade(name, by: type) ? type : nil
  }

  private func memberType(_ base: Expression, _ name: String) -> SwiftType? {
    knownType(base).flatMap { isMade(name, by: $0) ? $0 : nil }
  }

  /// Whether a static member of a type is one of its values: a case, or `Date.now`.
  private func isMade(_ name: String, by type: SwiftType) -> Bool {
    switch type {
    case .scalar: true
    case .declared(let id):
      program[id].parts.contains { part in
        part.members.cases.contains { $0.name == name }
          || part.members.properties.contains { $0.name == name && $0.isStatic && $0.type == nil }
      }
    default: false
    }
  }

  private func knownType(_ expression: Expression) -> SwiftType? {
    guard let written = expression.writtenType else { return nil }
    switch program.resolve(written, in: scope) {
    case .unseen, .unstorable: return nil
    case let type: return type
    }
  }
}
