internal import Diagnostics
internal import SchemaExchange
internal import SchemaLint

/// What `migrate-swift` finds in Swift source.
struct SwiftLint {
  /// The findings, and what kept parts of the source from being understood.
  let diagnostics: [Diagnostic]
  /// The files that were looked at.
  let files: [String]

  /// Nothing was asked for.
  private init() { (diagnostics, files) = ([], []) }

  /// Looks at the Swift files at these paths; without a path, starts no program.
  static func lint(_ paths: [String], settings: RuleSettings) throws -> SwiftLint {
    guard !paths.isEmpty else { return SwiftLint() }
    let levels = settings.overrides.sorted { $0.key < $1.key }.flatMap { rule, level in
      ["--level", "\(rule)=\(level.rawValue)"]
    }
    return try SwiftLint(SwiftTool.run(["lint"] + levels + ["--"] + paths))
  }

  private init(_ result: JSONNode) throws {
    diagnostics = try result.diagnostics()
    files = try (result["files"]).require("files").elements.compactMap(\.text)
  }
}
