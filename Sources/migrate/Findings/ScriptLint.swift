internal import Diagnostics
internal import Files
internal import SchemaLint

/// What the rules on migration SQL find in scripts that stand in files of their own.
struct ScriptLint {
  /// What was found.
  private(set) var found = SourceFindings()
  /// Why scripts could not be read.
  private(set) var problems: [Diagnostic] = []

  /// Whether a path is that of a script.
  static func isScript(_ path: String) -> Bool {
    path.hasSuffix(".sql") && !FileSystem.isFolder(path)
  }

  /// Looks at the scripts among some paths, each once.
  init(_ paths: [String], texts: FileTexts, settings: RuleSettings) {
    for path in Set(paths.filter(Self.isScript).map(FilePath.shortened)).sorted() {
      guard let text = texts[path] else {
        problems.append(Self.unreadable(path))
        continue
      }
      found.add(Linter.findings(inScript: text, file: path, settings: settings))
    }
  }

  private static func unreadable(_ path: String) -> Diagnostic {
    FileSystem.exists(path)
      ? Diagnostic(code: "unreadable-file", "the file '\(path)' cannot be read")
      : Diagnostic(code: "missing-file", "there is no file '\(path)'")
  }
}
