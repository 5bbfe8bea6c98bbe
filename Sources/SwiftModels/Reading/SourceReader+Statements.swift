internal import SwiftSyntax

extension SourceReader {
  /// The statements of a body.
  func statements(_ items: CodeBlockItemListSyntax) -> [Statement] {
    names(ofTypesIn: items) + items.flatMap(statements)
  }

  /// The names of types that exist only in a body, valid from its beginning.
  private func names(ofTypesIn items: CodeBlockItemListSyntax) -> [Statement] {
    items.compactMap { item in
      guard case .decl(let node) = item.item else { return nil }
      if let alias = node.as(TypeAliasDeclSyntax.self) {
        let place = position(alias.name)
        return alias.genericParameterClause == nil
          ? .alias(alias.name.plain, of: type(alias.initializer.value), at: place)
          : .hidden(alias.name.plain, at: place)
      }
      guard let group = node.asProtocol((any NamedDeclSyntax).self),
        node.isProtocol((any DeclGroupSyntax).self)
      else { return nil }
      return .hidden(group.name.plain, at: position(group.name))
    }
  }

  /// The statements of one item of a body; empty if the item is too deep.
  func statements(_ item: CodeBlockItemSyntax) -> [Statement] {
    nesting.inside(item) { read(item) } ?? []
  }

  private func read(_ item: CodeBlockItemSyntax) -> [Statement] {
    switch item.item {
    case .expr(let node): [.expression(expression(node))]
    case .stmt(let node): statements(node)
    case .decl(let node): statements(node)
    @unknown default: []
    }
  }

  /// The statements of alternative bodies, one of which the build chooses.
  ///
  /// If bodies declare names, the code after them uses the names of a release.
  private func either(_ bodies: [[Statement]]) -> [Statement] {
    guard let first = bodies.first else { return [] }
    guard bodies.count > 1 else { return first }
    if bodies.contains(where: { $0.contains(where: \.isDeclaration) }) {
      return bodies.dropFirst().map { .conditional([], $0, []) } + first
    }
    return [.conditional([], first, either(Array(bodies.dropFirst())))]
  }

  private func statements(_ node: DeclSyntax) -> [Statement] {
    if let node = node.as(VariableDeclSyntax.self) {
      let wrappers = attributes(node.attributes).filter(\.isWrapper)
      return node.bindings.map { binding($0, wrappedBy: wrappers) }
    }
    if let node = node.as(FunctionDeclSyntax.self) { return [.function(function(node))] }
    if let node = node.as(IfConfigDeclSyntax.self) {
      return either(
        node.clausesThatMayCount.map { clause in
          if case .statements(let items) = clause.elements { statements(items) } else { [] }
        })
    }
    if let type = typeDeclaration(node) {
      localTypes.add(type)
      return []
    }
    if let node = node.as(MacroExpansionDeclSyntax.self) {
      return macro(node).arguments.map { .expression($0.value) }
    }
    return []
  }

  private func statements(_ node: StmtSyntax) -> [Statement] {
    switch node.as(StmtSyntaxEnum.self) {
    case .expressionStmt(let node): [.expression(expression(node.expression))]
    case .returnStmt(let node): [.result(node.expression.map(expression))]
    case .throwStmt(let node): [.expression(expression(node.expression)), .exit(.function)]
    case .breakStmt(let node): [.exit(node.label == nil ? .scope : .function)]
    case .continueStmt(let node): [.exit(node.label == nil ? .scope : .function)]
    case .guardStmt(let node):
      [.requirement(conditions(node.conditions), statements(node.body.statements))]
    case .forStmt(let node): [iteration(node)]
    case .whileStmt(let node):
      [
        .repetition(
          conditions(node.conditions), statements(node.body.statements), isAtLeastOnce: false)
      ]
    case .repeatStmt(let node):
      [
        .repetition(
          [.expression(expression(node.condition))], statements(node.body.statements),
          isAtLeastOnce: true)
      ]
    case .doStmt(let node):
      [
        .attempt(
          statements(node.body.statements), node.catchClauses.map { statements($0.body.statements) }
        )
      ]
    case .deferStmt(let node): [.deferred(statements(node.body.statements))]
    case .labeledStmt(let node): statements(node.statement)
    default: []
    }
  }

