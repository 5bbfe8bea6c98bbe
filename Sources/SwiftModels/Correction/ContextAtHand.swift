internal import SwiftSyntax

/// The context that lines of a function can name at a place, as the source names it.
struct ContextAtHand {
  private let tree: SourceTree
  private let calls: [Position]

  /// The contexts of a function that tells them to insert objects at these places.
  init(_ tree: SourceTree, calls: Set<Position>) {
    self.tree = tree
    self.calls = calls.sorted()
  }

  /// What stands before `.insert(…)` in a line before or behind a statement; nil where no context is
  /// known for certain.
  func expression(at item: CodeBlockItemSyntax, isBehind: Bool) -> String? {
    let names = isBehind ? item.localNamesBehind : item.localNames
    return calls.compactMap { told(at: $0, item, names) }.first
      ?? names.first { name in
        guard case .context = name.kind else { return false }
        return names.first { $0.name == name.name }?.declaration == name.declaration
      }?.name
      ?? property(for: item, names)
  }

  /// The context that the function tells to insert something elsewhere, where that is the same here.
  private func told(
    at position: Position, _ item: CodeBlockItemSyntax, _ names: [LocalName]
  ) -> String? {
    guard let call = tree.token(at: position).flatMap({ $0.call(named: "insert") }),
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      let root = base.chainRoot, !call.ancestors.contains(where: { $0.is(AwaitExprSyntax.self) })
    else { return nil }
    let name = root.baseName.plain
    let there = call.localName(name)?.declaration
    guard there == names.first(where: { $0.name == name })?.declaration,
      there != nil || call.body?.id == item.body?.id
    else { return nil }
    return base.trimmedDescription
  }

  /// The context that the type has, where the function can read it without more words.
  private func property(for item: CodeBlockItemSyntax, _ names: [LocalName]) -> String? {
    guard let member = item.memberAround?.as(MemberBlockItemSyntax.self),
      let type = member.parent?.parent?.parent?.asProtocol((any DeclGroupSyntax).self),
      readsProperties(item, of: type, member),
      let name = contextProperty(of: type), !names.contains(where: { $0.name == name })
    else { return nil }
    return name
  }

  private func readsProperties(
    _ item: CodeBlockItemSyntax, of type: any DeclGroupSyntax, _ member: MemberBlockItemSyntax
  ) -> Bool {
    // A closure of an object has to say 'self', if it may.
    let isObject = type.is(ClassDeclSyntax.self) || type.is(ActorDeclSyntax.self)
    let inner = item.ancestors.prefix { $0.id != member.id }
    if isObject, inner.contains(where: { $0.is(ClosureExprSyntax.self) }) { return false }
    let modifiers: DeclModifierListSyntax
    if let function = member.decl.as(FunctionDeclSyntax.self) {
      modifiers = function.modifiers
    } else if let variable = member.decl.as(VariableDeclSyntax.self),
      inner.contains(where: { $0.is(AccessorBlockSyntax.self) })
    {
      modifiers = variable.modifiers
    } else {
      return false
    }
    let others: Set<TokenKind> = [
      .keyword(.static), .keyword(.class), .keyword(.nonisolated), .keyword(.lazy),
    ]
    return !modifiers.contains { others.contains($0.name.tokenKind) }
  }

  private func contextProperty(of type: any DeclGroupSyntax) -> String? {
    if type.attributes.contains(where: { $0.trimmedDescription == "@ModelActor" }) {
      return "modelContext"
    }
    return type.memberBlock.members.lazy.compactMap { member -> String? in
      guard let node = member.decl.as(VariableDeclSyntax.self), node.modifiers.isOfObjects,
        node.bindings.count == 1, let binding = node.bindings.first,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plain
      else { return nil }
      let isFromEnvironment = node.attributes.contains {
        $0.trimmedDescription == "@Environment(\\.modelContext)"
      }
      let isContext = binding.typeAnnotation?.type.trimmedDescription == "ModelContext"
      return isContext || isFromEnvironment && binding.typeAnnotation == nil ? name : nil
    }.first
  }
}

extension DeclModifierListSyntax {
  /// Whether each object has what they stand before.
  fileprivate var isOfObjects: Bool {
    !contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
}

extension TokenSyntax {
  /// The call of a method that begins here.
  fileprivate func call(named name: String) -> FunctionCallExprSyntax? {
    ancestors.lazy.compactMap { $0.as(FunctionCallExprSyntax.self) }.first { call in
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.plain == name
        && call.bytes.lowerBound == bytes.lowerBound
    }
  }
}

extension ExprSyntax {
  /// The name that a chain of plain members begins with.
  fileprivate var chainRoot: DeclReferenceExprSyntax? {
    var node = self
    while true {
      if let name = node.as(DeclReferenceExprSyntax.self) { return name }
      if let member = node.as(MemberAccessExprSyntax.self), let base = member.base {
        node = base
      } else if let chain = node.as(OptionalChainingExprSyntax.self) {
        node = chain.expression
      } else if let forced = node.as(ForceUnwrapExprSyntax.self) {
        node = forced.expression
      } else {
        return nil
      }
    }
  }
}
