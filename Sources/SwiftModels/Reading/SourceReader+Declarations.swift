internal import SwiftSyntax

extension SourceReader {
  /// The members between the braces of a type or extension.
  func members(_ block: MemberBlockSyntax) -> Members {
    var members = Members()
    read(block.members, into: &members)
    return members.fitted
  }

  private func read(_ items: MemberBlockItemListSyntax, into members: inout Members) {
    for item in items { read(item.decl, into: &members) }
  }

  /// Reads one declaration, unless it is an extension.
  func read(_ declaration: DeclSyntax, into members: inout Members) {
    if let node = declaration.as(VariableDeclSyntax.self) {
      members.properties += properties(node)
    } else if let node = declaration.as(FunctionDeclSyntax.self) {
      members.functions.append(function(node))
    } else if let node = declaration.as(InitializerDeclSyntax.self) {
      members.functions.append(initializer(node))
    } else if let node = declaration.as(DeinitializerDeclSyntax.self) {
      members.functions.append(deinitializer(node))
    } else if let node = declaration.as(EnumCaseDeclSyntax.self) {
      members.cases += node.elements.map(enumerationCase)
    } else if let node = declaration.as(TypeAliasDeclSyntax.self) {
      members.aliases.append(
        AliasFacts(
          name: node.name.plain, position: position(node.name),
          isPrivate: isPrivate(node.modifiers),
          genericParameters: node.genericParameterClause?.parameters.map(\.name.plain) ?? [],
          type: type(node.initializer.value)))
    } else if let node = declaration.as(MacroExpansionDeclSyntax.self) {
      members.macros.append(macro(node))
    } else if let node = declaration.as(IfConfigDeclSyntax.self) {
      readConditional(node, into: &members)
    } else if let type = typeDeclaration(declaration) {
      members.types.append(type)
    } else if let node = declaration.as(SubscriptDeclSyntax.self) {
      members.functions += subscripts(node)
    }
  }

  private func readConditional(_ node: IfConfigDeclSyntax, into members: inout Members) {
    let (counted, others) = node.clauseThatCounts
    let known = counted.map(self.members(of:))
    if let counted, let known { members.add(counted: known, under: counted.condition) }
    for clause in others {
      members.add(
        other: self.members(of: clause), besides: known, clause.besides(counted), inType: true)
    }
  }

  private func members(of clause: IfConfigDeclSyntax.Clause) -> Members {
    var members = Members()
    switch clause.elements {
    case .decls(let items): read(items, into: &members)
    case .statements(let items):
      for item in items {
        if case .decl(let declaration) = item.item { read(declaration, into: &members) }
      }
    default: break
    }
    return members
  }

  // MARK: Types

  /// The type that a declaration declares, if it does.
  func typeDeclaration(_ declaration: DeclSyntax) -> TypeFacts? {
    if let node = declaration.as(ClassDeclSyntax.self) {
      return type(.class, node, node.name, node.genericParameterClause)
    } else if let node = declaration.as(StructDeclSyntax.self) {
      return type(.struct, node, node.name, node.genericParameterClause)
    } else if let node = declaration.as(EnumDeclSyntax.self) {
      return type(.enum, node, node.name, node.genericParameterClause)
    } else if let node = declaration.as(ActorDeclSyntax.self) {
      return type(.actor, node, node.name, node.genericParameterClause)
    } else if let node = declaration.as(ProtocolDeclSyntax.self) {
      var facts = type(.protocol, node, node.name, nil)
      // The conforming types decide the associated types.
      facts.genericParameters = node.memberBlock.members.compactMap {
        $0.decl.as(AssociatedTypeDeclSyntax.self)?.name.plain
      }
      return facts
    }
    return nil
  }

  private func type(
    _ kind: TypeFacts.Kind, _ node: some DeclGroupSyntax, _ name: TokenSyntax,
    _ parameters: GenericParameterClauseSyntax?
  ) -> TypeFacts {
    var facts = TypeFacts(
      kind: kind, name: name.plain, position: position(name),
      attributes: attributes(node.attributes), isPrivate: isPrivate(node.modifiers),
      genericParameters: parameters?.parameters.map(\.name.plain) ?? [],
      inherited: inherited(node.inheritanceClause), members: members(node.memberBlock),
      documentation: documentation(node))
    if !facts.mayBeInModel { facts.forgetDocumentation() }
    return facts
  }

  // MARK: Properties

