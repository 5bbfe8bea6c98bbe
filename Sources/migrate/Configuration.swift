internal import Diagnostics
internal import Files
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML

/// The settings of a project, from its `migrate.yml`.
///
/// ```yaml
/// schemas: Schemas
/// sources: Sources
/// profile: cloudkit
/// baseline: lint-baseline.txt
/// launch-guard: App/LaunchGuard.swift
/// rules:
///   implicit-delete-rule: error
/// ignore:
///   Schemas/Legacy: missing-inverse -- imported from a vendor
/// oldest-supported:
///   Library: 2.0.0
/// ```
struct Configuration {
  /// The name of the file.
  static let fileName = "migrate.yml"
  /// The default folder of the schema files.
  static let defaultSchemas = "Schemas"

  /// The settings file, relative to the working directory; nil if the project has none.
  var file: String?
  /// The folder of the schema files, relative to the working directory.
  var schemas = defaultSchemas
  /// The Swift file or folder with the models, relative to the working directory; nil if the settings name
  /// none.
  var sources: String?
  /// The place in the settings that names it.
  var sourcesPlace: SourceLocation?
  /// The folder of fixtures for trial migrations, relative to the working directory.
  var fixtures = "Fixtures"
  /// The place in the settings that names the folder; otherwise the folder need not exist.
  var fixturesPlace: SourceLocation?
  /// The exported launch guard of the app, relative to the working directory; nil if the settings name none.
  var launchGuard: String?
  /// The place in the settings that names it.
  var launchGuardPlace: SourceLocation?
  /// The folder of the app's own files, relative to the working directory; nil if the settings name none.
  var files: String?
  /// The severities of the lint rules.
  var rules = RuleSettings()
  /// Exceptions from lint rules for files and folders.
  var suppressions: [Suppression] = []
  /// The baseline file with findings that do not count, relative to the working directory.
  var baseline: String?
  /// The oldest version that is still in the field, by the name of the model.
  var oldestSupported: [String: Version] = [:]
  /// The places in the settings that name these models.
  private var oldestSupportedPlaces: [String: SourceLocation] = [:]

  /// Reads a settings file, or the nearest one if none is named; without a file, the defaults apply.
  static func load(_ path: String?) throws -> Configuration {
    guard let path = path ?? nearestFile() else { return Configuration() }
    let settings = try SettingsReader.read(
      file: path,
      keys: ["schemas", "sources", "fixtures", "profile", "baseline", "launch-guard", "files"],
      groups: ["rules", "ignore", "oldest-supported"])
    var configuration = Configuration(file: path)
    configuration.schemas =
      settings.texts["schemas"].map { resolved($0.text, from: path) } ?? configuration.usualSchemas
    configuration.sources = settings.texts["sources"].map { resolved($0.text, from: path) }
    configuration.sourcesPlace = settings.texts["sources"]?.location
    configuration.fixtures = resolved(
      settings.texts["fixtures"]?.text ?? configuration.fixtures, from: path)
    configuration.fixturesPlace = settings.texts["fixtures"]?.location
    configuration.launchGuard = settings.texts["launch-guard"].map { resolved($0.text, from: path) }
    configuration.launchGuardPlace = settings.texts["launch-guard"]?.location
    configuration.files = settings.texts["files"].map { resolved($0.text, from: path) }
    configuration.baseline = settings.texts["baseline"].map { resolved($0.text, from: path) }
    configuration.suppressions = (settings.groups["ignore"] ?? []).map {
      Suppression(
        path: resolved(FilePath.shortened($0.key), from: path), text: $0.text, at: $0.location)
    }
    var problems = settings.problems
    configuration.rules = rules(settings.groups["rules"] ?? [], &problems)
    configuration.rules.profile = settings.texts["profile"].flatMap { profile($0, &problems) }
    for setting in settings.groups["oldest-supported"] ?? [] {
      guard let version = Version(setting.text) else {
        problems.append(.noVersion(setting))
        continue
      }
      configuration.oldestSupported[setting.key] = version
      configuration.oldestSupportedPlaces[setting.key] = setting.keyLocation
    }
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    return configuration
  }

  /// The default folder of the schema files, relative to the working directory.
  var usualSchemas: String {
    file.map { Self.resolved(Self.defaultSchemas, from: $0) } ?? Self.defaultSchemas
  }

  /// A path relative to the working directory, as it is written in the settings file.
  func said(_ path: String) -> String {
    FilePath.path(
      FileSystem.resolved(path),
      from: FileSystem.resolved(FilePath.folder(of: file ?? Self.fileName)))
  }

  /// The advice to name these paths in the settings, so that each check reads them:
  /// `write 'sources: Sources' in migrate.yml`.
  ///
  /// Nil if there is nothing to name.
  func adviceToName(schemas: String? = nil, sources: String?) -> String? {
    let settings = [("schemas", schemas), ("sources", sources)].compactMap { key, path in
      path.map { "'\(key): \(said($0))'" }
    }
    if settings.isEmpty { return nil }
    return "write \(settings.joined(separator: " and ")) in \(file ?? "a new \(Self.fileName)")"
  }

  /// Resolves a path that is relative to the folder of the settings file.
  private static func resolved(_ path: String, from file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }

  private static func rules(
    _ settings: [SettingsReader.Setting], _ problems: inout [Diagnostic]
  ) -> RuleSettings {
    var rules = RuleSettings()
    for setting in settings {
      let rule = RuleID(setting.key)
      if RuleRegistry.rule(rule) == nil {
        problems.append(.unknownRule(setting.key, at: setting.keyLocation))
      }
      if let level = RuleSettings.Level(rawValue: setting.text) {
        rules.overrides[rule] = level
      } else {
        problems.append(.unknownLevel(setting))
      }
    }
    return rules
  }
}

extension Configuration {
  private static func profile(
    _ setting: SettingsReader.Setting, _ problems: inout [Diagnostic]
  ) -> ModelProfile? {
    let profile = ModelProfile(rawValue: setting.text)
    if profile == nil { problems.append(.unknownProfile(setting)) }
    return profile
  }
}

extension Configuration {
  /// The settings for lint, besides the severities.
  var lintContext: LintContext {
    var context = LintContext(oldestSupported: oldestSupported, pathSuppressions: suppressions)
    context.comments = { YAMLComments.starts(in: $0) }
    context.realPath = { FileSystem.resolved($0) }
    context.fileExists = { FileSystem.exists($0) }
    return context
  }
}

extension Configuration {
  /// Problems for models in the settings that the project does not have.
  func unknownModels(among names: [String]) -> [Diagnostic] {
    oldestSupportedPlaces.filter { !names.contains($0.key) }.map { name, place in
      let meant = nearest(to: name, among: names).map { ", did you mean '\($0)'?" } ?? ""
      return Diagnostic(
        code: "unknown-model", "there is no model '\(name)'\(meant)", at: place,
        notes: [.init("the models are \(names.map { "'\($0)'" }.joined(separator: ", "))")])
    }.sorted()
  }
}

// MARK: - Finding the file

extension Configuration {
  /// The nearest file or folder with a name, by default the settings, from the working directory up to the
  /// root of the repository.
  static func nearestFile(named fileName: String = fileName) -> String? {
    var prefix = ""
    let depth = FileSystem.resolved(".").split(separator: "/").count
    for _ in 0...depth {
      if FileSystem.exists(prefix + fileName) { return prefix + fileName }
      // In a linked work tree of a repository, `.git` is a file and not a folder.
      if FileSystem.exists(prefix + ".git") { return nil }
      prefix += "../"
    }
    return nil
  }

  /// A warning about a misspelt settings file, such as `migrate.yaml`, also next to the right one.
  var misnamedFile: Diagnostic? {
    let names = ["migrate.yaml", ".migrate.yml", ".migrate.yaml"]
    let found =
      file.map { file in
        names.map { FilePath.join(FilePath.folder(of: file), $0) }
          .filter { $0 != file && FileSystem.exists($0) }
      } ?? names.compactMap(Self.nearestFile(named:))
    guard let path = found.first else { return nil }
    let right = file ?? FilePath.join(FilePath.folder(of: path), Self.fileName)
    return Diagnostic(
      code: "misnamed-settings", severity: .warning,
      file == nil
        ? "'\(path)' is not read: the file of the settings has the name '\(Self.fileName)'"
        : "'\(FilePath.shortened(path))' is not read, because '\(right)' has the settings",
      notes: [
        .init(
          file == nil
            ? "rename it: mv \(path.shellWord) \(FilePath.shortened(right).shellWord)"
            : "move what it says to '\(right)', and delete it")
      ])
  }
}

extension Diagnostic {
  fileprivate static func unknownProfile(_ setting: SettingsReader.Setting) -> Self {
    let names = ModelProfile.allCases.map(\.rawValue)
    let meant = nearest(to: setting.text, among: names).map { ", did you mean '\($0)'?" } ?? ""
    return Diagnostic(
      code: "unknown-word", "there is no profile '\(setting.text)'\(meant)", at: setting.location,
      notes: [.init("write \(names.map { "'\($0)'" }.joined(separator: " or ")), or leave it out")])
  }

  fileprivate static func noVersion(_ setting: SettingsReader.Setting) -> Self {
    Diagnostic(
      code: "invalid-version", "'\(setting.text)' is no version", at: setting.location,
      notes: [.init("write the version of '\(setting.key)' as 2.1.0")])
  }

  fileprivate static func unknownLevel(_ setting: SettingsReader.Setting) -> Self {
    let levels = RuleSettings.Level.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return Diagnostic(
      code: "unknown-word", "a rule has one of the levels \(levels), and not '\(setting.text)'",
      at: setting.location)
  }
}

extension Configuration {
  /// The Swift file or folder with the models, if the settings name one.
  ///
  /// - Throws: an error if the path does not exist.
  func knownSources() throws -> [String] {
    let sources = [sources].compactMap(\.self)
    try Self.check(sources: sources, at: sourcesPlace)
    return sources
  }

  /// Throws an error if one of these paths does not exist, with the name that may be meant.
  static func check(sources: [String], at place: SourceLocation? = nil) throws {
    let missing = sources.filter { !FileSystem.exists($0) }
    guard missing.isEmpty else {
      throw DiagnosticsError(
        missing.map { path in
          Diagnostic(
            code: "missing-folder",
            "there is no '\(path)' with Swift source\(path.nearPathClause)", at: place,
            notes: path.nearPathClause.isEmpty ? SwiftPaths.notesElsewhere : [])
        })
    }
  }
}
