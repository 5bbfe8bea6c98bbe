internal import Diagnostics
internal import Programs
internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftParserDiagnostics
internal import SwiftSyntax
internal import Threads

/// A reader of one file, which parses it and records its facts without the syntax tree.
struct SourceReader {
  let lines: LineTable
  /// The depth of the reader in the syntax tree.
  let nesting = Nesting()
  /// The types inside functions found so far.
  let localTypes = LocalTypes()

  /// Reads a text without a time limit.
  static func facts(of text: String, path: String) -> FileFacts {
    read(text, path: path)
  }

  /// Reads the text of a file.
  ///
  /// The parser cannot be stopped. If it takes too long, the file is given up and reported as a problem.
  static func facts(
    of text: String, path: String, withinMilliseconds limit: Int
  ) -> (facts: FileFacts, isFinished: Bool) {
    let finished = TimedWork.value(withinMilliseconds: limit, stackSize: DeepThread.stackSize) {
      read(text, path: path)
    }
    return (finished ?? unfinished(path), finished != nil)
  }

  /// Reads a text.
  ///
  /// A text that does not parse is read as far as possible, and reported as a problem. The problem is only a
  /// warning if the text cannot declare a model, because all models are known then.
  private static func read(_ text: String, path: String) -> FileFacts {
    let bytes = Array(text.utf8)
    var facts = read(bytes, path: path)
    if !facts.problems.isEmpty, !SwiftFiles.mayDeclareModels(bytes) {
      for place in facts.problems.indices { facts.problems[place].severity = .warning }
    }
    return facts
  }

  private static func read(_ bytes: [UInt8], path: String) -> FileFacts {
    if let excess = NestingScan.excess(in: bytes) {
      return unreadable(excess, at: LineTable(bytes).position(excess.offset), path)
    }
    let tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    let reader = SourceReader(lines: LineTable(bytes))
    var facts = FileFacts(path: path)
    reader.read(tree.statements, into: &facts)
    facts.members.localTypes = reader.localTypes.found
    facts.members = facts.members.fitted
    facts.extensions = facts.extensions.fitted
    if bytes.withUnsafeBufferPointer({ $0.contains("migrate:") }) {
      facts.remarks = reader.remarks(in: tree)
    }
    if SwiftFiles.mayOpenStores(bytes) { facts.cacheComments = reader.cacheComments(in: tree) }
    facts.unreleased = reader.unreleased(in: tree, of: bytes)
    if let offset = reader.nesting.excess {
      // The generator of diagnostics recurses as deep as the tree.
      facts.problems = [reader.tooDeep(at: offset, in: facts)]
    } else if tree.hasError {
      facts.problems = reader.problems(in: tree, of: facts)
    }
    return facts
  }

  /// The facts of a file that the parser would not finish.
  private static func unreadable(
    _ excess: NestingScan.Excess, at position: Position, _ path: String
  ) -> FileFacts {
    var facts = FileFacts(path: path)
    facts.problems = [
      Diagnostics.Diagnostic(
        code: "invalid-swift", excess.kind.message, at: facts.location(position),
        notes: [.init("\(excess.kind.advice); nothing else in the file is looked at")])
    ]
    return facts
  }

  /// The facts of a file that the parser did not finish in time.
  private static func unfinished(_ path: String) -> FileFacts {
    var facts = FileFacts(path: path)
    facts.problems = [
      Diagnostics.Diagnostic(
        code: "slow-swift",
        "the parser takes too long with this file, which is left out",
        at: facts.location(Position(line: 1, column: 1)),
        notes: [
          .init("take long or nested types and expressions in it apart; other files are read")
        ])
    ]
    return facts
  }

  private func tooDeep(at offset: Int, in facts: FileFacts) -> Diagnostics.Diagnostic {
    Diagnostics.Diagnostic(
      code: "invalid-swift",
      "more than \(Nesting.limit / 2) calls follow one another here, or as many types or "
        + "statements lie in one another",
      at: facts.location(lines.position(offset)),
      notes: [
        .init("give a part of it a name of its own; the rest of the file is still looked at")
      ])
  }

  private init(lines: LineTable) { self.lines = lines }

