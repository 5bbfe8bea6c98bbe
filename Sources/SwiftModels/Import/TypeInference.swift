internal import SchemaModel

/// Tells the type of a property from its first value, where the type is not written.
struct TypeInference {
  let program: SourceProgram
  let scope: Scope
  private var allowance = Allowance()

  /// Reads values that stand at a place.
  init(program: SourceProgram, scope: Scope) {
    self.program = program
    self.scope = scope
  }

  /// The type of a value, as far as its spelling tells it.
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

  /// `a ?? b` is no optional where `b` is none.
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

  /// Of numbers, literals take the type of what is none; to a text only a text can be added.
  private func sumType(_ operands: [Expression]) -> SwiftType? {
    let types = operands.map { (isLiteral: $0.isLiteral, type: type(of: $0)) }
    if types.contains(where: { $0.type == .scalar(.string) }) { return .scalar(.string) }
    guard types.allSatisfy({ $0.type != nil }) else { return nil }
    let literals = types.filter(\.isLiteral).compactMap(\.type)
    return types.first { !$0.isLiteral }?.type
      ?? (literals.contains(.scalar(.double)) ? .scalar(.double) : literals.first)
  }

  /// Operators that give a truth value.
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

  /// What a call gives: an object of the type that is called, or what `.init` and its like make.
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

  /// What an initializer makes; one that may fail makes an optional.
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

  /// Whether an expression is the platform's calendar: `Calendar.current`, `Calendar(identifier: …)`.
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

  /// What members and methods of the platform's types give.
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
