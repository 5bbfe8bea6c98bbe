internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import MigrationPlanner
internal import Reports
internal import SchemaExchange
internal import SchemaModel
internal import SchemaYAML

/// All versions of a model in a format that can hold several versions.
struct ExportOfAll {
  private let history: SchemaHistory
  private let format: OutputFormat
  private let output: String?

  /// The versions in the project's folder.
  init(_ invocation: Invocation, source: Argument<String?>) throws {
    guard invocation.arguments[source] == nil else {
      let option = invocation.format == .launchGuard ? "--format launch-guard" : "--all"
      throw Failure(unable: "one-version", "'\(option)' writes all versions, and one is named")
    }
    history = try SchemaReader.history(
      inDirectory: SchemaFolder.find(in: invocation.schemas()))
    format = invocation.format
    output = invocation.arguments[CommonOptions.output]
  }

  /// Writes the package, or returns the text.
  func outcome() throws -> Outcome {
    let schemas = history.versions.map(\.schema)
    switch format {
    case .xcdatamodel: return try package(schemas)
    case .swiftdata: return try source()
    case .launchGuard: return try launchGuard()
    case .markdown: return Outcome(text: try dictionary())
    case .json:
      return Outcome(members: [.init("models", .list(schemas) { SchemaJSON.value(of: $0) })])
    case .yaml, .sql, .mermaid, .dot, .text, .github, .sarif, .junit, .xcode, .table, .csv, .views,
      .swift:
      throw Failure(
        unable: "one-version", "'\(format.rawValue)' holds one version, not all of them",
        notes: [.init("'--all' is for xcdatamodel, swiftdata, markdown and json")])
    }
  }

  /// The versions as Swift source, with a migration plan whose stages follow from the planner.
  private func source() throws -> Outcome {
    let versions = history.versions
    let stages = try zip(versions, versions.dropFirst()).map { before, after in
      let hops = try Planner.plan(from: before, through: [after]).hops
      let isLightweight = hops.allSatisfy { $0.classification == .lightweight }
      return isLightweight ? MigrationDeclaration.Kind.lightweight : .custom
    }
    let (text, remarks) = SwiftDataExporter.source(of: versions, stages: stages)
    return Outcome(
      text: text, summary: remarks.map(\.line).joined(separator: "\n"))
  }

  /// The Swift file that opens a store in the app with a launch guard.
  private func launchGuard() throws -> Outcome {
    guard let newest = history.newest?.schema, newest.hasPlatform else {
      throw Failure(
        unable: "no-launch-guard", "no platform migrates the stores of this model",
        notes: [.init("an app opens such a store with MigrateKit, which keeps a backup itself")])
    }
    do {
      let (text, remarks) = try LaunchGuard.source(of: history.versions)
      return Outcome(text: text, summary: remarks.map(\.line).joined(separator: "\n"))
    } catch {
      throw Failure(
        unable: "no-launch-guard",
        "version hashes do not distinguish the stores of '\(newest.name)': \(error)")
    }
  }

  /// The files of the package; an existing file with other content is an error.
  private func package(_ schemas: [Schema]) throws -> Outcome {
    guard let output, output.hasSuffix(".xcdatamodeld") else {
      throw Failure(
        unable: "no-package", "a model with all its versions is a folder",
        notes: [.init("say where it goes: --output App.xcdatamodeld")])
    }
    let (files, remarks) = ModelExporter.package(of: schemas)
    let new = files.map { NewFile(FilePath.join(output, $0.path), $0.text) }
    try NewFile.write(new, isReplacing: false)
    return Outcome(
      hasWrittenOutput: true, text: new.map { $0.path + "\n" }.joined(),
      summary: Self.summary(remarks.map(\.message), of: schemas))
  }

  /// The remarks without duplicates, each with its versions unless it applies to all.
  private static func summary(_ remarks: [String], of schemas: [Schema]) -> String {
    let said = schemas.map { schema in
      (schema.version, Set(ModelExporter.contents(of: schema).remarks.map(\.message)))
    }
    var seen: Set<String> = []
    return remarks.filter { seen.insert($0).inserted }.map { remark in
      let versions = said.filter { $0.1.contains(remark) }.map { "\($0.0)" }
      let isOnAll = versions.isEmpty || versions.count == schemas.count
      return "note: " + remark + (isOnAll ? "" : " (\(versions.joined(separator: ", ")))")
    }.joined(separator: "\n")
  }

  /// The newest version as a dictionary, followed by the changes between versions.
  private func dictionary() throws -> String {
    let versions = history.versions
    let changes = try zip(versions, versions.dropFirst()).reversed().map { before, after in
      let lines = try SchemaDiff(from: before, to: after).changes.map { change in
        "- `\(change.sign.rawValue)` \(MarkdownText.escaped(change.summary))\n"
      }
      return "\n### \(before.schema.version) to \(after.schema.version)\n\n"
        + (lines.isEmpty ? "- nothing\n" : lines.joined())
    }
    let newest = versions.last.map { DataDictionary.text(of: $0.schema) } ?? ""
    return newest + (changes.isEmpty ? "" : "\n## Changes\n" + changes.joined())
  }
}
