internal import SchemaModel

/// A resolver of the names of constants to their expressions.
///
/// ```swift
/// enum Defaults { static let timeout = 60 * 60 }
/// @Model final class Job { var timeout: Int = Defaults.timeout }  // 3600
/// ```
struct SourceConstants {
  let program: SourceProgram
  /// The constants of the body that contains the expression.
  var locals = LocalConstants([])

  /// The expression that a name stands for, and the scope of the names in it.
  struct Meaning {
    /// The expression, which does not name a constant.
    var expression: Expression
    /// The scope of the expression.
    var scope: Scope
    /// The declared type of a followed constant, if there is one.
    var type: SwiftType?
    /// Whether a constant was followed, whose value is made once for all objects.
    var isShared = false
  }

  /// The greatest length of a chain of constants, in case it is circular.
  private static let limit = 32

  /// The expression that an expression stands for: itself, unless it names a constant.
  func meaning(
    of expression: Expression, in scope: Scope, as expected: SwiftType? = nil
  ) -> Meaning {
    let meaning = followed(Meaning(expression: expression, scope: scope), expected)
    return storedValue(of: meaning) ?? meaning
  }

  private func followed(_ start: Meaning, _ expected: SwiftType?) -> Meaning {
    var meaning = start
    let scope = start.scope
    for _ in 0..<Self.limit {
      if let inner = meaning.expression.onlyResult {
        meaning.expression = inner
      } else if case .name(let name, _) = meaning.expression.kind, meaning.scope == scope,
        !meaning.isShared, let value = locals[name]
      {
        meaning.expression = value
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

  /// The raw value of an enumeration case: `Status.unread.rawValue` is "unread".
  private func storedValue(of meaning: Meaning) -> Meaning? {
    guard case .member(let base?, "rawValue") = meaning.expression.kind else { return nil }
    let item = followed(Meaning(expression: base, scope: meaning.scope), nil)
    guard case .member(let type, let name) = item.expression.kind else { return nil }
    let owners =
      type.map { [owner($0, item.scope)] } ?? [item.type?.unwrapped.declaration, item.scope.type]
    let values = owners.compactMap(\.self).filter { program[$0].facts.kind == .enum }
    guard let value = values.lazy.compactMap({ program.storedValue(of: name, in: $0) }).first else {
      return nil
    }
    var result = meaning
    result.expression.kind = .literal(value)
    return result
  }

  /// The single value of an expression, through constants and the operators between them.
  ///
  /// Nil if the value cannot be known.
  ///
  /// ```swift
  /// enum Limits { static let base = 10; static let most = base * 6 }
  /// Limits.most + 1  // 61
  /// ```
  func value(of expression: Expression, in scope: Scope) -> Literal? {
    value(of: expression, in: scope, Allowance())
  }

  private func value(
    of expression: Expression, in scope: Scope, _ allowance: Allowance
  ) -> Literal? {
    allowance.inside {
      let meaning = meaning(of: expression, in: scope)
      let value: Literal? =
        switch meaning.expression.kind {
        case .literal(let literal): literal
        case .operation(let operands, let operators):
          result(of: operands, operators, in: meaning.scope, allowance)
        case .cast(let inner, let type):
          self.value(of: inner, in: meaning.scope, allowance)
            .map { $0.taken(for: program.resolve(type, in: meaning.scope)) }
        default: nil
        }
      return meaning.type.flatMap { type in value?.taken(for: type) } ?? value
    }
  }

  private func result(
    of operands: [Expression], _ operators: [String], in scope: Scope, _ allowance: Allowance
  ) -> Literal? {
    guard !operators.isEmpty else { return nil }
    var values: [Literal] = []
    for operand in operands {
      guard let value = value(of: operand, in: scope, allowance) else { return nil }
      values.append(value)
    }
    return Arithmetic.value(values, operators)
  }

  /// The name of a constant in the expression that refers to itself, if there is one.
  func circle(from expression: Expression, in scope: Scope) -> String? {
    var open: Set<Place> = []
    return circle(Meaning(expression: expression, scope: scope), &open, Allowance())
  }

  private struct Place: Hashable {
    var file: Int
    var position: Position
  }

  private func circle(
    _ meaning: Meaning, _ open: inout Set<Place>, _ allowance: Allowance
  ) -> String? {
    allowance.inside {
      switch meaning.expression.kind {
      case .operation(let parts, _), .list(let parts), .choice(let parts):
        for part in parts {
          let part = Meaning(expression: part, scope: meaning.scope)
          if let name = circle(part, &open, allowance) { return name }
        }
        return nil
      default: break
      }
      guard let (property, home) = constant(meaning, nil), let value = property.onlyValue else {
        return nil
      }
      let place = Place(file: home.file, position: property.position)
      guard open.insert(place).inserted else { return property.name }
      defer { open.remove(place) }
      return circle(Meaning(expression: value, scope: home), &open, allowance)
    }
  }

  /// The property that an expression names, and the scope of its value.
  func property(named expression: Expression, in scope: Scope) -> (PropertyFacts, Scope)? {
    constant(Meaning(expression: expression, scope: scope), nil)
  }

  private func constant(
    _ meaning: Meaning, _ expected: SwiftType?
  ) -> (PropertyFacts, Scope)? {
    switch meaning.expression.kind {
    case .name(let name, _):
      meaning.scope.type.flatMap { member(name, of: $0, isOfType: nil) }
        ?? global(name, from: meaning.scope)
    case .member(let base?, let name) where base.text == "self":
      meaning.scope.type.flatMap { member(name, of: $0, isOfType: false) }
    case .member(let base?, let name):
      owner(base, meaning.scope).flatMap { member(name, of: $0) }
        ?? base.writtenType.flatMap {
          extensionMember(name, of: program.resolve($0, in: meaning.scope))
        }
    case .member(nil, let name):
      if case .declared(let id)? = expected?.unwrapped {
        member(name, of: id)
      } else {
        expected.flatMap { extensionMember(name, of: $0.unwrapped) }
      }
    default: nil
    }
  }

  /// The type before a member: `Self`, or a named type.
  private func owner(_ base: Expression, _ scope: Scope) -> SourceProgram.TypeID? {
    if case .name("Self", _) = base.kind { return scope.type }
    guard let written = base.writtenType,
      case .declared(let id) = program.resolve(written, in: scope)
    else { return nil }
    return id
  }

  private func member(
    _ name: String, of id: SourceProgram.TypeID, isOfType: Bool? = true
  ) -> (PropertyFacts, Scope)? {
    for part in program[id].parts {
      let found = part.members.properties.first {
        $0.name == name && (isOfType == nil || $0.isStatic == isOfType)
      }
      if let found { return (found, Scope(file: part.file, type: id)) }
    }
    return nil
  }

  /// A constant in an extension of an undeclared type: `String.noTitle`.
  private func extensionMember(_ name: String, of type: SwiftType) -> (PropertyFacts, Scope)? {
    guard type.declaration == nil else { return nil }
    for found in program.named.extended[name] ?? [] {
      let scope = Scope(file: found.file)
      if program.resolve(found.facts.type, in: scope) == type { return (found.facts.facts, scope) }
    }
    return nil
  }

  /// A constant outside all braces: the file's own, or the only one with this name.
  private func global(_ name: String, from scope: Scope) -> (PropertyFacts, Scope)? {
    (program.named.properties[name] ?? []).seen(from: scope.file)
      .map { ($0.facts, Scope(file: $0.file)) }
  }
}

extension Literal {
  /// The literal as a value of a type: an integer becomes a floating-point number if the type is one.
  fileprivate func taken(for type: SwiftType) -> Literal {
    switch (type.unwrapped, self) {
    case (.scalar(.double), .int(let number)), (.scalar(.float), .int(let number)):
      .double(Double(number))
    default: self
    }
  }
}

extension PropertyFacts {
  /// The constant value of a property; nil if it may change, or is computed in several steps.
  fileprivate var onlyValue: Expression? {
    if isConstant { return value }
    guard accessors.count == 1, !isObserved, value == nil else { return nil }
    return accessors[0].onlyResult
  }
}

extension [Statement] {
  /// The value of a single statement; nil for any other body.
  var onlyResult: Expression? {
    guard count == 1 else { return nil }
    switch self[0] {
    case .expression(let value), .result(let value?): return value
    default: return nil
    }
  }
}

extension Expression {
  /// The value of a closure that is called at once and consists of one statement: `{ "x" }()`.
  fileprivate var onlyResult: Expression? {
    guard case .call(let callee, let arguments) = kind, arguments.isEmpty,
      case .closure(let closure) = callee.kind, closure.parameters.isEmpty
    else { return nil }
    return closure.body.onlyResult
  }
}

/// The names in a body that have the same value wherever they are read.
struct LocalConstants {
  private var values: [String: Expression] = [:]

  /// Finds the constants of a body, including those in closures.
  init(_ body: [Statement]) {
    var several: Set<String> = []
    var values: [String: Expression] = [:]
    func bind(_ name: String, to value: Expression?) {
      if values[name] != nil || value == nil { several.insert(name) }
      values[name] = value
    }
    CodeWalk(
      statement: { statement in
        guard case .binding(let binding) = statement else { return }
        for name in binding.names { bind(name, to: binding.isWhole ? binding.value : nil) }
      },
      expression: { expression in
        if case .assignment(let target, let value, _) = expression.kind,
          case .name(let name, _) = target.kind
        {
          bind(name, to: value)
        }
        return true
      }
    ).go(through: body)
    self.values = values.filter { !several.contains($0.key) }
  }

  /// The value of a name; nil if the name has several values.
  subscript(name: String) -> Expression? { values[name] }
}
