internal import Diagnostics
internal import Files
internal import JSON
internal import SchemaExchange
internal import SchemaLint
internal import SchemaLock
internal import SchemaModel
internal import SchemaYAML

/// The findings of `migrate-swift` in Swift source, and those in Core Data models.
struct SwiftLint {
  /// The findings of the rules, and the exceptions in comments.
  var found: SourceFindings
  /// The problems that kept parts of the source, or of the schema files, from being read.
  private(set) var problems: [Diagnostic]
  /// The models that no version describes in their current form.
  let unversioned: [UnversionedSource]
  /// The locked models that no file declares whole.
  let uncompared: [UncomparedSource]

  /// The result without any paths.
  private init() { (found, problems, unversioned, uncompared) = (SourceFindings(), [], [], []) }

  /// Lints the Swift files and the Core Data models at these paths; without a path, no program is started.
  ///
  /// The models in the source are compared with the newest released version in the schema files. If none of
  /// these versions is locked, they are compared with the locked versions below the folder `locks`. Versions to
  /// be locked, as `2.0.0=Schemas/Library`, count as locked. Without a cache, results of earlier runs are not
  /// used, and nothing is stored for the next run. The model of a git revision counts as locked, too; `past`
  /// are the arguments of `migrate-swift` that name it.
  static func lint(
    _ paths: [String], configuration: Configuration, schemas: [String], locks: String,
    releasing: [String] = [], since past: [String] = [], usesCache: Bool
  ) throws -> SwiftLint {
    let models = ModelImporter.packages(at: paths)
    let compared = try CoreDataLint(models, schemas: schemas, locks: locks, configuration)
    var result = try swift(
      models.isEmpty ? paths : paths.filter(SwiftPaths.isSource), configuration: configuration,
      schemas: schemas, locks: locks, releasing: releasing, since: past, usesCache: usesCache)
    result.found.add(compared.found)
    result.problems += compared.problems
    return result
  }

  private static func swift(
    _ paths: [String], configuration: Configuration, schemas: [String], locks: String,
    releasing: [String], since past: [String], usesCache: Bool
  ) throws -> SwiftLint {
    guard !paths.isEmpty else { return SwiftLint() }
    let settings = configuration.rules
    let oldest = configuration.oldestSupported.sorted { $0.key < $1.key }.flatMap {
      ["--oldest", "\($0.key)=\($0.value)"]
    }
    let levels = settings.overrides.sorted { $0.key < $1.key }.flatMap { rule, level in
      ["--level", "\(rule)=\(level.rawValue)"]
    }
    let profile = settings.profile.map { ["--profile", $0.rawValue] } ?? []
    let near = try released(in: schemas)
    let known = try near.isEmpty ? released(in: [locks]) : near
    let folders = releasing.map { $0.drop { $0 != "=" } }
    let open = known.filter { !folders.contains($0.drop { $0 != "=" }) }
    let released = (open + releasing).flatMap {
      ["--released", $0]
    }
    // The folder of a past model is never used again.
    let cache = usesCache && past.isEmpty ? [] : ["--no-cache"]
    return try SwiftLint(
      SwiftReading(
        ["lint"] + levels + profile + released + past + oldest + cache, of: paths))
  }

  /// The newest released version of each model that has a lock: `2.0.0=Schemas/Library`.
  private static func released(in schemas: [String]) throws -> [String] {
    var folders: Set<String> = []
    for path in schemas {
      guard FileSystem.isFolder(path) else {
        folders.insert(FilePath.folder(of: path))
        continue
      }
      let names = try FileSystem.names(in: path).filter { !$0.hasPrefix(".") }
      folders.insert(path)
      folders.formUnion(names.map { FilePath.join(path, $0) }.filter(FileSystem.isFolder))
    }
    return try folders.sorted().compactMap { folder in
      try LockFile.read(inFolder: folder, of: nil)?.released.last.map {
        "\($0.version)=\(folder)"
      }
    }
  }
}

/// A model in Swift source that no schema file describes in its current form.
struct UnversionedSource {
  /// The newest schema file.
  let newest: String
  /// Whether the newest schema file is of a version that is not locked, and is to describe the model.
  let isAmended: Bool
  /// The number of the next version, if a `VersionedSchema` has it.
  let number: Version?
  /// The content of the next version.
  let model: SchemaDocument
  /// The findings about the changes.
  let findings: Set<Diagnostic>
}

