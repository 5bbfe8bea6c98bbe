import Diagnostics
import Foundation
import SchemaLint
import SchemaModel
import SchemaYAML
import StoreLint
import TestSupport
import Testing

/// A single mistake, made in a correct model of one of the apps.
struct PlantedDefect: CustomTestStringConvertible {
  /// How the mistake is made.
  enum Plant {
    /// In a next version that extends the newest; what it says below its heading.
    case next(String)
    /// In a next version that is written out whole, by replacing parts of what the newest says.
    case whole([(String, String)])
    /// In the existing files, or in further ones.
    case edits([Edit])
  }

  /// A change of a file.
  enum Edit {
    /// One text in the place of another.
    case edit(String, String, String)
    /// A new file.
    case file(String, String)
  }

  /// The rule that is to find it.
  let rule: RuleID
  let system: System
  let plant: Plant
  /// How often it is found: at each of the places that it is made of.
  let count: Int
  /// The levels of other rules.
  let otherLevels: [RuleID: RuleSettings.Level]
  /// The oldest version that is still in the field.
  let oldest: Version?

  init(
    _ rule: RuleID, in system: System, _ plant: Plant, count: Int = 1,
    levels: [RuleID: RuleSettings.Level] = [:], oldest: Version? = nil
  ) {
    self.rule = rule
    self.system = system
    self.plant = plant
    self.count = count
    otherLevels = levels
    self.oldest = oldest
  }

  static let all = inModels + inChanges + inChains + inSyncedModels

  var testDescription: String { "\(rule) in \(system)" }
  /// Whether it is one only where CloudKit synchronises the model.
  var isSynced: Bool { rule.name.hasPrefix("sync-") }
  var levels: [RuleID: RuleSettings.Level] { otherLevels.merging([rule: .error]) { $1 } }
}

// MARK: - Models without a mistake

extension PlantedDefect {
  /// The apps whose models have been corrected.
  enum System: String, CaseIterable {
    case epilogue = "Epilogue"
    case epilogueCache = "EpilogueCache"
    case nowThatIKnowMore = "NowThatIKnowMore"
    case study = "Study"
    case twinMind = "TwinMind"
    case booksTracker = "BooksTracker"

    /// The first versions of these have the mistakes that the apps shipped with, on purpose.
    private var isWrittenOutWhole: Bool { self == .twinMind || self == .booksTracker }

    /// Writes its schema files; of some, the newest version only.
    func write(to folder: TemporaryFolder) throws {
      let history = try RepositorySchemas.history(of: rawValue)
      for document in isWrittenOutWhole ? [history.newest].compactMap(\.self) : history.versions {
        let file = URL(filePath: document.file ?? "")
        let text =
          isWrittenOutWhole
          ? SchemaWriter.yaml(of: document.schema) : try String(contentsOf: file, encoding: .utf8)
        try folder.write(text, to: file.lastPathComponent)
      }
    }
  }

  /// The codes of everything that is found in the models of a folder.
  static func findings(
    in folder: TemporaryFolder, levels: [RuleID: RuleSettings.Level], oldest: Version? = nil,
    synced: Bool = false
  ) throws -> [String] {
    if synced { try makeRelationshipsOptional(in: folder) }
    let inspection = SchemaReader.inspect(directory: folder.path)
    let history = SchemaHistory(inspection.documents)
    let texts = try Dictionary(
      uniqueKeysWithValues: Set(history.versions.flatMap(\.sources.files)).map {
        ($0, try String(contentsOf: URL(filePath: $0), encoding: .utf8))
      })
    let name = history.newest?.schema.name ?? ""
    let report = Linter.report(
      on: [history], settings: RuleSettings(overrides: levels),
      context: LintContext(
        texts: texts, queryPlans: EmptyStorePlans(),
        oldestSupported: oldest.map { [name: $0] } ?? [:]))
    let unread = inspection.problems.filter { RuleRegistry.rule(RuleID($0.code)) == nil }
    return (report.diagnostics + unread).map(\.code)
  }

  /// Makes every to-many optional, as CloudKit requires.
  private static func makeRelationshipsOptional(in folder: TemporaryFolder) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where !name.hasPrefix("Next") {
      let text = try String(contentsOfFile: folder.path(name), encoding: .utf8)
      try folder.write(text.replacing(/toMany: (\w+)/) { "toMany: \"\($0.output.1)?\"" }, to: name)
    }
  }
}

// MARK: - The mistake

extension PlantedDefect {
  /// Makes the mistake in the schema files of a folder.
  func plant(in folder: TemporaryFolder) throws {
    let history = try SchemaReader.history(inDirectory: folder.path)
    let newest = try #require(history.newest)
    switch plant {
    case .next(let text):
      let base = URL(filePath: newest.file ?? "").lastPathComponent
      try folder.write(
        "schema: \(system.rawValue)\nversion: \(next(after: newest))\nextends: \(base)\n\(text)\n",
        to: "Next.yaml")
    case .whole(let replacements):
      var schema = newest.schema
      schema.version = next(after: newest)
      let text = try replacements.reduce(SchemaWriter.yaml(of: schema)) {
        try replaced($1.0, by: $1.1, in: $0)
      }
      try folder.write(text, to: "Next.yaml")
    case .edits(let edits):
      for edit in edits {
        switch edit {
        case .edit(let name, let old, let new):
          let text = try String(contentsOfFile: folder.path(name), encoding: .utf8)
          try folder.write(try replaced(old, by: new, in: text), to: name)
        case .file(let name, let text): try folder.write(text, to: name)
        }
      }
    }
  }

  private func next(after newest: SchemaDocument) -> Version {
    let version = newest.schema.version
    return system == .study ? Version(1, 2) : Version(version.major + 1)
  }

  private func replaced(_ old: String, by new: String, in text: String) throws -> String {
    let place = try #require(text.firstRange(of: old), "there is no \(old)")
    return text.replacingCharacters(in: place, with: new)
  }
}