  private func properties(_ node: VariableDeclSyntax) -> [PropertyFacts] {
    let attributes = attributes(node.attributes)
    let isStatic = isStatic(node.modifiers)
    let isLazy = node.modifiers.contains { $0.name.tokenKind == .keyword(.lazy) }
    // `var a, b: Int` writes the type once, for all names before it.
    var laterType: WrittenType?
    var result: [PropertyFacts] = []
    for binding in node.bindings.reversed() {
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
      let type = binding.typeAnnotation.map { self.type($0.type) }
      laterType = type ?? (binding.initializer == nil ? laterType : nil)
      let accessors = localTypes.inside(
        tried: FunctionFacts.isNameForShow(pattern.identifier.plain)
      ) { self.accessors(binding.accessorBlock) }
      let isStored = !isStatic && !isLazy && !accessors.computes
      result.append(
        PropertyFacts(
          name: pattern.identifier.plain, position: position(pattern), attributes: attributes,
          type: laterType, value: (binding.initializer?.value).map(expression),
          isStored: isStored, isStatic: isStatic,
          accessors: accessors.bodies, isObserved: !accessors.computes && !accessors.bodies.isEmpty,
          setter: accessors.setter,
          documentation: isStored ? documentation(node) : nil,
          isConstant: node.bindingSpecifier.tokenKind == .keyword(.let),
          isSetPrivately: isPrivate(node.modifiers)))
    }
    return result.reversed()
  }

  private func accessors(
    _ block: AccessorBlockSyntax?
  ) -> (computes: Bool, bodies: [[Statement]], setter: PropertyFacts.Setter?) {
    switch block?.accessors {
    case nil: return (false, [], nil)
    case .getter(let items): return (true, [statements(items)], nil)
    case .accessors(let list):
      let observers: Set<TokenKind> = [.keyword(.willSet), .keyword(.didSet)]
      let written = list.filter { $0.body != nil }
      let setter = written.enumerated().first { $1.accessorSpecifier.tokenKind == .keyword(.set) }
      return (
        !list.allSatisfy { observers.contains($0.accessorSpecifier.tokenKind) },
        written.compactMap { $0.body.map(code) },
        setter.map { place, node in
          PropertyFacts.Setter(place: place, parameter: node.parameters?.name.plain ?? "newValue")
        }
      )
    @unknown default: return (false, [], nil)
    }
  }

  // MARK: Functions

  private func code(_ node: CodeBlockSyntax) -> [Statement] { code(node, hiding: nil) }

  /// The statements of a body, in which generic parameters hide types of the same names.
  private func code(
    _ node: CodeBlockSyntax, hiding parameters: GenericParameterClauseSyntax?
  ) -> [Statement] {
    let hidden = (parameters?.parameters).map(Array.init) ?? []
    return hidden.map { Statement.hidden($0.name.plain, at: position($0.name)) }
      + statements(node.statements)
  }

  /// A function.
  func function(_ node: FunctionDeclSyntax) -> FunctionFacts {
    let bounds = bounds(node.genericParameterClause, node.genericWhereClause)
    return FunctionFacts(
      name: node.name.plain, position: position(node.name),
      attributes: attributes(node.attributes),
      parameters: parameters(node).map(bounds.applied),
      result: (node.signature.returnClause?.type).map(type).map(bounds.applied),
      isStatic: isStatic(node.modifiers),
      body: localTypes.inside(tried: isTried(node)) {
        node.body.map { code($0, hiding: node.genericParameterClause) }
      },
      isNonisolated: node.modifiers.contains { $0.name.tokenKind == .keyword(.nonisolated) })
  }

  /// Whether a function is a test, or makes previews or samples.
  private func isTried(_ node: FunctionDeclSyntax) -> Bool {
    FunctionFacts.isNameForShow(node.name.plain)
      || attributes(node.attributes).contains { $0.name == "Test" }
  }

  private func initializer(_ node: InitializerDeclSyntax) -> FunctionFacts {
    let bounds = bounds(node.genericParameterClause, node.genericWhereClause)
    return FunctionFacts(
      name: "init", position: position(node.initKeyword), attributes: attributes(node.attributes),
      parameters: parameters(node.signature).map(bounds.applied), isStatic: false,
      body: node.body.map { code($0, hiding: node.genericParameterClause) })
  }

  private func deinitializer(_ node: DeinitializerDeclSyntax) -> FunctionFacts {
    FunctionFacts(
      name: "deinit", position: position(node.deinitKeyword), attributes: [], parameters: [],
      isStatic: false, body: node.body.map(code))
  }

  private func subscripts(_ node: SubscriptDeclSyntax) -> [FunctionFacts] {
    accessors(node.accessorBlock).bodies.map { body in
      FunctionFacts(
        name: "subscript", position: position(node.subscriptKeyword), attributes: [],
        parameters: node.parameterClause.parameters.map(parameter), isStatic: false, body: body)
    }
  }