  /// The position of a node, after the spaces and comments before it.
  func position(_ node: some SyntaxProtocol) -> Position {
    lines.position(node.positionAfterSkippingLeadingTrivia.utf8Offset)
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

  /// The errors that the compiler would report, as one problem with several places.
  private func problems(
    in tree: SourceFileSyntax, of facts: FileFacts
  ) -> [Diagnostics.Diagnostic] {
    let found = ParseDiagnosticsGenerator.diagnostics(for: tree).filter {
      $0.diagMessage.severity == .error && !$0.isWarningOnly
    }.map { problem in
      Diagnostics.Diagnostic.Note(
        problem.message, at: facts.location(lines.position(problem.position.utf8Offset)))
    }
    guard let first = found.first else { return [] }
    let others = found.dropFirst()
    let shown = others.prefix(Self.shownPlaces)
    let left = others.count - shown.count
    return [
      Diagnostics.Diagnostic(
        code: "invalid-swift", first.message, at: first.location,
        notes: shown + (left > 0 ? [.init("and \(left) more in this file")] : [])
          + [.init("the rest of the file is still looked at")])
    ]
  }

  /// The greatest number of places in a problem, besides the first.
  private static let shownPlaces = 3

  /// The comments with instructions for this tool.
  private func remarks(in tree: SourceFileSyntax) -> [FileFacts.Remark] {
    var remarks: [FileFacts.Remark] = []
    for token in tree.tokens(viewMode: .sourceAccurate) {
      collect(token.leadingTrivia, before: token, into: &remarks)
      collect(token.trailingTrivia, before: nil, behind: token, into: &remarks)
    }
    return remarks
  }

  /// The lines that comments about a cache apply to.
  private func cacheComments(in tree: SourceFileSyntax) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    for token in tree.tokens(viewMode: .sourceAccurate) {
      if CacheWords.describe(token.leadingTrivia.commentText) { found.append(headLines(of: token)) }
      if CacheWords.describe(token.trailingTrivia.commentText) {
        let line = Int(position(token).line)
        found.append(line...line)
      }
    }
    return found
  }

  /// Collects the comments with instructions before or after a token.
  ///
  /// Comments before a token apply to the code that begins with it. Comments after it apply to their own
  /// line.
  private func collect(
    _ trivia: Trivia, before next: TokenSyntax?, behind last: TokenSyntax? = nil,
    into remarks: inout [FileFacts.Remark]
  ) {
    var offset =
      (next?.position ?? last?.endPositionBeforeTrailingTrivia ?? AbsolutePosition(utf8Offset: 0))
      .utf8Offset
    for piece in trivia {
      if case .lineComment(let text) = piece {
        let words = text.drop { $0 == "/" || $0 == " " }
        if words.hasPrefix("migrate:") {
          let position = lines.position(offset)
          let ownLine = Int(position.line)
          remarks.append(
            .init(
              text: String(words), position: position,
              lines: next.map(headLines) ?? ownLine...ownLine))
        }
      }
      offset += piece.sourceLength.utf8Length
    }
  }

  /// The lines of a token, and of the head of the declaration that begins with it.
  private func headLines(of token: TokenSyntax) -> ClosedRange<Int> {
    let first = Int(position(token).line)
    var head: AbsolutePosition?
    var node = token.parent
    while let current = node, current.position == token.position {
      head = current.endOfHead ?? head
      node = current.parent
    }
    let last = head.map { Int(lines.position($0.utf8Offset).line) } ?? first
    return first...max(first, last)
  }
}

extension Trivia {
  /// The text of its comments, one after the other.
  fileprivate var commentText: String {
    compactMap { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
        .docBlockComment(let text):
        text
      default: nil
      }
    }.joined(separator: "\n")
  }
}

extension Syntax {
  /// The end of a declaration's head: before the braces, or before an initial value.
  fileprivate var endOfHead: AbsolutePosition? {
    if let node = self.as(VariableDeclSyntax.self) {
      return node.bindings.last?.pattern.endPositionBeforeTrailingTrivia
    }
    if let node = self.as(FunctionDeclSyntax.self) {
      return node.signature.endPositionBeforeTrailingTrivia
    }
    if let node = self.as(InitializerDeclSyntax.self) {
      return node.signature.endPositionBeforeTrailingTrivia
    }
    if let node = self.asProtocol((any DeclGroupSyntax).self) {
      return node.memberBlock.leftBrace.positionAfterSkippingLeadingTrivia
    }
    return nil
  }
}

extension SwiftDiagnostics.Diagnostic {
  /// Whether the compiler only warns before Swift 6: of spaces between an attribute and its arguments.
  fileprivate var isWarningOnly: Bool {
    message == "extraneous whitespace before '(' is not permitted"
      && sequence(first: node, next: \.parent).prefix(3).contains { $0.is(AttributeSyntax.self) }
  }
}

extension IfConfigDeclSyntax.Clause {
  /// The clause as an inactive one, with the active clause.
  func besides(_ counted: Self?) -> OtherClause {
    OtherClause(head: head, counted: mayBeReleased ? counted?.head : nil)
  }
}