/// A locked model with entities that no Swift file declares.
struct UncomparedSource {
  /// The extent to which a model is missing in the source.
  enum Extent: String {
    /// Some entities are missing, and code names them.
    case inPart
    /// All entities are missing, and other models are declared.
    case whole
    /// All entities of all models are missing.
    case all
  }

  /// The model with its version: `Trips 1.0.0`.
  let model: String
  /// The entities that no file declares.
  let entities: [String]
  /// The extent to which the model is missing.
  let extent: Extent
  /// Whether classes with other names may be the model.
  let mayBeRenamed: Bool
}

// MARK: - Reading the output of the program

extension SwiftLint {
  private init(_ result: SwiftReading) throws {
    problems = try result.diagnostics()
    found = SourceFindings(
      try (result["findings"]).require("findings").elements.map { try $0.finding() },
      in: try (result["files"]).require("files").elements.compactMap(\.text),
      suppressions: try (result["exceptions"]).require("exceptions").elements.map {
        try $0.suppression()
      },
      properties: try (result["properties"]).require("properties").members.mapValues {
        $0.members.compactMapValues(\.text)
      })
    let source = found
    for place in found.findings.indices {
      found.findings[place].diagnostic = source.withoutRepeats(source.findings[place].diagnostic)
    }
    unversioned = try (result["unversioned"]).require("unversioned").elements.map {
      try $0.unversionedModel(in: source)
    }
    uncompared = try (result["uncompared"]).require("uncompared").elements.map {
      try $0.uncomparedModel()
    }
  }
}

extension SourceFindings {
  /// A list of questions on a version without the questions about parts with a finding of their own; a warning if
  /// no question is left.
  fileprivate func withoutRepeats(_ list: Diagnostic) -> Diagnostic {
    guard list.code == UnversionedModelChange.id.name, files.contains(list.location?.file ?? "")
    else { return list }
    let others = findings.map(\.diagnostic).filter { $0.severity == .error && $0 != list }
    var rest = list
    rest.notes.removeAll { note in
      note.location.map { place in others.contains { $0.location == place } } ?? false
    }
    let isOpen = rest.notes.count == list.notes.count || rest.notes.contains { $0.location != nil }
    if !isOpen { rest.severity = min(list.severity, .warning) }
    return rest
  }
}

extension JSONValue {
  fileprivate func finding() throws -> JudgedFinding {
    let diagnostic = try (self["diagnostic"]).require("diagnostic").diagnostic()
    let part = self["part"]?.elements.compactMap(\.text) ?? []
    let place: Finding.Place? =
      part.isEmpty ? diagnostic.location.map { .location($0) } : .part(SchemaPath(part))
    return JudgedFinding(
      Finding(
        RuleID(diagnostic.code), Finding.Message(diagnostic.message),
        at: try place.require("location"), about: self["version"]?.text.flatMap { Version($0) }),
      as: diagnostic)
  }

  fileprivate func suppression() throws -> Suppression {
    let lines = self["lines"]?.elements.compactMap(\.integer) ?? []
    let names = try (self["rules"]).require("rules").elements.map { name in
      Suppression.Name(
        RuleID(try (name["rule"]?.text).require("rule")),
        at: try (name["location"]?.sourceLocation).require("location"))
    }
    return Suppression(
      lines.count == 2 ? .lines(lines[0]...lines[1]) : .file, names: names,
      reason: self["reason"]?.text, at: try (self["location"]?.sourceLocation).require("location"))
  }

  fileprivate func unversionedModel(in source: SourceFindings) throws -> UnversionedSource {
    let newest = try (self["after"]?.text).require("after")
    let yaml = try (self["yaml"]?.text).require("yaml")
    return UnversionedSource(
      newest: newest, isAmended: self["amended"] == .bool(true),
      number: self["version"]?.text.flatMap { Version($0) },
      model: try SchemaReader.read(text: yaml, name: "the models in the source"),
      findings: Set(
        try (self["findings"]).require("findings").elements.map {
          source.withoutRepeats(try $0.diagnostic())
        }))
  }

  fileprivate func uncomparedModel() throws -> UncomparedSource {
    UncomparedSource(
      model: "\(try (self["schema"]?.text).require("schema")) "
        + (try (self["version"]?.text).require("version")),
      entities: try (self["entities"]).require("entities").elements.compactMap(\.text),
      extent: try (self["extent"]?.text.flatMap(UncomparedSource.Extent.init)).require("extent"),
      mayBeRenamed: self["mayBeRenamed"] == .bool(true))
  }
}