  /// The parameters of a function; an operator's parameters have no labels.
  private func parameters(_ node: FunctionDeclSyntax) -> [FunctionFacts.Parameter] {
    var parameters = parameters(node.signature)
    if node.name.tokenKind.isOperator {
      for place in parameters.indices { parameters[place].label = nil }
    }
    return parameters
  }

  private func parameters(_ signature: FunctionSignatureSyntax) -> [FunctionFacts.Parameter] {
    signature.parameterClause.parameters.map(parameter)
  }

  private func parameter(_ node: FunctionParameterSyntax) -> FunctionFacts.Parameter {
    FunctionFacts.Parameter(
      label: node.firstName.text == "_" ? nil : node.firstName.plain,
      name: (node.secondName ?? node.firstName).plain, position: position(node),
      type: parameterType(node.type), hasDefault: node.defaultValue != nil,
      isVariadic: node.ellipsis != nil, isSending: isSending(node.type))
  }

  private func isSending(_ type: TypeSyntax) -> Bool {
    let specifiers = type.as(AttributedTypeSyntax.self)?.specifiers
    return specifiers?.contains { $0.trimmedDescription == "sending" } ?? false
  }

  private func enumerationCase(_ node: EnumCaseElementSyntax) -> CaseFacts {
    CaseFacts(
      name: node.name.plain, position: position(node.name),
      payload: (node.parameterClause?.parameters).map(Array.init)?.map { parameter in
        CaseFacts.Value(
          label: parameter.firstName.flatMap { $0.text == "_" ? nil : $0.plain },
          type: type(parameter.type))
      } ?? [],
      rawValue: (node.rawValue?.value).map(expression))
  }

  // MARK: Attributes, macros, modifiers

  /// The attributes before a declaration.
  func attributes(_ list: AttributeListSyntax) -> [AttributeFacts] {
    list.flatMap { element -> [AttributeFacts] in
      switch element {
      case .attribute(let node): [attribute(node)]
      case .ifConfigDecl(let node):
        if case .attributes(let inner) = node.clauseThatCounts.counted?.elements {
          attributes(inner)
        } else {
          []
        }
      @unknown default: []
      }
    }
  }

  private func attribute(_ node: AttributeSyntax) -> AttributeFacts {
    var arguments: [Argument] = []
    if case .argumentList(let list) = node.arguments { arguments = self.arguments(list) }
    let name =
      switch type(node.attributeName) {
      case .named(let components): components.last?.name ?? ""
      default: node.attributeName.trimmedDescription
      }
    return AttributeFacts(name: name, position: position(node), arguments: arguments)
  }

  /// A freestanding macro.
  func macro(_ node: some FreestandingMacroExpansionSyntax) -> MacroFacts {
    let arguments = localTypes.inside(tried: node.macroName.plain == "Preview") {
      self.arguments(
        node.arguments, and: node.trailingClosure, node.additionalTrailingClosures)
    }
    return MacroFacts(
      name: node.macroName.plain, position: position(node),
      types: types(node.genericArgumentClause), arguments: arguments)
  }

  private func isStatic(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains {
      $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class)
    }
  }

  private func isPrivate(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains {
      $0.name.tokenKind == .keyword(.private) || $0.name.tokenKind == .keyword(.fileprivate)
    }
  }

  /// The lines of the doc comment before a declaration, as one text.
  private func documentation(_ node: some SyntaxProtocol) -> String? {
    let lines = node.leadingTrivia.compactMap { piece -> Substring? in
      guard case .docLineComment(let text) = piece else { return nil }
      return text.dropFirst(3).drop { $0 == " " }
    }
    let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    return text.isEmpty ? nil : text
  }
}

extension TypeFacts {
  /// Whether the type is a model, or may be the type of a model's property.
  ///
  /// Only the documentation of these types is used.
  fileprivate var mayBeInModel: Bool {
    switch kind {
    case .struct, .enum: true
    case .class: attributes.contains { $0.name == "Model" }
    case .actor, .protocol: false
    }
  }

  /// Removes the documentation of the type and of its properties.
  fileprivate mutating func forgetDocumentation() {
    documentation = nil
    for place in members.properties.indices { members.properties[place].documentation = nil }
  }
}

extension TokenKind {
  /// Whether a function with this name is an operator.
  fileprivate var isOperator: Bool {
    switch self {
    case .binaryOperator, .prefixOperator, .postfixOperator: true
    default: false
    }
  }
}
