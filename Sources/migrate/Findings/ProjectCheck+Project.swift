internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import ProjectCheck
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML

extension ProjectCheck {
  /// The findings in the models, the settings and the Swift source of a project.
  func report(
    on folders: [String], in schemas: String, source: [String], _ configuration: Configuration,
    _ invocation: Invocation
  ) throws -> ProjectReport {
    let work = Work(invocation)
    var check = self
    check.isCancelled = work.isCancelled
    check.onProgress = { try work.report($0, $1, of: $2, unit: "done") }
    let isNamed = parts.contains(.lint) && !source.isEmpty
    let found = try SwiftLint.lint(
      isNamed ? source : [], configuration: configuration, schemas: [schemas], locks: schemas,
      usesCache: !invocation.arguments[CommonOptions.noCache])
    check.context.source = found.found
    var report = try work.run { try check.run(folders) }
    if report.models.count == folders.count {
      report.unreadable += configuration.unknownModels(among: report.models.map(\.name))
    }
    if parts.contains(.lock) {
      report.settings += configuration.staleLaunchGuard(in: folders, schemas, invocation.histories)
    }
    report.unreadable += SchemaReader.unseenModels(inDirectory: schemas)
    report.settings += [configuration.misnamedFile].compactMap(\.self)
    if isNamed {
      report.add(found, of: source, configuration)
    } else if parts.contains(.lint), invocation.arguments[CommonOptions.schemas] == nil {
      // Named folders may hold models of another app.
      report.settings += [configuration.unnamedSources(of: report.models)].compactMap(\.self)
    }
    return report
  }
}

extension Configuration {
  /// A warning about Swift models that the check was not given; nil for models of another platform.
  fileprivate func unnamedSources(of models: [ProjectReport.Model]) -> Diagnostic? {
    guard models.contains(where: { $0.history.newest?.schema.platform == .swiftData }) else {
      return nil
    }
    let root = FilePath.folder(of: file ?? Self.fileName)
    let found = UndescribedModels.swiftSources(in: root)
    guard let first = found.first else { return nil }
    let path = FilePath.shortened(found.count == 1 ? FilePath.join(root, first) : root)
    return Diagnostic(
      code: "unnamed-sources", severity: .warning,
      "no Swift source is checked, and \(found.quotedExcerpt) \(found.count == 1 ? "has" : "have") "
        + "models of SwiftData",
      notes: adviceToName(sources: path).map { [.init($0)] } ?? [])
  }
}
