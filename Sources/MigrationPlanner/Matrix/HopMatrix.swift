public import Diagnostics
public import SchemaModel

/// What becomes of stores of every version on their way to every later one.
///
/// ```swift
/// HopMatrix(of: history)[Version(1), Version(4)]?.verdict // .custom
/// ```
public struct HopMatrix: Hashable, Sendable {
  /// What becomes of stores on one way.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Every version hash stays, so the platform by itself migrates nothing.
    case same
    /// The platform can infer what happens to the data.
    case lightweight
    /// Somebody says what happens to the data.
    case custom
    /// The way cannot be planned.
    case refused
  }

  /// The way from one version to a later one.
  public struct Way: Hashable, Sendable {
    /// The version before.
    public var source: Version
    /// The version after.
    public var target: Version
    /// What becomes of the stores.
    public var verdict: Verdict
  }

  /// Every way, by the version before and then by the version after.
  public let ways: [Way]
  /// What keeps the step to a version from being planned, by that version.
  public let problems: [Version: [Diagnostic]]

  /// The matrix of a history.
  ///
  /// A way is as its steps are: each step is looked at once, however many ways it is a part of.
  public init(of history: SchemaHistory) {
    let versions = history.versions
    var problems: [Version: [Diagnostic]] = [:]
    var steps: [Verdict] = []
    for (source, target) in zip(versions, versions.dropFirst()) {
      let hop = PlannedHop(from: source, to: target, allowedDrops: [])
      if !hop.problems.isEmpty { problems[target.schema.version] = hop.problems }
      steps.append(Verdict(of: hop))
    }
    self.problems = problems
    let hashes = versions.map { $0.schema.checksum.value }
    ways = versions.indices.flatMap { first in
      var worst = Verdict.same
      return versions.indices.dropFirst(first + 1).map { last in
        worst = max(worst, steps[last - 1])
        let (source, target) = (versions[first].schema.version, versions[last].schema.version)
        // What was changed and changed back leaves stores that the platform takes for current.
        let isSame = hashes[first] != nil && hashes[first] == hashes[last]
        return Way(
          source: source, target: target, verdict: isSame && worst != .refused ? .same : worst)
      }
    }
  }

  /// The way from one version to a later one; nil where there is none.
  public subscript(source: Version, target: Version) -> Way? {
    ways.first { $0.source == source && $0.target == target }
  }
}

extension HopMatrix.Verdict: Comparable {
  /// Orders from what the platform does by itself to what nobody can do.
  public static func < (left: Self, right: Self) -> Bool {
    let order = Self.allCases
    return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
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
    case .lightweight: self = step.hop.keepsVersionHashes == true ? .same : .lightweight
    }
  }
}
