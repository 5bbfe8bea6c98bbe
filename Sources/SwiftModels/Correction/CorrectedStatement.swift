internal import SwiftSyntax

extension TokenSyntax {
  /// The call that begins here and makes an object.
  var creation: FunctionCallExprSyntax? {
    ancestors.lazy.compactMap { $0.as(FunctionCallExprSyntax.self) }.first { call in
      call.calledExpression.bytes.contains(bytes.lowerBound)
    }.flatMap { $0.calledExpression.spellsType ? $0 : nil }
  }

  /// The call that begins here and gives an object for certain.
  func making(isPresent: Bool) -> FunctionCallExprSyntax? {
    if let creation { return creation }
    let call = ancestors.lazy.compactMap { $0.as(FunctionCallExprSyntax.self) }.first { call in
      call.calledExpression.bytes.contains(bytes.lowerBound)
    }
    return isPresent ? call : nil
  }

  /// Whether it is a name that stands by itself, neither a label nor a member of something.
  var isOwnName: Bool {
    if let label = parent?.as(LabeledExprSyntax.self)?.label, label.id == id { return false }
    guard let member = parent?.parent?.as(MemberAccessExprSyntax.self) else { return true }
    return member.declName.baseName.id != id || member.base == nil
  }

  /// The call of `.init` that begins here.
  var implicitCreation: FunctionCallExprSyntax? {
    ancestors.lazy.compactMap { $0.as(FunctionCallExprSyntax.self) }.first { call in
      guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return false }
      return member.base == nil && member.declName.baseName.text == "init"
        && member.bytes.lowerBound == bytes.lowerBound
    }
  }
}

extension SyntaxProtocol {
  /// Whether a part of it is a member of a type that only the place tells, or an empty list of one.
  var hasImplicitMember: Bool {
    if let call = self.as(ExprSyntax.self)?.as(FunctionCallExprSyntax.self),
      call.calledExpression.spellsType
    {
      // What an initializer takes, it knows the type of.
      return false
    }
    return tokens(viewMode: .sourceAccurate).contains { token in
      token.parent?.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
        || token.parent?.as(ArrayExprSyntax.self).map(\.isEmptyArgument) ?? false
    }
  }
}

extension ArrayExprSyntax {
  /// Whether it is an empty list that is passed to what is no initializer: `reduce([]) { … }`.
  fileprivate var isEmptyArgument: Bool {
    guard elements.isEmpty, let argument = parent?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    else { return false }
    return !call.calledExpression.spellsType
  }
}

extension Syntax {
  /// Whether the parts of it are worked out at once, in their order, and whatever they are.
  var isCarriedOutAtOnce: Bool {
    self.is(LabeledExprSyntax.self) || self.is(LabeledExprListSyntax.self)
      || self.is(FunctionCallExprSyntax.self) || self.is(ArrayElementSyntax.self)
      || self.is(ArrayElementListSyntax.self) || self.is(ArrayExprSyntax.self)
      || self.is(ReturnStmtSyntax.self) || self.is(ExprListSyntax.self)
      || self.is(MemberAccessExprSyntax.self) || self.is(InitializerClauseSyntax.self)
      || self.is(PatternBindingSyntax.self) || self.is(PatternBindingListSyntax.self)
      || self.is(VariableDeclSyntax.self) || self.is(ExpressionStmtSyntax.self)
  }
}

extension SequenceExprSyntax {
  /// What stands behind the only operator, where that assigns.
  var assigned: ExprSyntax? {
    let parts = Array(elements)
    guard parts.count == 3 else { return nil }
    let isSum = parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "+="
    return isSum || parts[1].is(AssignmentExprSyntax.self) ? parts[2] : nil
  }
}

extension CodeBlockItemSyntax {
  /// The expression that the statement is.
  private var expression: ExprSyntax? {
    switch item {
    case .expr(let node): node
    case .stmt(let node): node.as(ExpressionStmtSyntax.self)?.expression
    case .decl: nil
    @unknown default: nil
    }
  }

  /// The list that the statement assigns or adds.
  var related: ExprSyntax? {
    if let sequence = expression?.as(SequenceExprSyntax.self) { return sequence.assigned }
    if let call = expression?.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
      call.arguments.first?.label?.text == "contentsOf"
    {
      return call.arguments.first?.expression
    }
    // A list that an initializer takes is the argument itself.
    return nil
  }

  /// The name that the statement gives to what a call makes, and to nothing else.
  func bindingName(of call: FunctionCallExprSyntax) -> String? {
    guard case .decl(let node) = item, let variable = node.as(VariableDeclSyntax.self),
      variable.bindings.count == 1, let binding = variable.bindings.first,
      binding.initializer?.value.bare?.id == ExprSyntax(call).id
    else { return nil }
    return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plain
  }

