internal import Diagnostics
internal import Files
internal import Reports
internal import SchemaLint
internal import SchemaLock
internal import SchemaModel
internal import StoreLint

/// Checks for known mistakes in the models, the changes between versions and their migrations.
///
/// All models are checked together, because an exception may be for the folder of several models.
struct LintPart {
  /// The findings outside of the files of complete models: in the settings of the project, or in a model that
  /// could be read only in part.
  let elsewhere: [Diagnostic]
  /// The findings in Swift source, which belongs to no single model; nil if no source was checked.
  let source: [CheckedCase]?
  /// The excepted findings in Swift source.
  let exceptedInSource: [Diagnostic]
  private let found: [String: [Diagnostic]]
  private let report: LintReport
  private let owners: [String: String]

  init(
    _ check: ProjectCheck, _ models: [LockedModel], _ damaged: [SchemaHistory],
    _ shelf: FixtureShelf
  ) {
    var context = check.context
    var owners: [String: String] = [:]
    for file in damaged.flatMap(\.versions).flatMap(\.sources.files) { owners[file] = "" }
    for model in models {
      let rows = TestRows.all(beside: model.folder, of: model.history)
      for file in model.files + rows.map(\.file) { owners[file] = model.folder }
      guard let newest = model.history.newest?.file else { continue }
      context.testRows[newest] = rows
      context.released[newest] = model.lock?.released
      context.newlyLocked[newest] = model.newlyLocked
    }
    self.owners = owners
    context.texts.merge(Self.texts(of: owners.keys.sorted())) { $1 }
    context.queryPlans = context.queryPlans ?? EmptyStorePlans()
    context.stores += shelf.items.compactMap(\.facts)
    report = Linter.report(
      on: models.map(\.history) + damaged, settings: check.rules, context: context)
    let folders = Set(models.map(\.folder))
    let only = models.count == 1 ? models[0].folder : nil
    func owner(_ diagnostic: Diagnostic) -> String? {
      guard let file = diagnostic.location?.file else { return only }
      return owners[file] ?? [FilePath.folder(of: file)].first(where: folders.contains)
    }
    let files = context.source.files
    let isOfSource = { (diagnostic: Diagnostic) in
      files.contains(diagnostic.location?.file ?? "")
    }
    source =
      files.isEmpty
      ? nil : CheckedCase.cases(of: report.diagnostics.filter(isOfSource), in: files)
    exceptedInSource = report.excepted.map(\.diagnostic).filter(isOfSource)
    found = Dictionary(grouping: report.diagnostics.filter { !isOfSource($0) }) { owner($0) ?? "" }
    elsewhere = found[""] ?? []
  }

  /// The findings that the baseline leaves out.
  var baselined: [Diagnostic] { report.baselined.map(\.diagnostic) }

  /// The problems of schema files that a finding in Swift source covers.
  var covered: Set<Diagnostic> { report.covered }

  /// The baseline that would leave out all of these findings.
  var baseline: Baseline { report.baseline }

  func report(on model: LockedModel) -> ProjectReport.Part {
    let found = found[model.folder] ?? []
    let excepted = report.excepted.filter { isOfFile($0, of: model) }
    let older = report.older.count { isOfFile($0, of: model) }
    var part = ProjectReport.Part(
      part: .lint,
      summary: (tally(of: found) ?? "no findings")
        + (excepted.isEmpty ? "" : ", \(excepted.count) excepted")
        + (older == 0 ? "" : ", \(older) older"),
      cases: CheckedCase.cases(of: found, in: model.history.versions.compactMap(\.file)))
    part.excepted = excepted.map(\.diagnostic)
    for judged in excepted {
      guard let version = judged.version, let loser = judged.finding.condition?.loser else {
        continue
      }
      part.approvals[version, default: [:]][loser] = judged.diagnostic.notes.last
    }
    return part
  }

  private func isOfFile(_ judged: JudgedFinding, of model: LockedModel) -> Bool {
    judged.diagnostic.location.map { owners[$0.file] == model.folder } ?? false
  }

  /// The texts of the files that can be read, for the exceptions in their comments.
  static func texts(of files: [String]) -> [String: String] {
    var texts: [String: String] = [:]
    for file in files {
      if let bytes = try? FileSystem.contents(of: file) {
        texts[file] = String(decoding: bytes, as: UTF8.self)
      }
    }
    return texts
  }
}
