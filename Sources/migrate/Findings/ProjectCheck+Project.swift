internal import ArgumentParsing
internal import ProjectCheck
internal import SchemaYAML

extension ProjectCheck {
  /// The findings in a project: in its models, in its settings, and in its Swift source.
  func report(
    on folders: [String], in schemas: String, source: [String], _ configuration: Configuration,
    _ invocation: Invocation
  ) throws -> ProjectReport {
    let work = Work(invocation)
    var check = self
    check.isCancelled = work.isCancelled
    check.onProgress = { try work.report($0, $1, of: $2, unit: "done") }
    var report = try work.run { try check.run(folders) }
    if report.models.count == folders.count {
      report.unreadable += configuration.unknownModels(among: report.models.map(\.name))
    }
    if parts.contains(.lock) {
      report.settings += configuration.staleLaunchGuard(in: folders, schemas, invocation.histories)
    }
    report.unreadable += SchemaReader.unseenModels(inDirectory: schemas)
    if parts.contains(.lint), !source.isEmpty {
      try report.lint(
        source, beside: schemas, configuration, context,
        usesCache: !invocation.arguments[CommonOptions.noCache])
    }
    return report
  }
}
