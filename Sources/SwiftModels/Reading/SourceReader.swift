internal import Diagnostics
internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftParserDiagnostics
internal import SwiftSyntax

/// Reads one file: parses it, and notes what it says without keeping its syntax tree.
struct SourceReader {
  private let lines: LineTable

  /// Reads a text.
  ///
  /// A text that does not parse is read as far as it makes sense, and its problems are noted.
  static func facts(of text: String, path: String) -> FileFacts {
    let bytes = Array(text.utf8)
    let tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    let reader = SourceReader(lines: LineTable(bytes))
    var facts = FileFacts(path: path)
    reader.read(tree.statements, into: &facts)
    if text.contains("migrate:") { facts.remarks = reader.remarks(in: tree) }
    if tree.hasError { facts.problems = reader.problems(in: tree, of: facts) }
    return facts
  }

  private init(lines: LineTable) { self.lines = lines }

  /// Where a node begins, after the spaces and comments before it.
  func position(_ node: some SyntaxProtocol) -> Position {
    lines.position(node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }
}

// MARK: - The file as a whole

extension SourceReader {
  private func read(_ items: CodeBlockItemListSyntax, into facts: inout FileFacts) {
    for item in items {
      switch item.item {
      case .decl(let declaration): read(declaration, into: &facts)
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
    if let condition = declaration.as(IfConfigDeclSyntax.self) {
      guard case .statements(let items) = condition.clauseThatCounts.elements else { return }
      let (types, properties) = (facts.members.types.count, facts.members.properties.count)
      read(items, into: &facts)
      facts.members.mark(condition.clauseThatCounts.condition, fromType: types, properties)
    } else if let node = declaration.as(ExtensionDeclSyntax.self) {
      facts.extensions.append(
        ExtensionFacts(
          extended: type(node.extendedType), position: position(node.extendedType),
          inherited: inherited(node.inheritanceClause), members: members(node.memberBlock)))
    } else if let macro = declaration.as(MacroExpansionDeclSyntax.self) {
      facts.members.macros.append(self.macro(macro))
    } else {
      read(declaration, into: &facts.members)
    }
  }

  private func problems(in tree: SourceFileSyntax, of facts: FileFacts) -> [Diagnostics.Diagnostic]
  {
    ParseDiagnosticsGenerator.diagnostics(for: tree).filter {
      $0.diagMessage.severity == .error
    }.map { problem in
      Diagnostics.Diagnostic(
        code: "invalid-swift", problem.message,
        at: facts.location(lines.position(problem.position.utf8Offset)),
        notes: [.init("the rest of the file is still looked at")])
    }
  }

  /// The comments that speak to this tool, wherever they stand.
  private func remarks(in tree: SourceFileSyntax) -> [FileFacts.Remark] {
    var remarks: [FileFacts.Remark] = []
    for token in tree.tokens(viewMode: .sourceAccurate) {
      collect(token.leadingTrivia, from: token.position.utf8Offset, into: &remarks)
      collect(
        token.trailingTrivia, from: token.endPositionBeforeTrailingTrivia.utf8Offset,
        into: &remarks)
    }
    return remarks
  }

  private func collect(
    _ trivia: Trivia, from start: Int, into remarks: inout [FileFacts.Remark]
  ) {
    var offset = start
    for piece in trivia {
      if case .lineComment(let text) = piece, let range = text.firstRange(of: "migrate:") {
        remarks.append(.init(text: String(text[range...]), position: lines.position(offset)))
      }
      offset += piece.sourceLength.utf8Length
    }
  }
}

extension String {
  /// Where a text begins in this one.
  fileprivate func firstRange(of text: String) -> String.Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}

extension Members {
  /// Notes the condition under which the last types and properties are there.
  mutating func mark(_ condition: String?, fromType type: Int, _ property: Int) {
    guard let condition else { return }
    for index in types.indices.dropFirst(type) {
      types[index].condition = types[index].condition ?? condition
    }
    for index in properties.indices.dropFirst(property) {
      properties[index].condition = properties[index].condition ?? condition
    }
  }
}