  // MARK: Bindings

  /// A binding; property wrappers become calls of their initializers with the value.
  private func binding(
    _ node: PatternBindingSyntax, wrappedBy wrappers: [AttributeFacts]
  ) -> Statement {
    let value = (node.initializer?.value).map(expression)
    let wrapped = wrappers.reversed().reduce(value) { inner, wrapper in
      let given = inner.map { Argument(label: "wrappedValue", value: $0) }
      return Expression(
        kind: .call(
          Expression(kind: .name(wrapper.name, []), position: wrapper.position),
          [given].compactMap(\.self) + wrapper.arguments),
        position: wrapper.position)
    }
    return .binding(
      Binding(
        pattern: pattern(node.pattern), type: (node.typeAnnotation?.type).map(type),
        value: wrapped, position: position(node.pattern)))
  }

  private func pattern(_ node: PatternSyntax) -> Pattern {
    let names = names(node)
    let name = node.enumCase
    let cast = node.castType.map(type)
    let isOne =
      node.is(IdentifierPatternSyntax.self) || node.isOptional || name == "some" || cast != nil
    return Pattern(names: names, isWhole: isOne && names.count == 1, enumCase: name, type: cast)
  }

  /// The pattern of a `case` of a `switch`; for several patterns, only the names.
  private func pattern(_ label: SwitchCaseSyntax.Label) -> Pattern {
    guard case .case(let label) = label, let only = label.caseItems.first,
      label.caseItems.count == 1
    else { return Pattern(names: names(label), isWhole: false) }
    return pattern(only.pattern)
  }

  /// The names that a pattern binds, in their order; `_` for an unnamed part of a tuple.
  private func names(_ pattern: some SyntaxProtocol) -> [String] {
    // A pattern may compare with an expression of any depth, so this is a loop without recursion.
    var names: [String] = []
    var pending = [Syntax(pattern)]
    while let node = pending.popLast() {
      if let pattern = node.as(IdentifierPatternSyntax.self) {
        names.append(pattern.identifier.plain)
      } else if node.is(WildcardPatternSyntax.self),
        node.parent?.is(TuplePatternElementSyntax.self) == true
      {
        names.append("_")
      } else {
        pending += node.children(viewMode: .sourceAccurate).reversed()
      }
    }
    return names
  }

  private func iteration(_ node: ForStmtSyntax) -> Statement {
    .iteration(
      Binding(
        pattern: pattern(node.pattern), type: (node.typeAnnotation?.type).map(type),
        value: expression(node.sequence), position: position(node.pattern)),
      body(of: node))
  }

  /// The body of a `for` loop, inside a conditional if the loop has a `where` clause.
  private func body(of node: ForStmtSyntax) -> [Statement] {
    let body = statements(node.body.statements)
    guard let condition = node.whereClause?.condition else { return body }
    return [.conditional([.expression(expression(condition))], body, [])]
  }

  // MARK: Conditions

  private func conditions(_ list: ConditionElementListSyntax) -> [Condition] {
    list.compactMap { element in
      switch element.condition {
      case .expression(let node): .expression(expression(node))
      case .optionalBinding(let node): .binding(optionalBinding(node))
      case .matchingPattern(let node): .binding(match(node))
      case .availability: nil
      @unknown default: nil
      }
    }
  }

  private func optionalBinding(_ node: OptionalBindingConditionSyntax) -> Binding {
    let names = names(node.pattern)
    // `if let book` is short for `if let book = book`.
    let shorthand = names.first.map {
      Expression(kind: .name($0, []), position: position(node.pattern))
    }
    return Binding(
      pattern: Pattern(names: names, isWhole: true), type: (node.typeAnnotation?.type).map(type),
      value: (node.initializer?.value).map(expression) ?? shorthand,
      position: position(node.pattern))
  }

  private func match(_ node: MatchingPatternConditionSyntax) -> Binding {
    Binding(
      pattern: pattern(node.pattern), value: expression(node.initializer.value),
      position: position(node.pattern))
  }

