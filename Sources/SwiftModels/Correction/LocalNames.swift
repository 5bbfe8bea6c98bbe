internal import SwiftSyntax

/// A name that a function declares for itself, with what is seen of its value.
struct LocalName {
  /// What a value is, as far as its declaration says it without other files.
  enum Kind {
    /// One value, and no optional.
    case one
    /// A list, and no optional.
    case list
    /// A context that takes objects, and no optional.
    case context
    /// What a function gives: an optional, or none.
    case result
    /// Anything else.
    case other
  }

  /// The name.
  var name: String
  /// What it stands for.
  var kind: Kind
  /// What declares it.
  var declaration: SyntaxIdentifier
  /// Where that is.
  var bytes: Range<Int>
}

extension SyntaxProtocol {
  /// What a name stands for that is read here; nil where the function does not declare it.
  func localName(_ name: String) -> LocalName? {
    localNameLists.lazy.compactMap { list in list.first { $0.name == name } }.first
  }

  /// The names that can be read here, from inside to outside, as far as functions declare them.
  var localNames: [LocalName] { localNameLists.flatMap(\.self) }

  /// The same, one list for each node around this one; made as far as they are asked for.
  private var localNameLists: some Sequence<[LocalName]> {
    sequence(state: Syntax(self)) { child -> [LocalName]? in
      guard let node = child.parent, !child.is(MemberBlockItemSyntax.self) else { return nil }
      defer { child = node }
      return node.names(before: child)
    }
  }

  /// The names that can be read behind a statement.
  var localNamesBehind: [LocalName] { Syntax(self).ownNames + localNames }
}

extension Syntax {
  /// The names that a node declares for one of its parts.
  fileprivate func names(before child: Syntax) -> [LocalName] {
    if let list = self.as(CodeBlockItemListSyntax.self) {
      // To filter the list itself makes another tree of it.
      let items = Array(list).filter { $0.position < child.position }.reversed()
      return items.flatMap { Syntax($0).ownNames } + list.flatMap(\.functionNames)
    }
    if let node = self.as(IfExprSyntax.self) {
      return child.id == node.body.id ? node.conditions.names : []
    }
    if let node = self.as(WhileStmtSyntax.self) { return node.conditions.names }
    if let node = self.as(ForStmtSyntax.self), child.id == node.body.id {
      return node.pattern.names(.one, in: node.caseKeyword == nil)
    }
    if let node = self.as(ClosureExprSyntax.self) { return node.names }
    if let node = self.as(SwitchCaseSyntax.self) { return node.label.names(.other) }
    if let node = self.as(CatchClauseSyntax.self) {
      return node.catchItems.names(.other) + [Syntax(node).name("error", .other)]
    }
    if let node = self.as(FunctionDeclSyntax.self) { return node.signature.names }
    if let node = self.as(InitializerDeclSyntax.self) { return node.signature.names }
    if let node = self.as(SubscriptDeclSyntax.self) { return node.parameterClause.names(.other) }
    if let node = self.as(AccessorDeclSyntax.self) {
      return ["newValue", "oldValue"].map { Syntax(node).name($0, .other) }
    }
    return []
  }

  /// The names that a statement declares for those behind it.
  fileprivate var ownNames: [LocalName] {
    guard let item = self.as(CodeBlockItemSyntax.self) else { return [] }
    switch item.item {
    case .decl(let node):
      return node.as(VariableDeclSyntax.self)?.bindings.flatMap(\.names) ?? []
    case .stmt(let node): return node.as(GuardStmtSyntax.self)?.conditions.names ?? []
    case .expr: return []
    @unknown default: return []
    }
  }

  fileprivate func name(_ name: String, _ kind: LocalName.Kind) -> LocalName {
    LocalName(name: name, kind: kind, declaration: id, bytes: bytes)
  }
}

extension CodeBlockItemSyntax {
  /// The name of a function inside a function, which is known before it, too.
  fileprivate var functionNames: [LocalName] {
    guard case .decl(let node) = item, let function = node.as(FunctionDeclSyntax.self) else {
      return []
    }
    return [Syntax(function).name(function.name.plain, .other)]
  }
}

