internal import Diagnostics
internal import Files
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML

/// The defaults of a project, from its `migrate.yml`.
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
  /// The folder of the schema files where nothing else is said.
  static let defaultSchemas = "Schemas"

  /// The file, as a path from where the tool runs; nil where the project has none.
  var file: String?
  /// The folder of the schema files, as a path from where the tool runs.
  var schemas = defaultSchemas
  /// The Swift files with the models, or the folder of them, as a path from where the tool runs; nil
  /// where nothing is said of them.
  var sources: String?
  /// Where the file names them.
  var sourcesPlace: SourceLocation?
  /// The folder with stores and backups to try migrations with, as a path from where the tool
  /// runs.
  var fixtures = "Fixtures"
  /// Where the file names that folder; elsewhere there need not be one.
  var fixturesPlace: SourceLocation?
  /// The exported launch guard of the app, as a path from where the tool runs; nil where nothing is
  /// said of it.
  var launchGuard: String?
  /// Where the file names it.
  var launchGuardPlace: SourceLocation?
  /// The folder of the app's own files, as a path from where the tool runs; nil where nothing is said of it.
  var files: String?
  /// How much the lint rules weigh.
  var rules = RuleSettings()
  /// Exceptions from lint rules for files and folders.
  var suppressions: [Suppression] = []
  /// The file with findings that do not count, as a path from where the tool runs.
  var baseline: String?
  /// The oldest version that is still in the field, by the model's name.
  var oldestSupported: [String: Version] = [:]
  /// Where these models are named.
  private var oldestSupportedPlaces: [String: SourceLocation] = [:]

  /// Reads a file, or the nearest one where none is named; without one, everything is as usual.
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

  /// The folder of the schema files where the file names none, as a path from where the tool runs.
  var usualSchemas: String {
    file.map { Self.resolved(Self.defaultSchemas, from: $0) } ?? Self.defaultSchemas
  }

  /// A path from where the tool runs as one says it in the file.
  func said(_ path: String) -> String {
    FilePath.path(
      FileSystem.resolved(path),
      from: FileSystem.resolved(FilePath.folder(of: file ?? Self.fileName)))
  }

  /// What to write so that each check reads schema files and Swift source from these paths, if there is
  /// anything: `write 'sources: Sources' in migrate.yml`.
  func adviceToName(schemas: String? = nil, sources: String?) -> String? {
    let settings = [("schemas", schemas), ("sources", sources)].compactMap { key, path in
      path.map { "'\(key): \(said($0))'" }
    }
    if settings.isEmpty { return nil }
    return "write \(settings.joined(separator: " and ")) in \(file ?? "a new \(Self.fileName)")"
  }

  /// A path that is said from the folder of the file.
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
  /// What it says to lint, besides how much rules weigh.
  var lintContext: LintContext {
    var context = LintContext(oldestSupported: oldestSupported, pathSuppressions: suppressions)
    context.comments = { YAMLComments.starts(in: $0) }
    context.realPath = { FileSystem.resolved($0) }
    return context
  }
}

extension Configuration {
  /// The models that it speaks of and that are none of the project's.
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
  /// The nearest file of that name, from here up to the root of the repository.
  private static func nearestFile(named fileName: String = fileName) -> String? {
    var prefix = ""
    let depth = FileSystem.resolved(".").split(separator: "/").count
    for _ in 0...depth {
      if FileSystem.exists(prefix + fileName) { return prefix + fileName }
      // In a further work tree of a repository it is a file that has this name, not a folder.
      if FileSystem.exists(prefix + ".git") { return nil }
      prefix += "../"
    }
    return nil
  }

  /// A warning about a misspelt settings file, such as `migrate.yaml`; nil if `migrate.yml` exists.
  var misnamedFile: Diagnostic? {
    guard file == nil,
      let path = ["migrate.yaml", ".migrate.yml", ".migrate.yaml"].lazy.compactMap(
        Self.nearestFile(named:)
      ).first
    else { return nil }
    let right = FilePath.join(FilePath.folder(of: path), Self.fileName)
    return Diagnostic(
      code: "misnamed-settings", severity: .warning,
      "'\(path)' is not read: the file of the settings has the name '\(Self.fileName)'",
      notes: [.init("rename it: mv \(path.shellWord) \(FilePath.shortened(right).shellWord)")])
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
  /// The Swift files with the models, or the folder of them, if the file names some.
  ///
  /// - Throws: that there is nothing at that path.
  func knownSources() throws -> [String] {
    let sources = [sources].compactMap(\.self)
    try Self.check(sources: sources, at: sourcesPlace)
    return sources
  }

  /// Throws that there is nothing at one of these paths, with the name that may be meant.
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
