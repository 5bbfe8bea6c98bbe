internal import ArgumentParsing
internal import Files
internal import HTMLReport
internal import SchemaModel
internal import StoreReading
internal import StoreVerification

extension ReportedStore {
  /// Verifies a store for the page; if it cannot be read, the reason is a finding.
  init(at path: String, _ invocation: Invocation) throws {
    self.init(path: path)
    size = FileSystem.size(of: path)
    logSize = FileSystem.size(of: path + "-wal")
    let work = Work(invocation)
    var options = VerificationOptions()
    options.isCancelled = work.isCancelled
    do {
      options.ownedFiles = try OwnedFiles(named: invocation, of: path)
      let report = try work.run { try VerificationReport.on(path, options, invocation) }
      model = report.schema
      version =
        try report.version ?? PlatformStore.found(at: path, invocation)?.version?.schema.version
      isOfPlatform = report.isOfPlatform
      counts = report.entities.map { Count(entity: $0.entity, objects: $0.count) }
      linkCount = report.linkCount
      findings = report.diagnostics(of: path, schemas: invocation.arguments[CommonOptions.schemas])
    } catch {
      let failure = Failure(error)
      if failure.status == .interrupted { throw error }
      isRead = false
      findings = failure.diagnostics
    }
  }
}
