internal import SchemaModel

/// The default that the initial value of a property gives to an attribute.
enum SourceDefault: Hashable {
  /// No default.
  case none
  /// A value that the source spells out.
  case value(DefaultValue)
  /// A default that only the running app can compute.
  case unread
}

/// A reader of the defaults of attributes from the initial values of properties.
struct DefaultReader {
  let program: SourceProgram
  let scope: Scope
  private var allowance = Allowance()

  /// Creates a reader for values in a scope.
  init(program: SourceProgram, scope: Scope) {
    self.program = program
    self.scope = scope
  }

  /// The default that an initial value gives to an attribute of a type.
  func `default`(of value: Expression?, _ type: SwiftType) -> SourceDefault {
    guard let value else { return .none }
    let (reader, meaning) = following(value, type)
    if meaning.expression.isNothing(as: type) { return .none }
    if let made = reader.madeValue(meaning.expression, of: type) {
      // A new UUID or the current date is not fresh if all objects share one constant.
      return meaning.isShared && made.isFresh ? .unread : .value(made)
    }
    return reader.literal(meaning.expression, of: type).map { .value(.literal($0)) } ?? .unread
  }

  /// The expression behind constants and the operators between them, and a reader for its scope.
  private func following(
    _ expression: Expression, _ type: SwiftType
  ) -> (DefaultReader, SourceConstants.Meaning) {
    let constants = SourceConstants(program: program)
    var meaning = constants.meaning(of: expression, in: scope, as: type)
    // `3 as Double` has the type of the property, as `3` has.
    while let inner = meaning.expression.inside(as: type) { meaning.expression = inner }
    if case .operation = meaning.expression.kind,
      let value = constants.value(of: meaning.expression, in: meaning.scope)
    {
      meaning.expression.kind = .literal(value)
    }
    var reader = DefaultReader(program: program, scope: meaning.scope)
    reader.allowance = allowance
    return (reader, meaning)
  }

  /// The value that a type makes without arguments, as `UUID()` and `.now` do.
  private func madeValue(_ expression: Expression, of type: SwiftType) -> DefaultValue? {
    switch (type.unwrapped, expression.kind) {
    case (.scalar(let scalar), .call(let callee, [])) where makes(callee, scalar):
      made(scalar)
    case (.scalar(.string), .member(let base?, "uuidString")):
      if case .call(let callee, []) = base.kind, makes(callee, .uuid) { .newUUID } else { nil }
    case (.scalar(.date), .member(_, "now")): .now
    default: nil
    }
  }

  private func literal(_ written: Expression, of type: SwiftType) -> Literal? {
    let (reader, meaning) = following(written, type)
    let expression = meaning.expression
    return allowance.inside {
      switch type.unwrapped {
      case .scalar(let scalar): reader.literal(expression, of: scalar)
      case .array(let element), .set(let element): reader.list(expression, of: element)
      case .declared(let id): reader.literal(expression, of: id)
      case .generic(let id, let arguments): reader.literal(expression, of: id, with: arguments)
      case .optional, .dictionary, .unseen, .unstorable: nil
      }
    }
  }

  // MARK: Values of the platform's types

  /// Whether the callee is the type itself, by name or as `.init`.
  private func makes(_ callee: Expression, _ scalar: StoredScalar) -> Bool {
    switch callee.kind {
    case .name(let name, _): StoredScalar(name: name) == scalar
    case .member(let base, "init"): base.map { makes($0, scalar) } ?? true
    case .member(_?, let name): StoredScalar(name: name) == scalar
    default: false
    }
  }

  /// The value that a type makes without arguments.
  private func made(_ scalar: StoredScalar) -> DefaultValue? {
    switch scalar {
    case .uuid: .newUUID
    case .date: .now
    case .string: .literal(.string(""))
    case .bool: .literal(.bool(false))
    case .int, .int16, .int32, .int64: .literal(.int(0))
    case .double, .float: .literal(.double(0))
    case .decimal: .literal(.string("0"))
    case .data: .literal(.data([]))
    case .url: nil
    }
  }

