internal import SchemaModel

/// The inference of a property's type from its initial value.
struct TypeInference {
  let program: SourceProgram
  let scope: Scope
  private var allowance = Allowance()

  /// Creates an inference for values in a scope.
  init(program: SourceProgram, scope: Scope) {
    self.program = program
    self.scope = scope
  }

  /// The type of a value, as far as its spelling shows.
  func type(of value: Expression) -> SwiftType? {
    allowance.inside {
      let meaning = SourceConstants(program: program).meaning(of: value, in: scope)
      let isForced = value.isForced || meaning.expression.isForced
      if let type = meaning.type { return isForced ? type.unwrapped : type }
      var inner = self
      if meaning.scope != scope {
        inner = TypeInference(program: program, scope: meaning.scope)
        inner.allowance = allowance
      }
      let type = inner.spelledType(of: meaning.expression)
      return isForced ? type?.unwrapped : type
    }
  }

  private func spelledType(of value: Expression) -> SwiftType? {
    switch value.kind {
    case .literal(let literal): scalar(literal)
    case .list(let elements): elements.first.flatMap(type).map { .array($0) }
    case .pairs: .dictionary
    case .call(let callee, let arguments):
      calledType(callee, arguments)
        ?? value.wrapped.flatMap(type).map { .optional($0.unwrapped) }
    case .member(let base?, let name): memberType(base, name)
    case .cast(_, let type): program.resolve(type, in: scope)
    case .choice(let values): chosenType(values.compactMap(type))
    case .attempt(let inner, _): type(of: inner)
    case .operation(let operands, let operators): operationType(operands, operators)
    default: nil
    }
  }

  /// The type of `a ?? b`: an optional only if all operands are.
  private func chosenType(_ types: [SwiftType]) -> SwiftType? {
    types.first { !$0.isOptional } ?? types.first
  }

  // MARK: Operators

  private func operationType(_ operands: [Expression], _ operators: [String]) -> SwiftType? {
    let names = Set(operators)
    if !names.isDisjoint(with: Self.claims) { return .scalar(.bool) }
    if !names.isDisjoint(with: Self.ranges) { return .unseen("ClosedRange") }
    return names.isEmpty ? nil : sumType(operands)
  }

  /// The type of a sum: a string if one operand is a string, otherwise the type of the operand that is no
  /// literal.
  private func sumType(_ operands: [Expression]) -> SwiftType? {
    let types = operands.map { (isLiteral: $0.isLiteral, type: type(of: $0)) }
    if types.contains(where: { $0.type == .scalar(.string) }) { return .scalar(.string) }
    guard types.allSatisfy({ $0.type != nil }) else { return nil }
    let literals = types.filter(\.isLiteral).compactMap(\.type)
    return types.first { !$0.isLiteral }?.type
      ?? (literals.contains(.scalar(.double)) ? .scalar(.double) : literals.first)
  }

  /// Operators with a Boolean result.
  private static let claims: Set = [
    "==", "!=", "===", "!==", "<", ">", "<=", ">=", "~=", "&&", "||", "!",
  ]
  private static let ranges: Set = ["..<", "..."]

  // MARK: Literals

  private func scalar(_ literal: Literal) -> SwiftType? {
    switch literal {
    case .bool: .scalar(.bool)
    case .int: .scalar(.int)
    case .double: .scalar(.double)
    case .string: .scalar(.string)
    case .date, .data, .array, .object: nil
    }
  }

  // MARK: Calls and members

  /// The type of a call's result: the called type, or the type that `.init` and the like make.
  private func calledType(_ callee: Expression, _ arguments: [Argument]) -> SwiftType? {
    if let type = knownType(callee) { return made(type, arguments) }
    guard case .member(let base?, let name) = callee.kind else { return nil }
    if let type = knownType(base) {
      if name == "init" { return made(type, arguments) }
      if isMade(name, by: type) { return type }
    }
    if name == "startOfDay", isCalendar(base) { return .scalar(.date) }
    return type(of: base).flatMap { Self.results[$0.unwrapped]?[name] }
  }

  /// The type that an initializer makes; an optional for an initializer that may fail.
  private func made(_ type: SwiftType, _ arguments: [Argument]) -> SwiftType {
    mayFail(type, arguments) ? .optional(type) : type
  }

  private func mayFail(_ type: SwiftType, _ arguments: [Argument]) -> Bool {
    let labels = arguments.map { $0.label ?? "_" }
    switch type {
    case .scalar(.int), .scalar(.int16), .scalar(.int32), .scalar(.int64), .scalar(.double),
      .scalar(.float), .scalar(.bool):
      return labels == ["_"] && self.type(of: arguments[0].value) == .scalar(.string)
    case .declared(let id): return program[id].facts.kind == .enum && labels == ["rawValue"]
    default: return Self.failing[type]?.contains(labels) ?? false
    }
  }

  private func memberType(_ base: Expression, _ name: String) -> SwiftType? {
    if let type = knownType(base), isMade(name, by: type) { return type }
    return type(of: base).flatMap { Self.results[$0.unwrapped]?[name] }
  }

  /// Whether an expression is a calendar: `Calendar.current`, `Calendar(identifier: …)`.
  private func isCalendar(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .member(let base?, _): base.writtenType == .name("Calendar")
    case .call(let callee, _): callee.writtenType == .name("Calendar")
    default: false
    }
  }

  /// The labels of initializers that may fail.
  private static let failing: [SwiftType: Set<[String]>] = [
    .scalar(.url): [["string"]], .scalar(.uuid): [["uuidString"]],
    .scalar(.decimal): [["string"], ["string", "locale"]],
    .scalar(.data): [["base64Encoded"], ["base64Encoded", "options"]],
  ]

  /// The types of members and methods of the platform's types.
  private static let results: [SwiftType: [String: SwiftType]] = [
    .scalar(.date): [
      "addingTimeInterval": .scalar(.date), "advanced": .scalar(.date),
      "timeIntervalSince": .scalar(.double), "timeIntervalSince1970": .scalar(.double),
      "timeIntervalSinceNow": .scalar(.double), "timeIntervalSinceReferenceDate": .scalar(.double),
      "formatted": .scalar(.string), "ISO8601Format": .scalar(.string),
    ],
    .scalar(.uuid): ["uuidString": .scalar(.string)],
    .scalar(.string): [
      "uppercased": .scalar(.string), "lowercased": .scalar(.string), "count": .scalar(.int),
      "isEmpty": .scalar(.bool),
    ],
  ]

  /// Whether a static member of a type is one of its values: a case, or `Date.now`.
  private func isMade(_ name: String, by type: SwiftType) -> Bool {
    switch type {
    case .scalar: true
    case .optional: name == "none" || name == "some"
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

extension Expression {
  fileprivate var isLiteral: Bool {
    if case .literal = kind { true } else { false }
  }
}
