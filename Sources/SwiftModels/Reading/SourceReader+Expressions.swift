internal import SchemaModel
internal import SwiftParser
internal import SwiftSyntax

extension SourceReader {
  /// Reads an expression, without the parts that are not recorded.
  ///
  /// An expression that is too deep is left out, and the code around it is still read.
  func expression(_ node: ExprSyntax) -> Expression {
    nesting.inside(node) { read(node) }
      ?? Expression(kind: .operation([]), position: position(node))
  }

  /// Reads an expression, which takes over the position of an expression at its beginning.
  ///
  /// Finding the first token of each call would take as long as the chain of calls before it.
  private func read(_ node: ExprSyntax) -> Expression {
    switch node.as(ExprSyntaxEnum.self) {
    case .memberAccessExpr(let node):
      let name = node.declName.baseName.plain
      guard var base = node.base.map(expression) else {
        return Expression(kind: .member(nil, name), position: position(node))
      }
      if node.base?.is(OptionalChainingExprSyntax.self) ?? false, ["none", "some"].contains(name),
        let type = base.writtenType, base.spellsType
      {
        base.kind = .type(.optional(type))
      }
      return Expression(kind: .member(base, name), position: base.position)
    case .functionCallExpr(let node):
      let callee = callee(node)
      let arguments = arguments(
        node.arguments, and: node.trailingClosure, node.additionalTrailingClosures)
      return Expression(kind: .call(callee, arguments), position: callee.position)
    case .subscriptCallExpr(let node):
      let base = expression(node.calledExpression)
      if let member = member(of: base, at: node) { return member }
      return Expression(
        kind: .element(base, arguments(node.arguments)), position: base.position)
    case .genericSpecializationExpr(let node): return specialized(node)
    case .forceUnwrapExpr(let node):
      var value = expression(node.expression)
      value.isForced = true
      return value
    case .optionalChainingExpr(let node): return expression(node.expression)
    case .postfixOperatorExpr(let node):
      let operand = expression(node.expression)
      return Expression(
        kind: operation(node.operator.text, [operand], at: node), position: operand.position)
    default: return Expression(kind: kind(node), position: position(node))
    }
  }

