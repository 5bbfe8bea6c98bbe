internal import Diagnostics
internal import SchemaModel
internal import Threads

/// Computes the ways of a ``HopMatrix``.
struct HopMatrixBuilder {
  /// The problems that keep the step to a version from being planned, by that version.
  private(set) var problems: [Version: [Diagnostic]] = [:]
  private let versions: [Version]
  /// A number for each version, the same for versions with the same hashes; nil if some hash is unknown.
  private let hashes: [Int?]
  private var steps: [Step] = []
  private let heirs: EarlierHeirs
  private var inference: DirectInference
  private var inferred: [Range<Int>: [HopMatrix.Cause]] = [:]
  /// Whether a platform migrates the stores.
  private let hasPlatform: Bool

  /// The step from a version to the next.
  private struct Step {
    var verdict: HopMatrix.Verdict
    var causes: [HopMatrix.Cause]
    var hop: MigrationHop
  }

  init(
    _ history: SchemaHistory,
    rewritesRows: ((SchemaDocument, SchemaDocument) -> Bool)? = nil
  ) {
    let documents = history.versions
    hasPlatform = history.newest?.schema.hasPlatform ?? true
    versions = documents.map(\.schema.version)
    hashes = Self.numbers(of: documents.map(\.schema.knownVersionHashes))
    heirs = EarlierHeirs(versions: documents)
    inference = DirectInference(documents.map(\.schema))
    let hops = Array(zip(documents, documents.dropFirst())).concurrentMap { source, target in
      PlannedHop(from: source, to: target, allowedDrops: [], onPlatform: true)
    }
    for (var hop, (source, target)) in zip(hops, zip(documents, documents.dropFirst())) {
      if !hop.hop.hasPlatform, hop.problems.isEmpty, hop.hop.classification == .lightweight {
        hop.hop.rewritesRows = rewritesRows?(source, target)
      }
      if !hop.problems.isEmpty { problems[target.schema.version] = hop.problems }
      steps.append(Step(verdict: .init(of: hop), causes: hop.causes, hop: hop.hop))
    }
  }

  /// A number for each set of hashes, the same for equal ones.
  private static func numbers(of hashes: [[String: VersionHash]?]) -> [Int?] {
    var numbers: [[String: VersionHash]: Int] = [:]
    return hashes.map { hashes in
      guard let hashes else { return nil }
      let number = numbers[hashes] ?? numbers.count
      numbers[hashes] = number
      return number
    }
  }

  /// All ways, sorted by the source version and then by the target version.
  mutating func ways(_ directions: HopMatrix.Directions) -> [HopMatrix.Way] {
    var ways: [HopMatrix.Way] = []
    if hasPlatform {
      inference.compare(
        versions.indices.flatMap { source in
          versions.indices.filter { directions == .both ? $0 != source : $0 > source }
            .map { (source, $0) }
        })
    }
    for source in versions.indices {
      if directions == .both, hasPlatform { ways += waysBack(from: source) }
      ways += waysForward(from: source)
    }
    return ways
  }

  /// The way from the first version to the last.
  var wayThroughAll: HopMatrix.Way? { mutating get { waysForward(from: 0).last } }

  // MARK: Forward

  private mutating func waysForward(from source: Int) -> [HopMatrix.Way] {
    // The causes that are final, and the lightweight steps since then, which may continue.
    var causes: [HopMatrix.Cause] = []
    var (isRefused, runStart, worst) = (false, source, HopMatrix.Verdict.same)
    var risk = DataLossRisk.none
    var ways: [HopMatrix.Way] = []
    for target in versions.indices.dropFirst(source + 1) {
      var step = steps[target - 1]
      step.hop.changes = heirs.changes(step.hop.changes, to: target, from: source)
      (worst, risk) = (max(worst, step.verdict), max(risk, step.hop.risk))
      switch step.verdict {
      case .same, .lightweight, .inPlace, .rewritten: break
      case .custom, .refused:
        causes += causesAtOnce(runStart..<target - 1) + step.causes
        runStart = target
        isRefused = isRefused || step.verdict == .refused
      }
      let all = causes + causesAtOnce(runStart..<target)
      let verdict = isRefused ? .refused : all.isEmpty ? worst : .custom
      ways.append(way(from: source, to: target, verdict, all, risk))
    }
    return ways
  }

