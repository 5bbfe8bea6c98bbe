internal import Diagnostics
internal import Files
internal import MigrationPlanner
internal import Reports
internal import SchemaModel
internal import StoreCreation
internal import StoreTesting

/// Migrates stores with sample data and fixtures of every version to every later version.
///
/// In a long history, trying all migrations would take hours (117 versions have 6,786). Then sample data is
/// migrated only to the next version and to the newest.
struct FixturePart {
  private let check: ProjectCheck
  private let model: LockedModel
  private let inField: SchemaHistory
  private let matrix: HopMatrix
  private let trial: MigrationTrial
  /// The versions that the app's own code or a mapping model migrates to, if the renames in them are not
  /// certain.
  private let leftToApp: Set<Version>
  /// The schemas with the links that attributes hold already.
  private let schemas: [Version: Schema]
  private let shelf: FixtureShelf
  private var fixtures: [FixtureShelf.Item] { shelf.items.filter { $0.schema == model.name } }

  /// The number of objects of each entity without an owner, and the seed of the sample data.
  private static let (objects, seed) = (4, UInt64(1))
  /// The largest number of versions of a short history.
  private static let fewVersions = 16

  init(
    _ check: ProjectCheck, _ model: LockedModel, _ inField: SchemaHistory, _ matrix: HopMatrix,
    _ shelf: FixtureShelf
  ) {
    (self.check, self.model, self.inField, self.matrix) = (check, model, inField, matrix)
    self.shelf = shelf
    trial = MigrationTrial(model.history, isCancelled: check.isCancelled)
    schemas = inField.schemasWithLinksToCome
    let hops = zip(inField.versions, inField.versions.dropFirst())
    leftToApp = Set(
      hops.filter { source, target in
        guard target.schema.hasPlatform, target.migration?.leavesWorkUnsaid ?? false else {
          return false
        }
        let review = HopReview(from: source, to: target)
        return !review.probableRenames.isEmpty || !review.renameProblems.isEmpty
      }.map(\.1.schema.version))
  }

  func report() throws -> ProjectReport.Part {
    let versions = inField.versions
    let ways = isLong ? 2 * versions.count - 3 : matrix.ways.count
    let total = versions.count + ways + fixtures.count
    var attempts: [Attempt] = []
    for document in versions {
      let version = document.schema.version
      try check.onProgress("trying \(model.name) \(version)", attempts.count, total)
      attempts += try sampleAttempts(of: document)
    }
    let samples = attempts.count
    for fixture in fixtures {
      try check.onProgress("trying \(fixture.path)", attempts.count, total)
      attempts += try fixtureAttempts(fixture)
    }
    let cases =
      merged(advised(attempts))
      + shelf.drifts.filter { $0.nearest.schema.name == model.name }.map(\.checked)
      + shelf.refused.filter { $0.document.schema.name == model.name }.map(\.checked)
    return ProjectReport.Part(
      part: .fixtures, summary: summary(cases, samples: samples), cases: cases)
  }

  private func isShownByFixture(of version: Version) -> Bool {
    fixtures.contains { $0.version <= version && inField[$0.version] != nil }
  }

  private var isLong: Bool { inField.versions.count > Self.fewVersions }

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

/// A trial with a store, and the problems that it found.
private struct Attempt {
  var checked: CheckedCase
  var troubles: [Trouble] = []
  /// The version whose stores cannot be migrated by any new version.
  var stuck: Version?
}

extension FixturePart {
  private func sampleAttempts(of document: SchemaDocument) throws -> [Attempt] {
    let folder = try ScratchFolder()
    let path = folder.path(of: "sample.store")
    let name = "sample data of \(model.name) \(document.schema.version)"
    do {
      try SampleStore.create(
        at: path, of: document, meaning: schemas[document.schema.version], objects: Self.objects,
        seed: Self.seed)
    } catch let error as StoreCreationError {
      return [skipped(name, at: document, "none can be made: \(error)")]
    }
    guard let store = try StoreFixture(path) else { return [] }
    return try attempts(with: store, document.schema.version, called: name, at: document)
  }

  private func fixtureAttempts(_ item: FixtureShelf.Item) throws -> [Attempt] {
    guard let document = model.history[item.version] else {
      let problem = Diagnostic(
        .unusableFixture,
        "'\(item.path)' is version \(item.version), of which there is no schema file")
      return [Attempt(checked: CheckedCase(item.path), troubles: [Trouble(problem)])]
    }
    guard inField[item.version] != nil else {
      return [
        skipped(
          "'\(item.path)'", at: document,
          "it is version \(item.version), which is no longer in the field")
      ]
    }
    return try attempts(with: item.store, item.version, called: "'\(item.path)'")
  }

  private func skipped(_ name: String, at document: SchemaDocument, _ reason: String) -> Attempt {
    Attempt(checked: CheckedCase(name, file: document.file, skipReason: reason))
  }

  /// Checks a store as it is, and migrates it to later versions.
  ///
  /// If the store was made from the schema of a version, its own faults are problems of that version.
  private func attempts(
    with store: StoreFixture, _ version: Version, called name: String,
    at document: SchemaDocument? = nil
  ) throws -> [Attempt] {
    let faults = try trial.faults(of: store.path)
    let isSettled = document != nil && model.settledVersions.contains(version)
    let start = Attempt(
      checked: CheckedCase(name, file: model.history[version]?.file),
      troubles: faults.map {
        Trouble(
          $0, "\(name) is not sound", with: name, at: document, isSettled ? .note : .error)
      })
    guard faults.isEmpty else { return [start] }
    let later = inField.versions.filter { $0.schema.version > version }
    let isLongWay = document != nil && isLong && later.count > 2
    let goals = isLongWay ? [later[0], later[later.count - 1]] : later
    return try [start]
      + goals.map {
        try attempt(store, version, to: $0, called: name, isSample: document != nil)
      }
  }

