extension FlowAnalysis {
  /// What the names of a pattern stand for where it takes a value apart, in their order.
  ///
  /// Where it is not known which name gets what, all that the value holds may go anywhere.
  mutating func parts(of value: FlowValue, in pattern: Pattern) -> [FlowValue] {
    let count = pattern.names.count
    if let known = value.enumCase {
      let isTaken = known == pattern.enumCase && value.parts.count == count
      if isTaken { return value.parts.map(\.value) }
      if pattern.enumCase == nil || known == pattern.enumCase { loosen(value.held) }
      return Array(repeating: .unknown, count: count)
    }
    loosen(value.held)
    if pattern.isWhole { return [value] }
    return pattern.names.indices.map { value.part(at: $0, of: count) }
  }

  // MARK: Values of enumerations

  /// A value of an enumeration with what it carries: `Draft.one(player)`, `.some(player)`.
  mutating func enumValue(
    _ callee: Expression, _ arguments: [Argument], _ expected: SwiftType?
  ) -> FlowValue? {
    guard case .member(let base, let name) = callee.kind else { return nil }
    if let id = enumeration(base, expected), declaresCase(name, of: id, with: arguments.count) {
      return enumValue(of: id, name, arguments)
    }
    guard name == "some", arguments.count == 1, isOptional(base, expected) else { return nil }
    var value = evaluate(arguments[0].value, expecting: expected?.unwrapped)
    value.type = value.type.map { .optional($0.unwrapped) }
    return value
  }

  private mutating func enumValue(
    of id: SourceProgram.TypeID, _ name: String, _ arguments: [Argument]
  ) -> FlowValue {
    let parts = arguments.map { FlowValue.Part(label: $0.label, value: evaluate($0.value)) }
    // Like a struct, it only holds what it is made with.
    return FlowValue(
      type: .declared(id),
      held: parts.reduce(into: []) { $0.formUnion($1.value.objects.union($1.value.held)) },
      enumCase: name, parts: parts)
  }

  /// The enumeration that stands before the name of a case, or that is expected.
  private func enumeration(
    _ base: Expression?, _ expected: SwiftType?
  ) -> SourceProgram.TypeID? {
    let type = base.map { base in
      base.text.flatMap { state.names[$0] } == nil
        ? base.writtenType.map { resolved($0) } : nil
    }
    guard case .declared(let id)? = (type ?? expected)?.unwrapped,
      flow.program[id].facts.kind == .enum
    else { return nil }
    return id
  }

  private func declaresCase(
    _ name: String, of id: SourceProgram.TypeID, with count: Int
  ) -> Bool {
    flow.program[id].parts.contains { part in
      part.members.cases.contains { $0.name == name && $0.payload.count == count }
    }
  }

  /// Whether `.some` is that of an optional: where nothing says so, no other one is declared.
  private func isOptional(_ base: Expression?, _ expected: SwiftType?) -> Bool {
    if let base { return base.isOptionalType }
    return expected?.isOptional ?? !flow.declaresSome
  }
}
