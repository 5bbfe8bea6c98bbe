internal import Diagnostics
internal import Programs
internal import SwiftParser
internal import SwiftSyntax
internal import Threads

/// A reader of one file, which parses it and records its facts without the syntax tree.
struct SourceReader {
  let lines: LineTable
  /// The depth of the reader in the syntax tree.
  let nesting = Nesting()
  /// The types inside functions found so far.
  let localTypes = LocalTypes()

  /// Reads the text of a file.
  ///
  /// The parser cannot be stopped. If it takes too long, the file is given up and reported as a problem.
  static func facts(
    of text: String, path: String, withinMilliseconds limit: Int
  ) -> (facts: FileFacts, isFinished: Bool) {
    let finished = TimedWork.value(withinMilliseconds: limit, stackSize: DeepThread.stackSize) {
      Self.facts(of: text, path: path)
    }
    if let finished { return (finished, true) }
    var facts = FileFacts(path: path)
    facts.report(
      "the parser takes too long with this file, which is left out", code: "slow-swift",
      at: Position(line: 1, column: 1),
      "take long or nested types and expressions in it apart; other files are read")
    return (facts, false)
  }

  /// Reads a text without a time limit.
  ///
  /// A text that does not parse is read as far as possible, and reported as a problem. The problem is only a
  /// warning if the text cannot declare a model, because all models are known then.
  static func facts(of text: String, path: String) -> FileFacts {
    let bytes = Array(text.utf8)
    var facts = read(bytes, path: path)
    if !facts.problems.isEmpty, !SwiftFiles.mayDeclareModels(bytes) {
      for place in facts.problems.indices { facts.problems[place].severity = .warning }
    }
    return facts
  }

  private static func read(_ bytes: [UInt8], path: String) -> FileFacts {
    if let excess = NestingScan.excess(in: bytes) {
      var facts = FileFacts(path: path)
      facts.report(
        excess.kind.message, at: LineTable(bytes).position(excess.offset),
        "\(excess.kind.advice); nothing else in the file is looked at")
      return facts
    }
    let tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    let reader = SourceReader(lines: LineTable(bytes))
    var facts = FileFacts(path: path)
    reader.read(tree.statements, into: &facts)
    facts.members.localTypes = reader.localTypes.found
    facts.members = facts.members.fitted
    facts.extensions = facts.extensions.fitted
    let places = MarkedPlaces(tree: tree, lines: reader.lines)
    let mentions = { (words: [String]) in
      bytes.withUnsafeBufferPointer { text in words.contains { text.contains($0) } }
    }
    if mentions(["migrate:"]) { facts.remarks = places.remarks }
    if SwiftFiles.mayOpenStores(bytes) { facts.cacheComments = places.cacheComments }
    if mentions(["#if", "Preview"]) { facts.unreleased = places.unreleased }
    if let offset = reader.nesting.excess {
      // The generator of diagnostics recurses as deep as the tree.
      facts.report(
        "more than \(Nesting.limit / 2) calls follow one another here, or as many types or "
          + "statements lie in one another", at: reader.lines.position(offset),
        "give a part of it a name of its own; the rest of the file is still looked at")
    } else if tree.hasError {
      facts.reportErrors(in: tree, reader.lines)
    }
    return facts
  }

  private init(lines: LineTable) { self.lines = lines }

  /// The position of a node, after the spaces and comments before it.
  func position(_ node: some SyntaxProtocol) -> Position {
    lines.position(of: node)
  }
}

// MARK: - Whole files

extension SourceReader {
  private func read(_ items: CodeBlockItemListSyntax, into facts: inout FileFacts) {
    for item in items {
      switch item.item {
      case .decl(let declaration):
        read(declaration, into: &facts)
        // The variables of a script are computed in order with its statements.
        if facts.isScript, declaration.is(VariableDeclSyntax.self) {
          facts.statements += statements(item)
        }
      case .expr(let expression):
        if let macro = expression.as(MacroExpansionExprSyntax.self) {
          facts.members.macros.append(self.macro(macro))
        } else {
          facts.statements += statements(item)
        }
      case .stmt: facts.statements += statements(item)
      @unknown default: break
      }
    }
  }

  private func read(_ declaration: DeclSyntax, into facts: inout FileFacts) {
    if let node = declaration.as(IfConfigDeclSyntax.self) {
      readConditional(node, into: &facts)
    } else if let node = declaration.as(ExtensionDeclSyntax.self) {
      facts.extensions.append(
        ExtensionFacts(
          extended: type(node.extendedType), position: position(node.extendedType),
          inherited: inherited(node.inheritanceClause), members: members(node.memberBlock)))
    } else if let node = declaration.as(ImportDeclSyntax.self) {
      let isTested = attributes(node.attributes).contains { $0.name == "testable" }
      if !isTested, let module = node.path.first { facts.imports.insert(module.name.plain) }
    } else if let macro = declaration.as(MacroExpansionDeclSyntax.self) {
      facts.members.macros.append(self.macro(macro))
    } else {
      read(declaration, into: &facts.members)
    }
  }

  /// Reads an `#if` with its clauses.
  ///
  /// Extensions and statements are read from every clause, as they are only code.
  private func readConditional(_ node: IfConfigDeclSyntax, into facts: inout FileFacts) {
    let (counted, others) = node.clauseThatCounts
    func read(_ clause: IfConfigDeclSyntax.Clause) -> Members {
      var inner = FileFacts(path: facts.path)
      if case .statements(let items) = clause.elements { self.read(items, into: &inner) }
      facts.extensions += inner.extensions
      facts.imports.formUnion(inner.imports)
      facts.statements += inner.statements
      return inner.members
    }
    let members = counted.map(read)
    if let counted, let members { facts.members.add(counted: members, under: counted.condition) }
    for clause in others {
      let other = read(clause)
      facts.members.add(
        other: other, besides: members, clause.besides(counted), inType: false)
    }
  }
}

// MARK: - Types

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

extension IfConfigDeclSyntax.Clause {
  /// The clause as an inactive one, with the active clause.
  func besides(_ counted: Self?) -> OtherClause {
    OtherClause(head: head, counted: mayBeReleased ? counted?.head : nil)
  }
}

extension TokenSyntax {
  /// The name that the token spells, without backticks.
  var plain: String { identifier?.name ?? text }
}
