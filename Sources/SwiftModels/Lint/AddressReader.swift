internal import SchemaModel

/// A reader of the file addresses in a function.
struct AddressReader {
  private let function: FunctionTable.Function
  private let constants: SourceConstants
  private let index: ProgramIndex

  init(_ function: FunctionTable.Function, _ flow: ProgramFlow) {
    self.function = function
    index = flow.index
    constants = SourceConstants(
      program: flow.program, locals: LocalConstants(function.facts.statements))
  }

  /// The address of a local name of a function.
  static func local(_ name: String, of function: FunctionTable.Function) -> FileAddress {
    FileAddress(root: .local(file: function.file, function.facts.position, name))
  }

  /// The address that a path spells; nil if the path is not spelled out.
  func address(of path: Expression) -> FileAddress? {
    address(of: path, Scope(file: function.file, type: function.owner), depth: 12)
  }

  private func address(of path: Expression, _ scope: Scope, depth: Int) -> FileAddress? {
    guard depth > 0 else { return nil }
    let meaning = constants.meaning(of: path.withoutForm, in: scope)
    let expression = meaning.expression.withoutForm
    func inner(_ value: Expression) -> FileAddress? {
      address(of: value, meaning.scope, depth: depth - 1)
    }
    if let folder = expression.platformFolder { return FileAddress(root: .platform(folder)) }
    switch expression.kind {
    case .name(let name, _) where function.declares(name):
      return Self.local(name, of: function)
    case .call(let callee, let arguments):
      if case .member(let base?, let name) = callee.kind,
        let found = member(name, of: base, arguments, meaning.scope, inner)
      {
        return found
      }
      if let (result, home) = onlyResult(of: expression, meaning.scope) {
        return address(of: result, home, depth: depth - 1)
      }
    case .operation(let parts, operators: ["+"]) where parts.count == 2:
      return inner(parts[0])?.appending(ending: text(parts[1], meaning.scope))
    case .member(let base?, "url"):
      if let made = configuration(base, meaning.scope) { return inner(made) }
    default: break
    }
    return expression.spelling.map {
      FileAddress(
        root: .spelled(
          meaning.scope.type, file: meaning.scope.type == nil ? meaning.scope.file : nil, $0))
    }
  }

  /// The result of a function without parameters and with a single statement, and its scope.
  private func onlyResult(of call: Expression, _ scope: Scope) -> (Expression, Scope)? {
    let callees = index.callees(of: call, in: scope)
    guard callees.count == 1, let callee = callees.first, callee.facts.parameters.isEmpty else {
      return nil
    }
    return callee.facts.statements.onlyResult.map {
      ($0, Scope(file: callee.file, type: callee.owner))
    }
  }

  private func member(
    _ name: String, of base: Expression, _ arguments: [Argument], _ scope: Scope,
    _ inner: (Expression) -> FileAddress?
  ) -> FileAddress? {
    switch (name, arguments.first) {
    case ("appending", let first?) where ["path", "component", "components"].contains(first.label),
      ("appendingPathComponent", let first?):
      let more = arguments.filter { $0.label == first.label || $0.label == nil }.flatMap {
        names($0.value, scope)
      }
      return inner(base)?.appending(more)
    case ("appendingPathExtension", let first?):
      return inner(base)?.appending(ending: text(first.value, scope).map { "." + $0 })
    case ("deletingLastPathComponent", nil): return inner(base)?.folder
    default: return nil
    }
  }

  /// The names in a part of a path: two in `"Stores/Library"`.
  private func names(_ value: Expression, _ scope: Scope) -> [String?] {
    if value.isNewEachTime { return [FileAddress.fresh] }
    guard let text = text(value, scope) else { return [nil] }
    return text.split(separator: "/").map(String.init)
  }

  private func text(_ value: Expression, _ scope: Scope) -> String? {
    if case .string(let text)? = constants.value(of: value, in: scope) { text } else { nil }
  }

  /// The path of a configuration that a name stands for.
  private func configuration(_ value: Expression, _ scope: Scope) -> Expression? {
    let made = constants.meaning(of: value, in: scope).expression
    guard made.calledName == "ModelConfiguration" else { return nil }
    return made.callArguments.first { $0.label == "url" }?.value
  }
}

extension FunctionTable.Function {
  /// Whether a name is a parameter or variable of the function.
  fileprivate func declares(_ name: String) -> Bool {
    if name == "self" { return extended != nil }
    if facts.parameters.contains(where: { $0.name == name }) { return true }
    var isDeclared = false
    CodeWalk(statement: { statement in
      switch statement {
      case .binding(let binding), .iteration(let binding, _):
        isDeclared = isDeclared || binding.names.contains(name)
      default: break
      }
    }).go(through: facts.statements)
    return isDeclared
  }
}
