internal import Diagnostics
package import SchemaModel

/// The causes that make migrations custom or refused, each once with the migrations that it concerns.
package struct HopMatrixCauses {
  /// One cause, with the ways that it concerns.
  package struct Group {
    /// The obstacle: a change in one line, or a problem.
    package var summary: String
    /// The reason; nil if the summary gives it.
    package var reason: String?
    /// The ways, in order.
    package var ways: [HopMatrix.Way]
    /// The unplannable step that all these migrations include; nil for causes of custom migrations, and if
    /// several steps have the same cause.
    package var step: (source: Version, target: Version)?
  }

  /// The causes, in the order of their first ways.
  package let groups: [Group]

  /// The causes of the ways with a verdict.
  package init(_ matrix: HopMatrix, _ verdict: HopMatrix.Verdict) {
    var groups: [Group] = []
    var positions: [[String?]: Int] = [:]
    for way in matrix.ways where way.verdict == verdict {
      var seen: Set<Int> = []
      for cause in way.causes {
        let key = [cause.summary, cause.reason]
        let position = positions[key] ?? groups.count
        if position == groups.count {
          positions[key] = position
          let step = verdict == .refused ? (cause.source, cause.target) : nil
          groups.append(
            Group(summary: cause.summary, reason: cause.reason, ways: [], step: step))
        }
        if let step = groups[position].step, step != (cause.source, cause.target) {
          groups[position].step = nil
        }
        if seen.insert(position).inserted { groups[position].ways.append(way) }
      }
    }
    self.groups = groups
  }
}

extension HopMatrixCauses.Group {
  private static let exampleCount = 3

  /// The ways in a phrase: `3 migrations: 1.0.0 to 2.0.0, 1.0.0 to 3.0.0, 2.0.0 to 3.0.0`; several
  /// over one refused step as `3 migrations, each over the step from 1.0.0 to 2.0.0`.
  package var extent: String {
    if let step, ways.count > 1 {
      return Quantity.count(ways.count, "migration")
        + ", each over the step from \(step.source.words) to \(step.target.words)"
    }
    let examples = ways.prefix(Self.exampleCount).map { "\($0.source.words) to \($0.target.words)" }
    let others = ways.count - examples.count
    return Quantity.count(ways.count, "migration") + ": " + examples.joined(separator: ", ")
      + (others > 0 ? " and \(others) more" : "")
  }
}

extension HopMatrixCauses.Group {
  /// The platform's behaviour without a migration plan; nil if these migrations are custom for it, too.
  package var platform: String? {
    let inferred = ways.count(where: \.isInferredWithoutPlan)
    let isRefused = ways.contains { $0.verdict == .refused }
    guard ways.contains(where: { $0.platform != nil }) else { return nil }
    guard inferred > 0 else {
      return isRefused ? "the platform would not infer \(them) either" : nil
    }
    let condition = isRefused ? "" : "without a migration plan "
    let manner =
      isRefused
      ? inferred == 1 && ways.count == 1 ? "as it stands" : "as they stand" : "straight"
    let which = inferred == ways.count ? them : "\(inferred) of them"
    return "\(condition)the platform would infer \(which) \(manner)"
      + (isRefused ? "" : ", and do nothing else")
  }

  private var them: String { ways.count == 1 ? "it" : "them" }
}

extension HopMatrix {
  /// The whole matrix in one line: `Library: 3 versions, 6 migrations: 4 lightweight, 2 custom`.
  package func verdict(on history: SchemaHistory) -> String {
    let name = history.versions.first?.schema.name ?? ""
    let versions = Quantity.count(history.versions.count, "version")
    guard !ways.isEmpty else { return "\(name): \(versions)" }
    let counts = Verdict.allCases.compactMap { verdict in
      let count = ways.count { $0.verdict == verdict }
      let isOfPlatform = history.newest?.schema.hasPlatform ?? true
      let words =
        verdict != .same
        ? verdict.rawValue : isOfPlatform ? "with the same version hashes" : "with the same tables"
      return count == 0 ? nil : "\(count) \(words)"
    }
    let inferred = ways.count { $0.verdict == .custom && $0.isInferredWithoutPlan }
    return "\(name): \(versions), \(Quantity.count(ways.count, "migration")): "
      + counts.joined(separator: ", ")
      + (inferred == 0
        ? ""
        : "; \(Quantity.count(inferred, "custom migration")) \(inferred == 1 ? "is" : "are") inferred"
          + " without a migration plan")
  }
}

extension HopMatrix.Way {
  /// Whether the platform by itself infers a migration that is custom or refused with a migration plan.
  package var isInferredWithoutPlan: Bool {
    verdict >= .custom && platform.map { $0.verdict < .custom } ?? false
  }
}
