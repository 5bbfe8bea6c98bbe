internal import SwiftSyntax

extension SourceReader {
  /// Reads a type; a type that is too deep becomes unknown.
  func type(_ node: TypeSyntax) -> WrittenType {
    nesting.inside(node) { TypePool.kept(read(node)) } ?? .other("…")
  }

  private func read(_ node: TypeSyntax) -> WrittenType {
    if let node = node.as(OptionalTypeSyntax.self) { return .optional(type(node.wrappedType)) }
    if let node = node.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return .optional(type(node.wrappedType))
    }
    if let node = node.as(ArrayTypeSyntax.self) { return .array(type(node.element)) }
    if let node = node.as(DictionaryTypeSyntax.self) {
      return .dictionary(type(node.key), type(node.value))
    }
    if let node = node.as(AttributedTypeSyntax.self) { return type(node.baseType) }
    if let node = node.as(TupleTypeSyntax.self), let only = node.elements.first,
      node.elements.count == 1
    {
      return type(only.type)
    }
    return path(node).map { .named($0) } ?? .other(node.trimmedDescription)
  }

  /// The components of a type that is a name or a path; nil for any other type.
  private func path(_ node: TypeSyntax) -> [WrittenType.Component]? {
    var components: [WrittenType.Component] = []
    var rest = node
    while let member = rest.as(MemberTypeSyntax.self) {
      components.append(component(member.name, member.genericArgumentClause))
      rest = member.baseType
    }
    guard let first = rest.as(IdentifierTypeSyntax.self) else { return nil }
    components.append(component(first.name, first.genericArgumentClause))
    return components.reversed()
  }

  private func component(
    _ name: TokenSyntax, _ arguments: GenericArgumentClauseSyntax?
  ) -> WrittenType.Component {
    WrittenType.Component(name: name.plain, arguments: types(arguments))
  }

  /// The types between angle brackets.
  func types(_ clause: GenericArgumentClauseSyntax?) -> [WrittenType] {
    (clause?.arguments).map(Array.init)?.compactMap { argument in
      if case .type(let node) = argument.argument { return type(node) }
      return nil
    } ?? []
  }

  /// The types after the colon of a declaration.
  func inherited(_ clause: InheritanceClauseSyntax?) -> [WrittenType] {
    (clause?.inheritedTypes).map(Array.init)?.map { type($0.type) } ?? []
  }
}

extension TokenSyntax {
  /// The name that the token spells, without backticks.
  var plain: String { identifier?.name ?? text }
}