  /// The reasons why a run of lightweight steps, given by the versions at its ends, is not one such step.
  private mutating func causesAtOnce(_ run: Range<Int>) -> [HopMatrix.Cause] {
    guard run.count > 1, hasPlatform else { return [] }
    if let causes = inferred[run] { return causes }
    let causes = directCauses(from: run.lowerBound, to: run.upperBound)
    inferred[run] = causes
    return causes
  }

  // MARK: Back

  private mutating func waysBack(from source: Int) -> [HopMatrix.Way] {
    var ways: [HopMatrix.Way] = []
    for target in 0..<source {
      let causes = directCauses(from: source, to: target)
      ways.append(way(from: source, to: target, causes.isEmpty ? .lightweight : .custom, causes))
    }
    return ways
  }

  private mutating func directCauses(from source: Int, to target: Int) -> [HopMatrix.Cause] {
    inference.obstacles(from: source, to: target).map {
      HopMatrix.Cause($0, from: versions[source], to: versions[target])
    }
  }

  /// A change that is later undone leaves stores that the platform takes for current.
  private mutating func way(
    from source: Int, to target: Int, _ verdict: HopMatrix.Verdict, _ causes: [HopMatrix.Cause],
    _ risk: DataLossRisk? = nil
  ) -> HopMatrix.Way {
    let hasSameHashes = hasPlatform && hashes[source] != nil && hashes[source] == hashes[target]
    let isSame = hasSameHashes && verdict != .refused
    let isExplained = verdict >= .custom && !isSame
    return HopMatrix.Way(
      source: versions[source], target: versions[target], verdict: isSame ? .same : verdict,
      causes: !isExplained ? [] : verdict == .refused ? causes.filter { $0.reason == nil } : causes,
      platform: !hasPlatform
        ? nil
        : hasSameHashes
          ? HopMatrix.Inference(verdict: .same, causes: []) : inference(source, target),
      risk: risk)
  }

  private mutating func inference(_ source: Int, _ target: Int) -> HopMatrix.Inference {
    let causes = directCauses(from: source, to: target)
    return HopMatrix.Inference(verdict: causes.isEmpty ? .lightweight : .custom, causes: causes)
  }
}

extension HopMatrix.Cause {
  fileprivate init(_ planned: PlannedChange, from source: Version, to target: Version) {
    self.init(
      source: source, target: target, summary: planned.change.summary, reason: planned.reason)
  }
}

extension Schema {
  /// The version hash of every entity; nil if one of them is unknown.
  fileprivate var knownVersionHashes: [String: VersionHash]? {
    let known = versionHashes().compactMapValues(\.value)
    return known.count == Set(entities.map(\.name)).count ? known : nil
  }
}

extension HopMatrix.Verdict {
  fileprivate init(of step: PlannedHop) {
    guard step.problems.isEmpty else {
      self = .refused
      return
    }
    switch step.hop.classification {
    case .custom: self = .custom
    case .lightweight where !step.hop.hasPlatform:
      self = step.hop.changes.isEmpty ? .same : step.hop.verdict
    case .lightweight: self = step.hop.keepsVersionHashes == true ? .same : .lightweight
    }
  }
}

extension PlannedHop {
  /// The reasons why the step is not lightweight.
  fileprivate var causes: [HopMatrix.Cause] {
    guard problems.isEmpty else {
      return problems.map {
        HopMatrix.Cause(
          source: hop.source, target: hop.target, summary: $0.message, reason: nil)
      }
    }
    guard hop.classification == .custom else { return [] }
    let changes = hop.changes.filter { $0.classification == .custom }
    guard changes.isEmpty else {
      return changes.map { HopMatrix.Cause($0, from: hop.source, to: hop.target) }
    }
    let isUnsaid = hop.declaration?.leavesWorkUnsaid ?? false
    return [
      HopMatrix.Cause(
        source: hop.source, target: hop.target,
        summary: isUnsaid ? "'kind: custom' is declared" : "checks or expressions are declared",
        reason: isUnsaid
          ? "what code of the app does besides is not said"
          : hop.hasPlatform
            ? "an inferred migration does not carry them out"
            : "the schema file says what happens to the rows")
    ]
  }
}