  /// An `if` with all of its `else` branches.
  func conditional(_ node: IfExprSyntax) -> Statement {
    let otherwise: [Statement] =
      switch node.elseBody {
      case nil: []
      case .ifExpr(let inner): nesting.inside(inner) { [conditional(inner)] } ?? []
      case .codeBlock(let block): statements(block.statements)
      @unknown default: []
      }
    return .conditional(conditions(node.conditions), statements(node.body.statements), otherwise)
  }

  /// A `switch` with its cases.
  func selection(_ node: SwitchExprSyntax) -> Statement {
    .selection(expression(node.subject), node.cases.flatMap(cases))
  }

  private func cases(_ element: SwitchCaseListSyntax.Element) -> [Statement.Case] {
    switch element {
    case .switchCase(let node):
      [Statement.Case(pattern: pattern(node.label), body: statements(node.statements))]
    case .ifConfigDecl(let node):
      node.clausesThatMayCount.flatMap { clause -> [Statement.Case] in
        guard case .switchCases(let list) = clause.elements else { return [] }
        return list.flatMap(cases)
      }
    @unknown default: []
    }
  }
}

extension Statement {
  /// A binding of a name to an unknown value, which hides outer declarations of the name.
  ///
  /// It is used for types inside functions and for generic parameters.
  static func hidden(_ name: String, at position: Position) -> Self {
    .binding(Binding(pattern: Pattern(names: [name], isWhole: true), position: position))
  }

  /// A binding of a name to a type, for a type alias.
  static func alias(_ name: String, of type: WrittenType, at position: Position) -> Self {
    .binding(
      Binding(
        pattern: Pattern(names: [name], isWhole: true),
        value: Expression(kind: .type(type), position: position), position: position))
  }

  /// Whether the statement declares names.
  fileprivate var isDeclaration: Bool {
    switch self {
    case .binding, .function: true
    case .expression, .conditional, .requirement, .selection, .iteration, .repetition, .attempt,
      .deferred, .result, .exit:
      false
    }
  }
}

extension AttributeFacts {
  /// Whether the attribute may be a property wrapper that uses the value of the variable.
  ///
  /// The platform's own wrappers only store the value.
  fileprivate var isWrapper: Bool {
    name.first?.isUppercase == true && !name.hasSuffix("Actor") && !Self.keepers.contains(name)
  }

  private static let keepers: Set = [
    "Bindable", "Binding", "Environment", "ObservedObject", "Previewable", "Query", "Sendable",
    "State", "StateObject", "TaskLocal",
  ]
}

extension PatternSyntax {
  /// Whether the pattern unwraps an optional into one name: `let x?`.
  fileprivate var isOptional: Bool {
    guard
      let inner = bound.as(ExpressionPatternSyntax.self)?.expression
        .as(OptionalChainingExprSyntax.self)?.expression
    else { return false }
    return inner.as(PatternExprSyntax.self)?.pattern.bound.is(IdentifierPatternSyntax.self) ?? false
  }

  /// The enumeration case that the pattern matches: `.some(let x)`, `Shape.circle(let radius)`.
  fileprivate var enumCase: String? {
    bound.as(ExpressionPatternSyntax.self)?.expression.as(FunctionCallExprSyntax.self)?
      .calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.plain
  }

  /// The type after `as` in a pattern that binds one name: `let book as Book`.
  fileprivate var castType: TypeSyntax? {
    guard let node = bound.as(ExpressionPatternSyntax.self)?.expression else { return nil }
    if let cast = node.as(AsExprSyntax.self), cast.questionOrExclamationMark == nil {
      return cast.expression.bindsName ? cast.type : nil
    }
    guard let parts = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      parts.count == 3, parts[0].bindsName, parts[1].is(UnresolvedAsExprSyntax.self)
    else { return nil }
    return parts[2].as(TypeExprSyntax.self)?.type
  }

  /// The pattern after `let` or `var`.
  private var bound: PatternSyntax { self.as(ValueBindingPatternSyntax.self)?.pattern ?? self }
}

extension ExprSyntax {
  /// Whether the expression is a name that a pattern binds.
  fileprivate var bindsName: Bool {
    self.as(PatternExprSyntax.self)?.pattern.is(IdentifierPatternSyntax.self) ?? false
  }
}