  private func attempt(
    _ store: StoreFixture, _ version: Version, to target: SchemaDocument, called name: String,
    isSample: Bool
  ) throws -> Attempt {
    let goal = target.schema.version
    let name = (store: name, way: "\(name) to \(goal)")
    if matrix[version, goal]?.verdict == .refused {
      return skipped(name.way, at: target, "the migration cannot be planned")
    }
    if leftToApp.contains(where: { version < $0 && $0 <= goal }) {
      return skipped(name.way, at: target, "only the app knows what has another name")
    }
    let folder = try ScratchFolder()
    let copy = folder.path(of: "copy.store")
    try store.make(at: copy)
    let ending = try trial.ending(
      migrating: copy, to: goal, likePlatform: target.schema.hasPlatform)
    switch ending {
    case .needsApp(let properties):
      let names = properties.map { "'\($0)'" }.joined(separator: ", ")
      return skipped(name.way, at: target, "only the app computes the default of \(names)")
    case .unmet where isSample && isShownByFixture(of: version):
      return skipped(name.way, at: target, "a 'before' check fails, which fixtures show")
    case .tried(let problems), .unmet(let problems):
      let isStuck = model.settledVersions.contains(goal)
      var (isLight, wayOut) = (isStuck, Diagnostic.Note?.none)
      if isSample, case .unmet = ending {
        // Random values prove nothing about the data in the field.
        isLight = true
        wayOut = .init(
          "sample data is random: a store of \(version) as a fixture shows what holds in the field")
      }
      // The platform rounds values that do not fit, and the range of random ones proves nothing.
      let isRounded = { (problem: Diagnostic) in
        isSample && target.schema.hasPlatform && problem.code == "inconvertible-value"
      }
      return Attempt(
        checked: CheckedCase(name.way, file: target.file),
        troubles: problems.map {
          Trouble(
            $0, "a store does not come to \(goal)", with: name.store, at: target,
            isLight || isRounded($0) ? .warning : .error, wayOut: wayOut)
        }, stuck: isStuck && wayOut == nil && !problems.isEmpty ? version : nil)
    }
  }

  /// The attempts, with one advice for all versions whose stores are stuck: the first version from which
  /// nothing fails.
  private func advised(_ attempts: [Attempt]) -> [Attempt] {
    let versions = inField.versions.map(\.schema.version)
    guard let last = attempts.compactMap(\.stuck).max(),
      let oldest = versions.first(where: { $0 > last })
    else { return attempts }
    return attempts.map { attempt in
      guard attempt.stuck != nil else { return attempt }
      var attempt = attempt
      attempt.troubles = attempt.troubles.map { $0.advised(model.wayOut(from: oldest)) }
      return attempt
    }
  }
}

// MARK: - Problems

/// A problem of one store.
private struct Trouble {
  /// The identity of a problem, independent of the rows: its code, its place, and the names in it.
  struct Subject: Hashable {
    private let code: String
    private let location: SourceLocation?
    private let names: [String]

    init(_ problem: Diagnostic) {
      (code, location, names) = (problem.code, problem.location, problem.names)
    }
  }

  let subject: Subject
  private(set) var diagnostic: Diagnostic

  /// A problem that is reported unchanged.
  init(_ problem: Diagnostic) { (subject, diagnostic) = (Subject(problem), problem) }

  /// A problem of a migration, at its own place or at the place of the version, with a note about the store.
  ///
  /// A problem of a released version cannot be repaired, so it is not an error.
  init(
    _ problem: Diagnostic, _ what: String, with store: String, at document: SchemaDocument?,
    _ severity: Diagnostic.Severity, wayOut: Diagnostic.Note? = nil
  ) {
    subject = Subject(problem)
    diagnostic = Diagnostic(
      code: problem.code, severity: severity, "\(what): \(problem.message)",
      at: problem.location ?? document?.sources.location(of: SchemaPath(["version"])),
      notes: (wayOut.map { [$0] } ?? problem.notes) + [.init("found with \(store)")])
  }
}

extension Trouble {
  /// The problem with another way out; the last note, which names the store, stays.
  func advised(_ wayOut: Diagnostic.Note) -> Self {
    var trouble = self
    trouble.diagnostic.notes = [wayOut] + diagnostic.notes.suffix(1)
    return trouble
  }
}

extension FixturePart {
  /// The cases, with problems of several stores merged into the first of them.
  private func merged(_ attempts: [Attempt]) -> [CheckedCase] {
    var told: [Trouble.Subject: SharedProblem] = [:]
    for trouble in attempts.flatMap(\.troubles) {
      told[trouble.subject, default: SharedProblem(trouble.diagnostic)].add(trouble.diagnostic)
    }
    return attempts.map { attempt in
      var checked = attempt.checked
      checked.diagnostics = attempt.troubles.compactMap { told[$0.subject]?.diagnostic }
      return checked
    }
  }
}

/// A problem that several stores have.
private struct SharedProblem {
  private(set) var diagnostic: Diagnostic
  private let message: String

  init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
    message = diagnostic.message
  }

  /// Adds the same problem of another store, which the last note names.
  ///
  /// The lowest severity counts: a problem between released versions is not the fault of a later version.
  mutating func add(_ other: Diagnostic) {
    diagnostic.severity = min(diagnostic.severity, other.severity)
    guard var note = other.notes.last else { return }
    if other.message != message, let what = other.message.split(separator: ": ", maxSplits: 1).last,
      !message.hasSuffix(what)
    {
      note.message += ": \(what)"
    }
    if !diagnostic.notes.contains(note) { diagnostic.notes.append(note) }
  }
}