  private func kind(_ node: ExprSyntax) -> Expression.Kind {
    switch node.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let node): text(node)
    case .integerLiteralExpr(let node): number(node.literal.text, isNegative: false)
    case .floatLiteralExpr(let node): number(node.literal.text, isNegative: false)
    case .booleanLiteralExpr(let node):
      .literal(.bool(node.literal.tokenKind == .keyword(.true)))
    case .nilLiteralExpr: .nothing
    case .declReferenceExpr(let node): .name(node.baseName.plain, [])
    case .superExpr: .name("super", [])
    case .typeExpr(let node): .type(type(node.type))
    case .macroExpansionExpr(let node): .macro(macro(node))
    case .closureExpr(let node): .closure(closure(node))
    case .arrayExpr(let node): .list(node.elements.map { expression($0.expression) })
    case .dictionaryExpr(let node): .pairs(pairs(node))
    case .tupleExpr(let node): tuple(node)
    case .sequenceExpr(let node): sequence(Array(node.elements))
    case .tryExpr(let node): attempt(node)
    case .awaitExpr(let node): expression(node.expression).kind
    case .unsafeExpr(let node): expression(node.expression).kind
    case .inOutExpr(let node): expression(node.expression).kind
    case .consumeExpr(let node): expression(node.expression).kind
    case .copyExpr(let node): expression(node.expression).kind
    case .prefixOperatorExpr(let node): prefixed(node)
    case .keyPathExpr(let node): keyPath(node)
    case .ifExpr(let node): .branches(conditional(node))
    case .switchExpr(let node): .branches(selection(node))
    default: .operation(children(node).map(expression))
    }
  }

  /// The expressions directly inside a node that is not recorded itself.
  private func children(_ node: ExprSyntax) -> [ExprSyntax] {
    node.children(viewMode: .sourceAccurate).compactMap { $0.as(ExprSyntax.self) }
  }

  // MARK: Literals

  private func text(_ node: StringLiteralExprSyntax) -> Expression.Kind {
    if let value = node.representedLiteralValue { return .literal(.string(value)) }
    let values = node.segments.flatMap { segment -> [Expression] in
      guard case .expressionSegment(let inner) = segment else { return [] }
      return arguments(inner.expressions).map(\.value)
    }
    return .cast(Expression(kind: .operation(values), position: position(node)), .name("String"))
  }

  private func number(_ text: String, isNegative: Bool) -> Expression.Kind {
    var digits = text.filter { $0 != "_" }
    if isNegative { digits = "-" + digits }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      if let value = Int64(
        (isNegative ? "-" : "") + text.dropFirst(2).filter { $0 != "_" }, radix: radix)
      {
        return .literal(.int(value))
      }
    }
    if let value = Int64(digits) { return .literal(.int(value)) }
    return Double(digits).map { .literal(.double($0)) } ?? .operation([])
  }

  private func prefixed(_ node: PrefixOperatorExprSyntax) -> Expression.Kind {
    if node.operator.text == "-" {
      if let literal = node.expression.as(IntegerLiteralExprSyntax.self) {
        return number(literal.literal.text, isNegative: true)
      }
      if let literal = node.expression.as(FloatLiteralExprSyntax.self) {
        return number(literal.literal.text, isNegative: true)
      }
    }
    let operand = expression(node.expression)
    if case .literal(let value) = operand.kind,
      let result = Arithmetic.value([value], [node.operator.text])
    {
      return .literal(result)
    }
    return operation(node.operator.text, [operand], at: node)
  }

  /// The operation of an operator; the app's own operators are functions.
  private func operation(
    _ name: String, _ operands: [Expression], at node: some SyntaxProtocol
  ) -> Expression.Kind {
    if Self.operators.contains(name) { return .operation(operands, operators: [name]) }
    return .call(
      Expression(kind: .name(name, []), position: position(node)),
      operands.map { Argument(label: nil, value: $0) })
  }

  /// The operators of the standard library, which only read their operands.
  private static let operators: Set = [
    "+", "-", "*", "/", "%", "&+", "&-", "&*", "==", "!=", "===", "!==", "<", ">", "<=", ">=", "~=",
    "&&", "||", "!", "~", "&", "|", "^", "<<", ">>", "&<<", "&>>", "..<", "...", "??",
  ]

  // MARK: Names, calls, closures

  private func specialized(_ node: GenericSpecializationExprSyntax) -> Expression {
    let types = types(node.genericArgumentClause)
    var base = expression(node.expression)
    if case .name(let name, _) = base.kind { base.kind = .name(name, types) }
    return base
  }

  /// The callee of a call: `[Book]()` calls a type, not a list.
  private func callee(_ node: FunctionCallExprSyntax) -> Expression {
    let callee = expression(node.calledExpression)
    switch callee.kind {
    case .list(let elements):
      guard elements.count == 1, let element = elements[0].writtenType else { return callee }
      return Expression(kind: .type(.array(element)), position: callee.position)
    case .pairs(let elements):
      guard elements.count == 2, let key = elements[0].writtenType,
        let value = elements[1].writtenType
      else { return callee }
      return Expression(kind: .type(.dictionary(key, value)), position: callee.position)
    default: return callee
    }
  }

  /// The arguments of a call or a macro, with the closures behind them.
  func arguments(
    _ list: LabeledExprListSyntax, and closure: ClosureExprSyntax?,
    _ others: MultipleTrailingClosureElementListSyntax
  ) -> [Argument] {
    arguments(list)
      + [closure].compactMap(\.self).map {
        Argument(label: nil, value: expression(ExprSyntax($0)))
      }
      + others.map {
        Argument(label: $0.label.plain, value: expression(ExprSyntax($0.closure)))
      }
  }

  /// The arguments of a call.
  func arguments(_ list: LabeledExprListSyntax) -> [Argument] {
    list.map { Argument(label: $0.label?.plain, value: expression($0.expression)) }
  }

  private func closure(_ node: ClosureExprSyntax) -> Closure {
    var names: [String] = []
    var types: [WrittenType?] = []
    switch node.signature?.parameterClause {
    case .simpleInput(let list):
      names = list.map(\.name.plain)
      types = names.map { _ in nil }
    case .parameterClause(let clause):
      names = clause.parameters.map { ($0.secondName ?? $0.firstName).plain }
      types = clause.parameters.map { $0.type.map(type) }
    case nil: break
    @unknown default: break
    }
    return Closure(parameters: names, types: types, body: statements(node.statements))
  }

  private func pairs(_ node: DictionaryExprSyntax) -> [Expression] {
    guard case .elements(let elements) = node.content else { return [] }
    return elements.flatMap { [expression($0.key), expression($0.value)] }
  }

  private func tuple(_ node: TupleExprSyntax) -> Expression.Kind {
    let elements = arguments(node.elements)
    return elements.count == 1 && elements[0].label == nil
      ? elements[0].value.kind : .tuple(elements)
  }

  private func attempt(_ node: TryExprSyntax) -> Expression.Kind {
    guard let mark = node.questionOrExclamationMark else { return expression(node.expression).kind }
    return .attempt(expression(node.expression), isForced: mark.tokenKind == .exclamationMark)
  }

  /// The member that a key path names: `book[keyPath: \.author]` is `book.author`; nil for any other key
  /// path.
  private func member(of base: Expression, at node: SubscriptCallExprSyntax) -> Expression? {
    guard node.arguments.count == 1, let argument = node.arguments.first,
      argument.label?.plain == "keyPath", let path = argument.expression.as(KeyPathExprSyntax.self)
    else { return nil }
    var names: [String] = []
    for component in path.components {
      switch component.component {
      case .property(let property): names.append(property.declName.baseName.plain)
      case .optional: continue
      default: return nil
      }
    }
    guard !names.isEmpty, names != ["self"] else { return nil }
    return nesting.inside(node, levels: names.count) {
      names.reduce(base) { Expression(kind: .member($0, $1), position: base.position) }
    }
  }

  private func keyPath(_ node: KeyPathExprSyntax) -> Expression.Kind {
    .keyPath(
      node.root.map(type),
      node.components.compactMap { component in
        if case .property(let property) = component.component {
          return property.declName.baseName.plain
        }
        return nil
      })
  }

  // MARK: Operators

  /// Reads operands and operators in turn; only some operators decide where a value is used.
  private func sequence(_ elements: [ExprSyntax]) -> Expression.Kind {
    let places = elements.indices.dropFirst().dropLast().filter { isAssignment(elements[$0]) }
    if !places.isEmpty { return assignments(elements, at: places) }
    if let place = elements.lastIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      place + 1 < elements.count
    {
      // In `a ? b : c ? d : e`, the values `b`, `d` and `e` are read together, because there may be many.
      let values = elements.compactMap { $0.as(UnresolvedTernaryExprSyntax.self)?.thenExpression }
      return .choice(values.map(expression) + [joined(elements[(place + 1)...])])
    }
    let operands = elements.split { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" }
    if operands.count > 1 { return .choice(operands.map(joined)) }
    let types = castTypes(elements)
    if !types.isEmpty { return casts(of: elements.dropLast(2 * types.count), to: types) }
    let values = elements.filter(isOperand).map(expression)
    let operators = elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
    if let own = operators.first(where: { !Self.operators.contains($0) }) {
      return operation(own, values, at: elements[0])
    }
    guard elements.count == values.count + operators.count, values.count == operators.count + 1
    else { return .operation(values) }
    return workedOut(values, operators) ?? .operation(values, operators: operators)
  }

  /// Reads `a = b = c`, in which each target is assigned the value after it.
  private func assignments(_ elements: [ExprSyntax], at places: [Int]) -> Expression.Kind {
    let starts = [0] + places.map { $0 + 1 }
    let ends = places + [elements.count]
    let value = nesting.inside(elements[0], levels: places.count) {
      let parts = zip(starts, ends).map { joined(elements[$0..<$1]) }
      return zip(parts.dropLast(), places).reversed().reduce(parts[parts.count - 1]) {
        value, next in
        let (target, place) = next
        return Expression(
          kind: .assignment(
            target, value, isCompound: !elements[place].is(AssignmentExprSyntax.self)),
          position: target.position)
      }
    }
    return value?.kind ?? .operation([])
  }

  /// The types after the `as` operators at the end, in their order.
  ///
  /// For `name as String as Any`, these are `String` and `Any`.
  ///
  /// The type after `as?` becomes an optional.
  private func castTypes(_ elements: [ExprSyntax]) -> [WrittenType] {
    var types: [WrittenType] = []
    var end = elements.count
    while end >= 3, let cast = elements[end - 1].as(TypeExprSyntax.self),
      let word = elements[end - 2].as(UnresolvedAsExprSyntax.self)
    {
      let mayFail = word.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
      types.append(mayFail ? .optional(type(cast.type)) : type(cast.type))
      end -= 2
    }
    return types.reversed()
  }

  private func casts(
    of elements: ArraySlice<ExprSyntax>, to types: [WrittenType]
  ) -> Expression.Kind {
    let value = nesting.inside(elements[0], levels: types.count) {
      types.reduce(joined(elements)) { value, type in
        Expression(kind: .cast(value, type), position: value.position)
      }
    }
    return value?.kind ?? .operation([])
  }

  /// The value of a sum or product of literals, as in `60 * 60`.
  private func workedOut(_ values: [Expression], _ operators: [String]) -> Expression.Kind? {
    let literals = values.compactMap { value -> Literal? in
      if case .literal(let literal) = value.kind { literal } else { nil }
    }
    guard literals.count == values.count else { return nil }
    return Arithmetic.value(literals, operators).map { .literal($0) }
  }

  private func joined(_ elements: ArraySlice<ExprSyntax>) -> Expression {
    // Code that does not parse may have nothing between two operators.
    guard let first = elements.first else {
      return Expression(kind: .operation([]), position: Position(line: 1, column: 1))
    }
    if elements.count == 1 { return expression(first) }
    // A `try` or `await` covers everything to its right.
    return Expression(kind: sequence(Array(elements)), position: position(first))
  }

  private func isAssignment(_ node: ExprSyntax) -> Bool {
    if node.is(AssignmentExprSyntax.self) { return true }
    return node.as(BinaryOperatorExprSyntax.self)
      .map { Self.compoundAssignments.contains($0.operator.text) } ?? false
  }

  private static let compoundAssignments: Set = [
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "??=",
  ]

  private func isOperand(_ node: ExprSyntax) -> Bool {
    !node.is(BinaryOperatorExprSyntax.self) && !node.is(UnresolvedAsExprSyntax.self)
      && !node.is(UnresolvedIsExprSyntax.self) && !node.is(TypeExprSyntax.self)
      && !node.is(ArrowExprSyntax.self)
  }
}
