package import Diagnostics

/// Reads a file of settings in YAML: known keys with texts, and groups of free keys with texts.
///
/// ```yaml
/// schemas: Models
/// rules:
///   missing-inverse: warning
/// ```
package enum SettingsReader {
  /// A key with its text.
  package struct Setting: Hashable, Sendable {
    /// The key.
    package var key: String
    /// The place of the key.
    package var keyLocation: SourceLocation
    /// The text.
    package var text: String
    /// The place of the text.
    package var location: SourceLocation

    /// Creates a setting from its parts.
    package init(
      key: String, keyLocation: SourceLocation, text: String, location: SourceLocation
    ) {
      self.key = key
      self.keyLocation = keyLocation
      self.text = text
      self.location = location
    }
  }

  /// The content of a file of settings.
  package struct Settings: Hashable, Sendable {
    /// The texts of the given known keys.
    package var texts: [String: Setting]
    /// The settings of each given group, in the order of the file.
    package var groups: [String: [Setting]]
    /// The problems that do not hide the rest of the file.
    package var problems: [Diagnostic] = []

    /// Creates settings from their parts.
    package init(texts: [String: Setting] = [:], groups: [String: [Setting]] = [:]) {
      self.texts = texts
      self.groups = groups
    }
  }

  /// Reads a file that may have only these keys and groups; an empty file has no settings.
  ///
  /// - Throws: a problem that hides everything in the file; all other problems are part of the settings.
  package static func read(
    file path: String, keys: [String], groups: [String] = []
  ) throws(DiagnosticsError) -> Settings {
    let log = ProblemLog()
    var settings = Settings()
    if let root = try root(of: path, log: log),
      let fields = Fields(root, of: "the file", key: "the file", allowed: keys + groups, log: log)
    {
      for key in keys {
        settings.texts[key] = fields.pair(key).flatMap { setting($0, log: log) }
      }
      for group in groups where fields[group] != nil {
        settings.groups[group] = fields.entries(group).compactMap { setting($0, log: log) }
      }
    }
    settings.problems = log.diagnostics.sorted()
    return settings
  }

  /// The value of the file; nil if the file is empty, which is allowed here.
  private static func root(of path: String, log: ProblemLog) throws(DiagnosticsError) -> YAMLNode? {
    do throws(DiagnosticsError) {
      let document = try YAMLDocument(parsing: bytes(of: path), at: .file(path))
      log.add(document.problems)
      return document.root
    } catch  where error.diagnostics.map(\.code) == [YAMLProblem.empty.code] {
      return nil
    }
  }

  /// The value of another kind of file; the message about an empty file shows how such a file begins.
  static func document(
    ofFile path: String, beginning: String
  ) throws(DiagnosticsError) -> YAMLDocument {
    do throws(DiagnosticsError) {
      return try YAMLDocument(parsing: bytes(of: path), at: .file(path))
    } catch  where error.diagnostics.map(\.code) == [YAMLProblem.empty.code] {
      throw DiagnosticsError(
        error.diagnostics.map {
          Diagnostic(code: $0.code, "the file is empty: \(beginning)", at: $0.location)
        })
    }
  }

  private static func setting(_ pair: YAMLNode.Pair, log: ProblemLog) -> Setting? {
    guard let text = pair.value.text(of: pair.key.text, log: log) else { return nil }
    return Setting(
      key: pair.key.text, keyLocation: pair.key.location, text: text,
      location: pair.value.location)
  }

  static func bytes(of path: String) throws(DiagnosticsError) -> [UInt8] {
    do throws(FileTrouble) {
      return try YAMLFiles.bytes(of: path, limit: YAMLLimits.standard.bytes)
    } catch {
      throw DiagnosticsError([diagnostic(error, path)])
    }
  }

  private static func diagnostic(_ trouble: FileTrouble, _ path: String) -> Diagnostic {
    switch trouble {
    case .missing: FileProblem.missingFile(path, candidates: []).diagnostic(at: nil)
    case .notAFile: FileProblem.notAFile(path).diagnostic(at: nil)
    case .unreadable: FileProblem.unreadableFile(path).diagnostic(at: nil)
    case .tooLarge(let size):
      YAMLProblem.tooManyBytes(size, limit: YAMLLimits.standard.bytes)
        .diagnostic(at: SourceLocation(file: path, line: 1, column: 1))
    }
  }
}
