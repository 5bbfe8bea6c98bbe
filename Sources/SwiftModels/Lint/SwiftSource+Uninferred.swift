public import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension SwiftSource {
  /// The changes between successive versions that the platform does not infer, by place.
  ///
  /// Steps with declared code are left out. A store may come from any earlier version, but only the next
  /// version is checked, because that is the subject of its schema file.
  public func uninferredSteps(in schemas: SwiftSchemas) -> [Diagnostic] {
    var reader = VersionReader(program)
    let plans = reader.plans()
    let leftOut = schemas.leftOut.map(\.document.schema.version)
    let runs = zip(schemas.declared, schemas.declared.dropFirst()).compactMap { source, target in
      // The stages around a skipped version belong to other steps.
      let way = source.document.schema.version..<target.document.schema.version
      return leftOut.contains(where: way.contains) ? nil : run(from: source, to: target, plans)
    }
    let findings = runs.flatMap { run in
      let refusal = run.isRefused ? run.versions.last.map(Finding.Message.isRefused) : nil
      return LightweightStageNotInferred().findings(in: run).map { finding in
        var finding = finding
        finding.heaviest = .warning
        finding.notes += [refusal].compactMap { $0.map { .init($0) } }
        return finding
      }
    }
    return findings.compactMap { Linter.judged($0)?.diagnostic }.sorted()
  }

  /// Two versions as an inferred step; nil if code may be declared, or if a list could not be read.
  private func run(
    from source: SourceVersion, to target: SourceVersion, _ plans: [MigrationPlanFacts]
  ) -> InferredRun? {
    guard source.unreadList == nil, target.unreadList == nil else { return nil }
    let stages = plans.flatMap(\.stages).filter { stage in
      isType(stage.source, of: source) && isType(stage.target, of: target)
    }
    guard let stage = stages.first else {
      let mayBeUnread = plans.contains { !$0.isComplete }
      return mayBeUnread ? nil : InferredRun(versions: [source, target], stages: [nil])
    }
    guard !stages.contains(where: \.hasCode) else { return nil }
    let place = program.files[stage.file].location(stage.position)
    return InferredRun(
      versions: [source, target], stages: [.location(place)], isCustom: !stage.isLightweight)
  }

  private func isType(_ id: SourceProgram.TypeID?, of version: SourceVersion) -> Bool {
    guard let id else { return false }
    return program.qualifiedName(of: id) == version.declaration?.name
  }
}

extension InferredRun {
  /// Whether the schema files of the versions cannot be planned as they are.
  fileprivate var isRefused: Bool {
    guard let source = versions.first, let target = versions.last else { return false }
    return (try? Planner.plan(from: source.document, through: [target.document])) == nil
  }
}

extension Finding.Message {
  fileprivate static func isRefused(_ version: SourceVersion) -> Self {
    Self(
      "as it is, 'plan' and 'export' of all versions refuse the schema file of "
        + "\(version.document.schema.version)")
  }
}
