internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SchemaLint
internal import SchemaLock
internal import SchemaModel
internal import SchemaYAML
internal import SwiftModels

/// `migrate-swift lint`: mistakes in Swift source.
///
/// It prints all findings of the rules. `migrate` applies the exceptions of a team, because it knows the
/// exceptions for schema files too.
enum LintSource {
  private static let paths = Argument(
    rest: .file("PATH"), help: "Swift files, or folders of them")
  private static let levels = Option(
    repeating: "level", .level, help: "how much a rule weighs, as RULE=LEVEL")
  private static let profile = Option(
    "profile", .profile, help: "what every model has to live with")
  private static let released = Option(
    repeating: "released", .release,
    help: "a folder of schema files with its newest released version, as VERSION=FOLDER")

  private static let revision = Option(
    "revision", .text("REVISION"),
    help: "the git revision of which the schema files describe the Swift source")

  private static let oldest = Option(
    repeating: "oldest", .oldest,
    help: "the oldest version of a model that is still in the field, as MODEL=VERSION")

  private static let noCache = Flag(
    "no-cache", help: "read and write nothing of what an earlier run kept")

  static let declaration = Command(
    name: "lint", abstract: "Print the mistakes in Swift source.",
    arguments: [paths], options: [levels, profile, released, revision, oldest, noCache])

  static func report(_ arguments: ParsedArguments, words: [String]) -> String {
    let cache =
      arguments[noCache]
      ? nil
      : LintCache(
        words, paths: arguments[paths], schemaFolders: arguments[released].map(\.folder))
    if let report = cache?.report() { return report }
    let source = SwiftSource(paths: arguments[paths], keeping: cache?.facts)
    let (report, isWhole) = report(on: source, arguments)
    cache?.keep(isWhole ? report : nil, of: source)
    return report
  }

  /// The report, and whether all schema files that it depends on could be read.
  private static func report(
    on source: SwiftSource, _ arguments: ParsedArguments
  ) -> (text: String, isWhole: Bool) {
    let settings = RuleSettings(
      overrides: Dictionary(arguments[levels].map { ($0.rule, $0.level) }) { $1 },
      profile: arguments[profile])
    let (models, problems) = models(arguments[released], of: arguments[revision])
    let (unversioned, uncompared) = source.comparison(with: models, settings: settings)
    let found = source.found(
      settings: settings, released: models, unversioned: unversioned,
      oldestSupported: Dictionary(arguments[oldest].map { ($0.model, $0.version) }) { $1 })
    let report = JSONReport(
      status: "done",
      results: [
        .init("files", .list(found.files) { .string($0) }),
        .init("findings", .list(found.findings, finding)),
        .init("exceptions", .list(found.suppressions, exception)),
        .init("properties", properties(found.properties)),
        .init("unversioned", .array(unversioned.compactMap(model))),
        .init("uncompared", .list(uncompared, missing)),
      ]
    ).text(
      of: (source.problems + source.unreadModels
        + source.unseenModels(besides: Set(uncompared.flatMap(\.entities)))
        + source.unsoundModels + problems).sorted())
    return (report, problems.isEmpty)
  }
}

// MARK: - Output

extension LintSource {
  /// A finding in JSON, with the part of the model that it belongs to.
  private static func finding(_ judged: JudgedFinding) -> JSONValue {
    var part: JSONValue = .null
    if case .part(let path) = judged.finding.place {
      part = .list(path.components) { .string($0) }
    }
    return [
      "part": part, "version": JSONValue(judged.finding.version?.description),
      "diagnostic": JSONReport.value(of: judged.diagnostic),
    ]
  }

  private static func properties(_ entities: [String: [String: String]]) -> JSONValue {
    .object(
      entities.sorted { $0.key < $1.key }.map { entity, names in
        .init(
          entity,
          .object(names.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }))
      })
  }

  /// A released model that no file declares whole.
  private static func missing(_ model: UncomparedModel) -> JSONValue {
    [
      "schema": .string(model.name), "version": .string(model.version.description),
      "entities": .list(model.entities) { .string($0) }, "extent": .string(model.extent.rawValue),
      "mayBeRenamed": .bool(model.mayBeRenamed),
    ]
  }

  private static func exception(_ suppression: Suppression) -> JSONValue {
    [
      "rules": .list(suppression.names) { name in
        ["rule": .string(name.rule.name), "location": JSONReport.value(of: name.location)]
      },
      "lines": suppression.lines.map { [JSONValue($0.lowerBound), JSONValue($0.upperBound)] }
        ?? .null,
      "reason": JSONValue(suppression.reason),
      "location": JSONReport.value(of: suppression.location),
    ]
  }

  /// A model that needs a further version, with the newest file, which is of the previous version or to be
  /// amended; nil for a model that is not known completely.
  private static func model(_ model: UnversionedModel) -> JSONValue? {
    guard let file = model.newest?.file else { return nil }
    return [
      "after": .string(file),
      "amended": .bool(model.isAmended),
      "version": JSONValue(model.number?.description),
      "yaml": .string(
        SchemaWriter.yaml(
          of: SchemaDocument(
            schema: model.next, migration: model.stage.map { MigrationDeclaration(kind: $0) }))),
      "findings": .list(model.findings) { JSONReport.value(of: $0.diagnostic) },
    ]
  }
}