  private func literal(_ expression: Expression, of scalar: StoredScalar) -> Literal? {
    switch (scalar, expression.kind) {
    case (.string, .literal(.string(let text))), (.url, .literal(.string(let text))),
      (.decimal, .literal(.string(let text))):
      .string(text)
    case (.bool, .literal(.bool(let value))): .bool(value)
    case (.int, _), (.int16, _), (.int32, _), (.int64, _): integer(expression, scalar)
    case (.double, _), (.float, _): number(expression, scalar).map { .double($0) }
    case (.decimal, .literal(.int(let value))): .string("\(value)")
    case (.decimal, .literal(.double(let value))): .string("\(value)")
    case (.decimal, .member(_, "zero")): .string("0")
    case (.decimal, .call(let callee, let arguments)) where makes(callee, .decimal):
      decimal(arguments)
    case (.date, _): date(expression)
    case (.url, .call(let callee, let arguments)) where makes(callee, .url):
      text(arguments, label: "string")
    case (.data, .call(let callee, let arguments)) where makes(callee, .data):
      bytes(arguments)
    case (.uuid, .call(let callee, let arguments)) where makes(callee, .uuid):
      text(arguments, label: "uuidString")
    default: nil
    }
  }

  /// `Decimal(string: "1.25")`, `Decimal(2)`.
  private func decimal(_ arguments: [Argument]) -> Literal? {
    guard arguments.count == 1 else { return nil }
    switch (arguments[0].label, arguments[0].value.kind) {
    case ("string", .literal(.string(let text))):
      let isNumber = text.allSatisfy { "0123456789.-".contains($0) } && Double(text) != nil
      return isNumber ? .string(text) : nil
    case (nil, .literal(.int(let number))): return .string("\(number)")
    case (nil, .literal(.double(let number))): return .string("\(number)")
    default: return nil
    }
  }

  /// The text in the only argument of a call.
  private func text(_ arguments: [Argument], label: String) -> Literal? {
    guard arguments.count == 1, arguments[0].label == label,
      case .literal(.string(let text)) = arguments[0].value.kind
    else { return nil }
    return .string(text)
  }

  /// The bytes in the list that is the only argument of a call.
  private func bytes(_ arguments: [Argument]) -> Literal? {
    guard arguments.count == 1, case .list(let elements) = arguments[0].value.kind else {
      return nil
    }
    let bytes = elements.compactMap { element -> UInt8? in
      guard case .literal(.int(let number)) = element.kind else { return nil }
      return UInt8(exactly: number)
    }
    return bytes.count == elements.count ? .data(bytes) : nil
  }

  private func integer(_ expression: Expression, _ scalar: StoredScalar) -> Literal? {
    switch expression.kind {
    case .literal(.int(let value)): return .int(value)
    case .member(_, "zero"): return .int(0)
    case .call(let callee, let arguments) where arguments.count == 1 && makes(callee, scalar):
      return integer(arguments[0].value, scalar)
    case .member(_, "max"), .member(_, "min"): return extreme(expression, scalar)
    default: return nil
    }
  }

  private func extreme(_ expression: Expression, _ scalar: StoredScalar) -> Literal? {
    guard case .member(_, let name) = expression.kind else { return nil }
    let isLargest = name == "max"
    return switch scalar {
    case .int16: .int(Int64(isLargest ? Int16.max : Int16.min))
    case .int32: .int(Int64(isLargest ? Int32.max : Int32.min))
    default: .int(isLargest ? Int64.max : Int64.min)
    }
  }

  private func number(_ expression: Expression, _ scalar: StoredScalar = .double) -> Double? {
    switch expression.kind {
    case .literal(.int(let value)): Double(value)
    case .literal(.double(let value)): value
    case .member(_, "zero"): 0
    case .member(_, "infinity"): .infinity
    case .member(let base, let name)
    where scalar == .double && (base?.text ?? "Double") == "Double":
      Self.numbers[name]
    case .call(let callee, let arguments) where arguments.count == 1 && makes(callee, scalar):
      number(arguments[0].value, scalar)
    default: nil
    }
  }

  /// The named constants of floating-point types.
  private static let numbers: [String: Double] = [
    "pi": .pi, "greatestFiniteMagnitude": .greatestFiniteMagnitude,
    "leastNormalMagnitude": .leastNormalMagnitude, "leastNonzeroMagnitude": .leastNonzeroMagnitude,
    "ulpOfOne": .ulpOfOne,
  ]

