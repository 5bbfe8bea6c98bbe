internal import Diagnostics

/// Everything that one file says, without its syntax tree.
struct FileFacts: Sendable {
  /// The file's path as it was found.
  var path: String
  /// What it declares.
  var members = Members()
  /// The modules that it imports, but for those that it tests.
  var imports: Set<String> = []
  /// The extensions in it.
  var extensions: [ExtensionFacts] = []
  /// What it does by itself, outside every function.
  var statements: [Statement] = []
  /// The comments that speak to this tool.
  var remarks: [Remark] = []
  /// The lines that comments on a cache speak of: their own, or those of the head of what follows them.
  var cacheComments: [ClosedRange<Int>] = []
  /// Where code stands that no release runs: in clauses of an `#if`, and in previews.
  var unreleased: [ClosedRange<Position>] = []
  /// What kept parts of it from being understood.
  var problems: [Diagnostic] = []

  /// A comment that speaks to this tool: `// migrate:ignore missing-inverse -- a vendor's`.
  struct Remark: Hashable, Sendable {
    /// What it says, from `migrate:` on.
    var text: String
    /// Where it begins.
    var position: Position
    /// The lines that it speaks of: its own, or those of the head of what follows it.
    var lines: ClosedRange<Int>
  }

  /// Whether what it does by itself is done from top to bottom, in one go with its variables.
  var isScript: Bool { path == "main.swift" || path.hasSuffix("/main.swift") }

  /// A place in this file.
  func location(_ position: Position) -> SourceLocation {
    SourceLocation(file: path, line: Int(position.line), column: Int(position.column))
  }
}
