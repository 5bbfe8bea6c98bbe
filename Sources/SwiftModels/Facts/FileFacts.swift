internal import Diagnostics

/// The facts of one file, without its syntax tree.
struct FileFacts: Sendable {
  /// The path of the file, as it was found.
  var path: String
  /// The declarations of the file.
  var members = Members()
  /// The imported modules, except those imported with `@testable`.
  var imports: Set<String> = []
  /// The extensions.
  var extensions: [ExtensionFacts] = []
  /// The statements outside every function.
  var statements: [Statement] = []
  /// The comments with instructions for this tool.
  var remarks: [Remark] = []
  /// The lines that comments about a cache apply to: their own, or the head of the code that follows.
  var cacheComments: [ClosedRange<Int>] = []
  /// The code that no release runs: clauses of an `#if`, and previews.
  var unreleased: [ClosedRange<Position>] = []
  /// The problems that kept parts of the file from being understood.
  var problems: [Diagnostic] = []

  /// A comment with an instruction for this tool: `// migrate:ignore missing-inverse -- a vendor's`.
  struct Remark: Hashable, Sendable {
    /// The text, from `migrate:` on.
    var text: String
    /// The place where the comment begins.
    var position: Position
    /// The lines that the comment applies to: its own, or the head of the code that follows.
    var lines: ClosedRange<Int>
  }

  /// Whether the statements outside functions run from top to bottom, together with the variables.
  var isScript: Bool { path == "main.swift" || path.hasSuffix("/main.swift") }

  /// A place in this file.
  func location(_ position: Position) -> SourceLocation {
    SourceLocation(file: path, line: Int(position.line), column: Int(position.column))
  }
}