  private func date(_ expression: Expression) -> Literal? {
    switch expression.kind {
    case .member(_, "distantPast"): return .date(-62_135_769_600)
    case .member(_, "distantFuture"): return .date(64_092_211_200)
    case .call(let callee, let arguments) where arguments.count == 1 && makes(callee, .date):
      guard let seconds = number(arguments[0].value) else { return nil }
      switch arguments[0].label {
      case "timeIntervalSince1970": return .date(seconds)
      case "timeIntervalSinceReferenceDate": return .date(seconds + 978_307_200)
      default: return nil
      }
    default: return nil
    }
  }

  // MARK: Values with parts

  private func list(_ expression: Expression, of element: SwiftType) -> Literal? {
    switch expression.kind {
    case .call(let callee, []) where makesList(callee): return .array([])
    case .list(let values):
      let literals = values.compactMap { literal($0, of: element) }
      return literals.count == values.count ? .array(literals) : nil
    default: return nil
    }
  }

  /// Whether the callee is a list type: `[String]()`, `Set<String>()`, `.init()`.
  private func makesList(_ callee: Expression) -> Bool {
    switch callee.kind {
    case .member(let base, "init"): return base.map(makesList) ?? true
    case .name("Array", []), .name("Set", []): return true
    default:
      guard let written = callee.writtenType else { return false }
      return switch program.resolve(written, in: scope).unwrapped {
      case .array, .set: true
      case .scalar, .dictionary, .declared, .generic, .optional, .unseen, .unstorable: false
      }
    }
  }

  private func literal(
    _ expression: Expression, of id: SourceProgram.TypeID, with generics: [SwiftType] = []
  ) -> Literal? {
    switch (program[id].facts.kind, expression.kind) {
    case (.enum, .member(_, let name)): caseValue(name, of: id)
    case (.struct, .call(let callee, let arguments)) where names(callee, id):
      structValue(of: id, generics, arguments)
    default: nil
    }
  }

  private func names(_ callee: Expression, _ id: SourceProgram.TypeID) -> Bool {
    switch callee.kind {
    case .member(_, let name): name == "init" || name == program[id].facts.name
    case .name(let name, _): name == program[id].facts.name
    default: false
    }
  }

  /// The literal of an enumeration case, which a model writes by its name too.
  private func caseValue(_ name: String, of id: SourceProgram.TypeID) -> Literal? {
    let cases = program[id].parts.flatMap(\.members.cases)
    // If cases carry values, the value has parts, which a schema file cannot write here.
    guard cases.allSatisfy({ $0.payload.isEmpty }) else { return nil }
    return cases.contains { $0.name == name } ? .string(name) : nil
  }

  /// The literal of a struct, from the arguments, or else from the initial values of its properties.
  private func structValue(
    of id: SourceProgram.TypeID, _ generics: [SwiftType], _ arguments: [Argument]
  ) -> Literal? {
    guard let part = program[id].parts.first,
      !part.members.functions.contains(where: { $0.name == "init" }) || arguments.isEmpty
    else { return nil }
    let given = Dictionary(arguments.map { ($0.label ?? "", $0.value) }) { first, _ in first }
    var members: [String: Literal] = [:]
    for stored in program.storedProperties(of: id, with: generics) {
      let property = stored.facts
      guard let type = stored.type else { return nil }
      guard let value = given[property.name] ?? property.value, value.kind != .nothing else {
        if type.isOptional { continue }
        return nil
      }
      guard let literal = literal(value, of: type) else { return nil }
      members[property.name] = literal
    }
    return .object(members)
  }
}

extension DefaultValue {
  /// Whether every object gets a new value.
  fileprivate var isFresh: Bool {
    switch self {
    case .newUUID, .now, .computed: true
    case .literal: false
    }
  }
}

extension Expression {
  /// Whether the expression is `nil`, or the equivalent case of an optional: `.none`, `Optional.none`.
  func isNothing(as type: SwiftType) -> Bool {
    switch kind {
    case .nothing: true
    case .member(nil, "none"): type.isOptional
    case .member(let base?, "none"): base.isOptionalType
    default: false
    }
  }

  /// The value that is cast to another type, or wrapped in an optional.
  fileprivate func inside(as type: SwiftType) -> Expression? {
    switch kind {
    case .cast(let inner, _): return inner
    case .call(let callee, let arguments) where type.isOptional && arguments.count == 1:
      if case .member(nil, "some") = callee.kind { return arguments[0].value }
      return wrapped
    default: return wrapped
    }
  }
}