  /// Whether the statement is a call that takes only this.
  func isCall(with argument: FunctionCallExprSyntax) -> Bool {
    guard let call = expression?.as(FunctionCallExprSyntax.self), call.arguments.count == 1 else {
      return false
    }
    return call.arguments.first?.expression.id == ExprSyntax(argument).id
  }

  /// Whether the statement does nothing with what a call makes.
  func isDiscarded(_ call: FunctionCallExprSyntax) -> Bool {
    if expression?.id == ExprSyntax(call).id { return true }
    guard let sequence = expression?.as(SequenceExprSyntax.self),
      sequence.assigned?.id == ExprSyntax(call).id
    else { return false }
    return sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) ?? false
  }

  /// Whether the statement does nothing but insert what is inserted here.
  func onlyInserts(at token: TokenSyntax) -> Bool {
    if case .stmt(let node) = item, let loop = node.as(ForStmtSyntax.self) {
      return loop.body.statements.count == 1
    }
    guard let call = expression?.as(FunctionCallExprSyntax.self) else { return false }
    if call.bytes.lowerBound == token.bytes.lowerBound { return true }
    let method = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.plain
    guard method == "forEach" else { return false }
    return call.trailingClosure.map { $0.statements.count == 1 } ?? true
  }

  /// Whether what the statement relates may be absent.
  var isConditional: Bool { expression?.hasQuestion ?? false }

  /// Whether the statement gives nothing that the block around it would give, so that others can
  /// stand beside it.
  var staysWithOthers: Bool {
    guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return true }
    switch item {
    case .decl, .stmt: return true
    case .expr(let node):
      if node.as(SequenceExprSyntax.self)?.assigned != nil { return true }
      let called = node.as(FunctionCallExprSyntax.self)?.calledExpression
      let name = called?.as(MemberAccessExprSyntax.self)?.declName.baseName.plain
      if name == "append" || name == "insert" { return true }
      let function = list.parent?.parent?.as(FunctionDeclSyntax.self)
      return function.map { $0.signature.returnClause == nil } ?? false
    @unknown default: return false
    }
  }

  /// Whether the block takes statements that give nothing, and is not put together to a view.
  var takesStatements: Bool {
    for node in ancestors {
      if let list = node.as(CodeBlockItemListSyntax.self), list.contains(where: \.actsForItself) {
        return true
      }
      if node.is(ClosureExprSyntax.self) || node.is(AccessorBlockSyntax.self) { return false }
      if node.is(SourceFileSyntax.self) || node.is(InitializerDeclSyntax.self) { return true }
      if let function = node.as(FunctionDeclSyntax.self) {
        let attributes = function.attributes.trimmedDescription
        let result = function.signature.returnClause?.trimmedDescription ?? ""
        return !attributes.contains("Builder") && !result.contains("some ")
      }
    }
    return false
  }

  /// Whether the statement gives nothing, or leaves.
  private var actsForItself: Bool {
    switch item {
    case .decl: return false
    case .stmt(let node): return node.is(ReturnStmtSyntax.self) || node.is(GuardStmtSyntax.self)
    case .expr(let node):
      if node.as(SequenceExprSyntax.self)?.assigned != nil { return true }
      let called = node.as(FunctionCallExprSyntax.self)?.calledExpression
      let name = called?.as(MemberAccessExprSyntax.self)?.declName.baseName.plain
      return name == "append" || name == "insert"
    @unknown default: return false
    }
  }
}

extension FunctionCallExprSyntax {
  /// The bytes of the arguments with their parentheses.
  var argumentBytes: Range<Int> {
    guard let leftParen, let rightParen else { return bytes.upperBound..<bytes.upperBound }
    return leftParen.bytes.lowerBound..<rightParen.bytes.upperBound
  }

  /// The arguments without some of them, or with another value for some; by place.
  func arguments(without cuts: [Int: String?]) -> String {
    var text = ""
    for (place, argument) in arguments.enumerated() {
      var written = argument.with(\.trailingComma, nil).trimmedDescription
      if let cut = cuts[place] {
        guard let value = cut else { continue }
        written = (argument.label.map { "\($0.plain): " } ?? "") + value
      }
      let before = argument.leadingTrivia.description
      let gap = text.isEmpty || before.contains(where: \.isNewline) ? "" : " "
      text += (text.isEmpty ? "" : ",") + gap + before + written
    }
    let end = text.isEmpty ? "" : rightParen?.leadingTrivia.description ?? ""
    return "(\(text)\(end))"
  }
}
