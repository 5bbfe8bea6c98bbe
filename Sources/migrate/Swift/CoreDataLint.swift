internal import Diagnostics
internal import Files
internal import SchemaExchange
internal import SchemaLint
internal import SchemaLock
internal import SchemaModel

/// The findings in Core Data models, each compared with the schema files that describe it.
struct CoreDataLint {
  /// The findings, and the files of the versions that were compared.
  private(set) var found = SourceFindings()
  /// The problems of models that could not be read, or that no schema file describes.
  private(set) var problems: [Diagnostic] = []

  /// Compares models with the schema files at some paths, or with those below the folder `locks`.
  init(
    _ packages: [String], schemas: [String], locks: String, _ configuration: Configuration
  ) throws {
    guard !packages.isEmpty else { return }
    // Problems of schema files are reported where the files are linted.
    let near = Self.histories(in: schemas)
    let histories = near.isEmpty ? Self.histories(in: [locks]) : near
    for package in packages {
      do throws(DiagnosticsError) {
        let model = try ModelImporter.history(of: package)
        guard let history = Self.described(model, histories, besides: packages) else {
          problems.append(.undescribed(package))
          judgeCurrent(of: model, isReleased: false, configuration.rules)
          continue
        }
        try compare(model, at: package, with: history, isLinted: !near.isEmpty, configuration)
      } catch {
        problems += error.diagnostics
      }
    }
  }

  private static func histories(in paths: [String]) -> [SchemaHistory] {
    SchemaFiles.readAll(paths).folders.filter { $0.newest?.schema.platform == .coreData }
  }

  /// The schema files of a model: those of the same name, or of mostly the same entities.
  ///
  /// The schema files with the name of another package belong to it.
  private static func described(
    _ model: ImportedHistory, _ histories: [SchemaHistory], besides packages: [String]
  ) -> SchemaHistory? {
    if let own = histories.first(where: { $0.newest?.schema.name == model.name }) { return own }
    let names = Set(model.versions.last?.schema.entities.map(\.name) ?? [])
    return histories.first { history in
      guard let schema = history.newest?.schema,
        !packages.contains(where: { FilePath.name(of: $0) == "\(schema.name).xcdatamodeld" })
      else { return false }
      let shared = names.intersection(schema.entities.map(\.name))
      return shared.count * 2 > max(names.count, schema.entities.count)
    }
  }

  private mutating func compare(
    _ model: ImportedHistory, at package: String, with history: SchemaHistory, isLinted: Bool,
    _ configuration: Configuration
  ) throws(DiagnosticsError) {
    guard let newest = history.newest, let file = newest.file else { return }
    let folder = FilePath.folder(of: file)
    let name = newest.schema.name
    let command =
      "migrate import \(package.shellWord) -o \(folder.shellWord)"
      + (name == model.name ? "" : " --name \(name.shellWord)")
    let comparison = CoreDataComparison(
      model.versions, current: model.current, with: history,
      released: try LockFile.read(inFolder: folder, of: name)?.released ?? [], command: command,
      labels: ModelImporter.labels(inPackage: package),
      oldest: configuration.oldestSupported[name])
    found.add(
      SourceFindings(
        comparison.findings.compactMap { Linter.judged($0, settings: configuration.rules) },
        in: model.versions.compactMap(\.file),
        imports: Dictionary(comparison.openFiles.map { ($0, command) }) { first, _ in first }))
    guard !isLinted, let current = model.currentDocument else { return }
    judgeCurrent(
      of: model, isReleased: comparison.isReleased(current), configuration.rules)
  }

  /// Adds the findings of the rules on models in the current version, whose schema file is not linted.
  private mutating func judgeCurrent(
    of model: ImportedHistory, isReleased: Bool, _ settings: RuleSettings
  ) {
    guard let current = model.currentDocument else { return }
    let judged = Linter.report(on: [SchemaHistory([current])], settings: settings).findings
      .filter(\.isOnModel).map { $0.inXcode(then: nil) }
    found.add(
      SourceFindings(
        isReleased ? judged.map { $0.asNote(ofReleased: current.schema.version) } : judged,
        in: found.files.contains(current.file ?? "") ? [] : [current.file].compactMap(\.self)))
  }
}

extension ImportedHistory {
  /// The document of the current version; of the last one if the package declares none.
  fileprivate var currentDocument: SchemaDocument? {
    versions.first { $0.schema.version == current } ?? versions.last
  }
}

extension Diagnostic {
  /// The warning about a model without schema files.
  fileprivate static func undescribed(_ package: String) -> Diagnostic {
    Diagnostic(
      code: "uncompared-model", severity: .warning,
      "no schema file describes the model in '\(package)', so that no change of it is seen",
      notes: [.init("make schema files of it: migrate import \(package.shellWord)")])
  }
}
