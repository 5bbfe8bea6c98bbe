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
