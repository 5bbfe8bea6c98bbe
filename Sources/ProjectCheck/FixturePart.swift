internal import Diagnostics
internal import Files
internal import MigrationPlanner
internal import Reports
internal import SchemaModel
internal import StoreCreation
internal import StoreTesting

/// Brings stores of every version, with sample data and as they are kept, to every later version.
///
/// The ways between many versions are so many that to try them all takes hours (117 versions have
/// 6,786): in a long history, sample data comes to the version after its own and to the newest.
struct FixturePart {
  private let check: ProjectCheck
  private let model: LockedModel
  private let matrix: HopMatrix
  private let trial: MigrationTrial

  /// How many objects of each entity that nothing owns are made, and what they grow from.
  private static let (objects, seed) = (4, UInt64(1))
  /// The most versions of a history that is not long.
  private static let fewVersions = 16

  init(_ check: ProjectCheck, _ model: LockedModel, _ matrix: HopMatrix) {
    (self.check, self.model, self.matrix) = (check, model, matrix)
    trial = MigrationTrial(model.history, isCancelled: check.isCancelled)
  }

  func report(_ shelf: FixtureShelf) throws -> ProjectReport.Part {
    let fixtures = shelf.items.filter { $0.schema == model.name }
    let versions = model.history.versions
    let ways = isLong ? 2 * versions.count - 3 : matrix.ways.count
    let total = versions.count + ways + fixtures.count
    var cases: [CheckedCase] = []
    for document in versions {
      let version = document.schema.version
      try check.onProgress("trying \(model.name) \(version)", cases.count, total)
      cases += try sampleCases(of: document)
    }
    let samples = cases.count
    for fixture in fixtures {
      try check.onProgress("trying \(fixture.path)", cases.count, total)
      cases += try fixtureCases(fixture)
    }
    cases += shelf.drifts.filter { $0.nearest.schema.name == model.name }.map(\.checked)
    return ProjectReport.Part(
      part: .fixtures, summary: summary(cases, samples: samples), cases: merged(cases))
  }

  private var isLong: Bool { model.history.versions.count > Self.fewVersions }

  private func summary(_ cases: [CheckedCase], samples: Int) -> String {
    let failed = cases.count { $0.hasFailed }
    let skipped = cases.count { $0.skipReason != nil }
    return Quantity.count(samples, "trial")
      + " with sample data\(isLong ? ", each to the next version and to the newest" : ""), "
      + "\(cases.count - samples) with fixtures"
      + (failed == 0 ? "" : ", \(failed) failed") + (skipped == 0 ? "" : ", \(skipped) skipped")
  }
}

// MARK: - Stores

extension FixturePart {
  private func sampleCases(of document: SchemaDocument) throws -> [CheckedCase] {
    let folder = try ScratchFolder()
    let path = folder.path(of: "sample.store")
    let name = "sample data of \(model.name) \(document.schema.version)"
    do {
      try SampleStore.create(at: path, of: document, objects: Self.objects, seed: Self.seed)
    } catch let error as StoreCreationError {
      return [CheckedCase(name, file: document.file, skipReason: "none can be made: \(error)")]
    }
    guard let store = try StoreFixture(path) else { return [] }
    return try cases(of: store, document.schema.version, called: name, at: document)
  }

  private func fixtureCases(_ item: FixtureShelf.Item) throws -> [CheckedCase] {
    guard model.history[item.version] != nil else {
      let problem = Diagnostic(
        .unusableFixture,
        "'\(item.path)' is version \(item.version), of which there is no schema file")
      return [CheckedCase(item.path, diagnostics: [problem])]
    }
    return try cases(of: item.store, item.version, called: "'\(item.path)'")
  }

  /// A store as it is, and on its way to later versions; where it is made of a version, that is to
  /// blame if it is not sound.
  private func cases(
    of store: StoreFixture, _ version: Version, called name: String,
    at document: SchemaDocument? = nil
  ) throws -> [CheckedCase] {
    let faults = try trial.faults(of: store.path)
    let start = CheckedCase(
      name, file: model.history[version]?.file,
      diagnostics: faults.map { $0.blamed("\(name) is not sound", with: name, at: document) })
    guard faults.isEmpty else { return [start] }
    let later = model.history.versions.filter { $0.schema.version > version }
    let isLongWay = document != nil && isLong && later.count > 2
    let goals = isLongWay ? [later[0], later[later.count - 1]] : later
    return try [start] + goals.map { try self.case(of: store, version, to: $0, called: name) }
  }

  private func `case`(
    of store: StoreFixture, _ version: Version, to target: SchemaDocument, called name: String
  ) throws -> CheckedCase {
    let goal = target.schema.version
    var checked = CheckedCase("\(name) to \(goal)", file: target.file)
    if matrix[version, goal]?.verdict == .refused {
      checked.skipReason = "the way cannot be planned"
      return checked
    }
    let folder = try ScratchFolder()
    let copy = folder.path(of: "copy.store")
    try store.make(at: copy)
    let problems = try trial.problems(migrating: copy, to: goal)
    checked.diagnostics = problems.map {
      $0.blamed("a store does not come to \(goal)", with: name, at: target)
    }
    return checked
  }
}

// MARK: - What went wrong

extension FixturePart {
  /// The cases, with a problem that several have told by the first of them, for all.
  private func merged(_ cases: [CheckedCase]) -> [CheckedCase] {
    var told: [SharedProblem.Subject: SharedProblem] = [:]
    for diagnostic in cases.flatMap(\.diagnostics) {
      told[.init(diagnostic), default: SharedProblem(diagnostic)].add(diagnostic)
    }
    return cases.map { checked in
      var checked = checked
      checked.diagnostics = checked.diagnostics.compactMap { told[.init($0)]?.diagnostic }
      return checked
    }
  }
}

/// A problem that several stores have.
private struct SharedProblem {
  /// What the problem is, whichever rows have it: its kind, its place, and the names in it.
  struct Subject: Hashable {
    private let code: String
    private let location: SourceLocation?
    private let names: [Substring]

    init(_ diagnostic: Diagnostic) {
      (code, location) = (diagnostic.code, diagnostic.location)
      // How many rows, and which, is another matter in every store.
      let parts = diagnostic.message.split(separator: "'", omittingEmptySubsequences: false)
      names = parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
  }

  private(set) var diagnostic: Diagnostic
  private let message: String

  init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
    message = diagnostic.message
  }

  /// Adds the store of another; its last note tells that one.
  mutating func add(_ other: Diagnostic) {
    guard var note = other.notes.last else { return }
    if other.message != message, let what = other.message.split(separator: ": ", maxSplits: 1).last
    {
      note.message += ": \(what)"
    }
    if !diagnostic.notes.contains(note) { diagnostic.notes.append(note) }
  }
}

extension Diagnostic {
  /// The same as a problem of a migration, at its place or at that of the version, with a note on
  /// the store that has it.
  fileprivate func blamed(
    _ what: String, with store: String, at document: SchemaDocument? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: code, severity: .error, "\(what): \(message)",
      at: location ?? document?.sources.location(of: SchemaPath(["version"])),
      notes: notes + [.init("found with \(store)")])
  }
}
