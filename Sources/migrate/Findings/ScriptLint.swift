internal import Diagnostics
internal import Files
internal import SchemaLint

/// The findings of the rules on migration SQL in separate script files.
struct ScriptLint {
  /// The findings.
  private(set) var found = SourceFindings()
  /// The errors of scripts that could not be read.
  private(set) var problems: [Diagnostic] = []

  /// Whether a path is the path of a script.
  static func isScript(_ path: String) -> Bool {
    path.hasSuffix(".sql") && !FileSystem.isFolder(path)
  }

  /// Checks the scripts among some paths, each once.
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