extension SyntaxProtocol {
  /// Every name that is bound somewhere in a pattern or a list of patterns.
  fileprivate func names(_ kind: LocalName.Kind, in isWhole: Bool = true) -> [LocalName] {
    tokens(viewMode: .sourceAccurate).compactMap { token in
      guard let pattern = token.parent?.as(IdentifierPatternSyntax.self) else {
        guard let parameter = token.parent?.as(FunctionParameterSyntax.self) else { return nil }
        return Syntax(parameter).name(token.plain, .other)
      }
      return Syntax(pattern).name(token.plain, isWhole && pattern.id == id ? kind : .other)
    }
  }
}

extension PatternBindingSyntax {
  fileprivate var names: [LocalName] { pattern.names(kind) }

  private var kind: LocalName.Kind {
    if let type = typeAnnotation?.type { return type.kind }
    return initializer?.value.kind ?? .other
  }
}

extension ConditionElementListSyntax {
  fileprivate var names: [LocalName] {
    reversed().flatMap { element -> [LocalName] in
      switch element.condition {
      case .optionalBinding(let node):
        // Of a list or a context the name says nothing more than of one object.
        let kind = node.initializer?.value.bare?.kind ?? .one
        switch kind {
        case .list, .context: return node.pattern.names(kind)
        case .one, .result, .other:
          return node.pattern.names(node.typeAnnotation?.type.kind ?? .one)
        }
      case .matchingPattern(let node): return node.pattern.names(.other)
      default: return []
      }
    }
  }
}

extension FunctionSignatureSyntax {
  fileprivate var names: [LocalName] {
    parameterClause.parameters.map { parameter in
      let name = (parameter.secondName ?? parameter.firstName).plain
      let kind = parameter.ellipsis == nil ? parameter.type.kind : .list
      return Syntax(parameter).name(name, kind)
    }
  }
}

extension ClosureExprSyntax {
  fileprivate var names: [LocalName] {
    let captured = (signature?.capture?.items).map { items in
      items.map { item in Syntax(item).name(item.name.plain, .other) }
    }
    return parameterNames + (captured ?? [])
  }

  private var parameterNames: [LocalName] {
    switch signature?.parameterClause {
    case .simpleInput(let list): list.map { Syntax($0).name($0.name.plain, .one) }
    case .parameterClause(let clause):
      clause.parameters.map { parameter in
        Syntax(parameter).name(
          (parameter.secondName ?? parameter.firstName).plain, parameter.type?.kind ?? .one)
      }
    case nil: (0..<3).map { Syntax(self).name("$\($0)", .one) }
    @unknown default: []
    }
  }
}

extension TypeSyntax {
  /// What values of a type are.
  fileprivate var kind: LocalName.Kind {
    if let node = self.as(IdentifierTypeSyntax.self) {
      switch node.name.plain {
      case "ModelContext": return .context
      case "Array": return .list
      default: return node.genericArgumentClause == nil ? .one : .other
      }
    }
    if let node = self.as(MemberTypeSyntax.self) {
      return node.name.plain == "ModelContext" ? .context : .one
    }
    if self.is(ArrayTypeSyntax.self) { return .list }
    if self.is(SomeOrAnyTypeSyntax.self) { return .one }
    return self.as(AttributedTypeSyntax.self)?.baseType.kind ?? .other
  }
}

extension ExprSyntax {
  /// What a first value is.
  fileprivate var kind: LocalName.Kind {
    guard let value = bare else { return .other }
    if value.is(ArrayExprSyntax.self) { return .list }
    guard !value.hasQuestion else { return .other }
    if let member = value.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.plain == "mainContext" ? .context : .other
    }
    guard let called = value.as(FunctionCallExprSyntax.self)?.calledExpression else {
      return .other
    }
    if called.spellsType {
      switch called.trimmedDescription {
      case "ModelContext": return .context
      case "Array": return .list
      default: return .one
      }
    }
    let name = called.as(MemberAccessExprSyntax.self)?.declName.baseName.plain
    return name == "map" || name == "compactMap" ? .list : .result
  }
}
