internal import Diagnostics
internal import MigrationPlanner
internal import Reports
internal import SchemaLint
internal import SchemaModel

/// Checks whether every version can be reached from every earlier version, and how.
enum HopPart {
  /// The hops between the versions in the field.
  ///
  /// A problem of a hop between released versions becomes a note, and a warning names the stores that cannot
  /// be migrated.
  static func report(
    on model: LockedModel, _ inField: SchemaHistory, _ matrix: HopMatrix, _ rules: RuleSettings,
    besides covered: Set<Diagnostic> = []
  ) -> ProjectReport.Part {
    let versions = inField.versions
    let hops = zip(versions, versions.dropFirst())
    let problems = matrix.problems.mapValues { $0.compactMap { rules.weighed($0) } }
    let isStuck = { (source: SchemaDocument, target: SchemaDocument) in
      let version = target.schema.version
      let platform = matrix[source.schema.version, version]?.platform?.verdict
      return model.settledVersions.contains(version)
        && (problems[version] ?? []).contains { $0.severity == .error }
        && platform.map { $0 > .lightweight } ?? true
    }
    let passable = hops.filter { isStuck($0, $1) }.last?.1.schema.version
    let cases = hops.map { source, target in
      let version = target.schema.version
      let problems = problems[version] ?? []
      let stuck = isStuck(source, target) ? passable : nil
      let notes =
        problems.map(\.asNote)
        + (stuck.map { [model.stuckStores(before: target, source, passableFrom: $0)] } ?? [])
      return CheckedCase(
        "\(model.name): \(source.schema.version.words) to \(version.words)", file: target.file,
        diagnostics: model.settledVersions.contains(version)
          ? notes : problems.filter { !covered.contains($0) })
    }
    return ProjectReport.Part(
      part: .hops, summary: summary(matrix, model), cases: cases,
      absence: cases.isEmpty ? "one version" : nil)
  }

  private static func summary(_ matrix: HopMatrix, _ model: LockedModel) -> String {
    guard !matrix.ways.isEmpty else { return "one version" }
    let verdicts = HopMatrix.Verdict.allCases.compactMap { verdict in
      let count = matrix.ways.count { $0.verdict == verdict }
      let hasPlatform = model.history.newest?.schema.hasPlatform ?? true
      return count == 0 ? nil : "\(count) \(verdict.words(hasPlatform))"
    }
    return Quantity.count(matrix.ways.count, "migration") + ": " + verdicts.joined(separator: ", ")
  }
}

extension LockedModel {
  /// The warning that stores of a released version cannot be migrated, because the hop to the next version is
  /// refused.
  fileprivate func stuckStores(
    before target: SchemaDocument, _ source: SchemaDocument, passableFrom oldest: Version
  ) -> Diagnostic {
    let (old, new) = (source.schema.version.words, target.schema.version.words)
    return Diagnostic(
      code: "stuck-stores", severity: .warning,
      "stores of \(old) do not reach \(new): both are released, and the migration between them is "
        + "refused",
      at: target.sources.location(of: SchemaPath(["version"])),
      notes: [wayOut(from: oldest)])
  }

  /// The advice for stores of older versions that cannot be migrated: the first version from which all can.
  func wayOut(from oldest: Version) -> Diagnostic.Note {
    .init(
      "no new version repairs this; once no older store is left, write 'oldest-supported: {\(name): "
        + "\(oldest)}' in migrate.yml")
  }
}

extension RuleSettings {
  /// A problem with the severity that the team gives the rule of its name; nil if the rule is off.
  fileprivate func weighed(_ problem: Diagnostic) -> Diagnostic? {
    guard let level = overrides[RuleID(problem.code)] else { return problem }
    guard let severity = level.severity else { return nil }
    var problem = problem
    problem.severity = severity
    return problem
  }
}

extension HopMatrix.Verdict {
  /// The verdict as text for a report.
  fileprivate func words(_ hasPlatform: Bool) -> String {
    self != .same
      ? rawValue : hasPlatform ? "with the same version hashes" : "with the same tables"
  }
}