extension Suppression {
  /// The lines of the exception; nil for the whole file.
  fileprivate var lines: ClosedRange<Int>? {
    switch scope {
    case .line(let line): line...line
    case .lines(let lines): lines
    case .file, .path: nil
    }
  }
}

// MARK: - Released versions

extension LintSource {
  /// The models in folders of schema files, and the problems of these files.
  private static func models(
    _ releases: [Release], of revision: String?
  ) -> (models: [ReleasedModel], problems: [Diagnostic]) {
    var models: [ReleasedModel] = []
    var problems: [Diagnostic] = []
    for release in releases {
      do throws(DiagnosticsError) {
        let history = try SchemaReader.history(inDirectory: release.folder)
        if history[release.version] == nil { problems.append(release.isMissing) }
        models.append(
          ReleasedModel(
            history: history, newest: release.version,
            pinned: try LockFile.read(inFolder: release.folder, of: nil)?.released ?? [],
            openQuestions: questions(in: history, after: release.version), revision: revision))
      } catch {
        problems += error.diagnostics
      }
    }
    return (models, problems)
  }

  /// The open questions in the files of unreleased versions.
  private static func questions(
    in history: SchemaHistory, after newest: Version
  ) -> [Diagnostic.Note] {
    history.versions.filter { $0.schema.version > newest }.compactMap(\.file)
      .flatMap(OpenQuestion.all).map { Diagnostic.Note($0.text, at: $0.location) }
  }
}

/// A folder of schema files, and its newest released version.
private struct Release: Sendable {
  var version: Version
  var folder: String

  var isMissing: Diagnostic {
    Diagnostic(
      code: "missing-version",
      "version \(version) is released, and '\(folder)' has no schema file of it: models in source "
        + "cannot be compared with it",
      notes: [
        .init(
          "take the file back: git checkout HEAD -- "
            + FilePath.join(folder, version.fileName).shellWord
            + "; if it was never committed, commit it where it was written")
      ])
  }
}

extension ValueKind where Value == Release {
  /// `2.0.0=Schemas/Library`.
  fileprivate static var release: Self {
    Self("VERSION=FOLDER", expectation: "a version and a folder, as in '2.0.0=Schemas/App'") {
      text in
      guard let equals = text.firstIndex(of: "="), let version = Version(String(text[..<equals]))
      else { return nil }
      return Release(version: version, folder: String(text[text.index(after: equals)...]))
    }
  }
}

// MARK: - Supported versions

/// A model, and its oldest version that is still in use.
private struct OldestVersion: Sendable {
  var model: String
  var version: Version
}

extension ValueKind where Value == OldestVersion {
  /// `Library=2.0.0`.
  fileprivate static var oldest: Self {
    Self("MODEL=VERSION", expectation: "a model and a version, as in 'Library=2.0.0'") { text in
      guard let equals = text.lastIndex(of: "="),
        let version = Version(String(text[text.index(after: equals)...]))
      else { return nil }
      return OldestVersion(model: String(text[..<equals]), version: version)
    }
  }
}

// MARK: - Severities of rules

/// A rule and its severity.
private struct RuleLevel: Sendable {
  var rule: RuleID
  var level: RuleSettings.Level
}

extension ValueKind where Value == RuleLevel {
  /// `missing-inverse=warning`.
  fileprivate static var level: Self {
    Self("RULE=LEVEL", expectation: "a rule and its level, as in 'missing-inverse=warning'") {
      text in
      let parts = text.split(separator: "=")
      guard parts.count == 2, let level = RuleSettings.Level(rawValue: String(parts[1])) else {
        return nil
      }
      return RuleLevel(rule: RuleID(String(parts[0])), level: level)
    }
  }
}

extension ValueKind where Value == ModelProfile {
  /// `cloudkit`.
  fileprivate static var profile: Self {
    Self("PROFILE", expectation: "the name of a profile, as in 'cloudkit'") {
      ModelProfile(rawValue: $0)
    }
  }
}
