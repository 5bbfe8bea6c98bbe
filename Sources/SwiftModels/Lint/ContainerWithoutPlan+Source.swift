internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension ContainerWithoutPlan: SourceAnalysis {
  /// A finding for every container without a plan, if its models have an unused plan with a custom stage.
  func findings(in flow: ProgramFlow) -> [Finding] {
    let containers = ContainerPlans(flow)
    let plans = flow.stagedByCode
    guard !plans.isEmpty else { return [] }
    let staged = flow.stagedPlans(among: SwiftSchemas.declared(in: flow.program))
    return containers.unplanned.compactMap { opening in
      let other = containers.planned(besides: opening)
      guard
        let plan = plans.first(where: { plan in
          opening.isOfStores(of: plan, flow) && (!flow.isRun(plan) || other?.plan == plan.id)
        }),
        let stage = plan.stages.first(where: \.hasCode)
      else { return nil }
      let name = flow.program.qualifiedName(of: plan.id)
      let refused = staged.filter { $0.plan.id == plan.id }.flatMap(\.steps).compactMap(\.self)
        .last { $0.stage.hasCode && $0.step.isRefused }
      return Finding(
        Self.id,
        refused.map { .opensNoStore(of: "'\($0.step.source.name)'", "'\($0.step.target.name)'") }
          ?? .runsNoStage(of: name),
        at: flow.place(opening.position, inFile: opening.file),
        notes: [
          .init(
            .stageHere,
            at: refused?.step.stage ?? flow.place(stage.position, inFile: stage.file)),
          other.map { .init(.planHere, at: flow.place($0.position, inFile: $0.file)) },
          .init(.pass(name)),
        ].compactMap(\.self), atMost: refused == nil || other != nil ? .warning : nil)
    }
  }

  /// A finding for every container without a plan, if the app runs no plan but a migration is custom.
  ///
  /// The migration comes from the schema files of the container's models, and starts from a version in the
  /// field.
  func findings(in flow: ProgramFlow, since supported: SupportedVersions) -> [Finding] {
    // MigrateKit may migrate the store before it is opened.
    let isMigratedElsewhere = flow.program.files.contains { $0.imports.contains("MigrateKit") }
    guard !flow.versions.plans.contains(where: flow.isRun), !isMigratedElsewhere else { return [] }
    let plans = flow.stagedByCode
    return ContainerPlans(flow).unplanned.compactMap { opening in
      let models = supported.released.filter { opening.isOfStores(of: $0, flow) }
      guard models.count == 1, let step = supported.customStep(of: models[0]) else { return nil }
      let isInferred = PlatformInference(from: step.source.schema, to: step.target.schema)
        .obstacles.allSatisfy { $0.obstacle == .declared }
      // Another rule reports a renamed class.
      let losesObjects = step.target.migration?.copiedEntities.isEmpty == false
      let prevented = step.target.preventedErrors(in: models[0].history)
      let keys = step.target.keys(of: prevented)
      return Finding(
        Self.id,
        !isInferred
          ? .opensNoStore(
            of: "\(step.source.schema.version)",
            "\(step.target.schema.version) of '\(step.target.schema.name)'")
          : keys.isEmpty
            ? .runsNoStep(to: step.target.schema, losesObjects: losesObjects)
            : .mergesNothing(keys, of: step.source, step.target),
        at: flow.place(opening.position, inFile: opening.file),
        notes: [
          step.target.migrationPlace.map { .init(.stepHere, at: .location($0)) },
          keys.isEmpty ? nil : .init(.mergeInStage),
        ].compactMap(\.self)
          + prevented.prefix(keys.isEmpty ? 3 : 0).map { .init(.onDevices($0)) } + [
            .init(
              plans.first { opening.isOfStores(of: $0, flow) }
                .map { .pass(flow.program.qualifiedName(of: $0.id)) } ?? .writePlan)
          ], atMost: isInferred && prevented.isEmpty && !losesObjects ? .warning : nil)
    }
  }
}

extension ProgramFlow {
  /// The plans of the app with a custom stage.
  fileprivate var stagedByCode: [MigrationPlanFacts] {
    versions.plans.filter { $0.stages.contains(where: \.hasCode) && !program.isTried($0.id) }
  }
}

extension PlanStep {
  /// Whether the platform cannot infer the step.
  fileprivate var isRefused: Bool {
    source.obstacles(to: target).contains { $0.obstacle != .undocumented }
  }
}

extension ContainerPlans.Opening {
  /// Whether the container has a version of a plan, models of one, or classes named like those of its newest
  /// version.
  fileprivate func isOfStores(of plan: MigrationPlanFacts, _ flow: ProgramFlow) -> Bool {
    let versions = plan.versions.compactMap(flow.versions.entry)
    let known = Set(versions.map(\.id) + versions.flatMap(\.members.values))
    let listed = models.map(\.type) + [version?.type].compactMap(\.self)
    return listed.contains(where: known.contains)
      || versions.last.map { hasModels(of: $0.schema, flow) } ?? false
  }

  /// Whether all models of the container are entities of a model's newest version.
  fileprivate func isOfStores(of model: ReleasedModel, _ flow: ProgramFlow) -> Bool {
    guard let schema = model.history.newest?.schema, schema.hasPlatform else { return false }
    return hasModels(of: schema, flow)
  }

  /// Whether all models of the container are named like entities of a schema.
  private func hasModels(of schema: Schema, _ flow: ProgramFlow) -> Bool {
    let version = version.flatMap { flow.versions.entry($0.type) }
    let models = self.models.map(\.type) + (version?.facts.models ?? [])
    return !models.isEmpty
      && models.allSatisfy { schema.entity(named: flow.program[$0].facts.name) != nil }
  }
}

extension SupportedVersions {
  /// The newest custom migration from a version that may be in the field.
  fileprivate func customStep(
    of model: ReleasedModel
  ) -> (source: SchemaDocument, target: SchemaDocument)? {
    let first = model.history.newest.flatMap { oldest[$0.schema.name] } ?? Version(0)
    let supported = model.history.versions.filter { $0.schema.version >= first }
    return zip(supported, supported.dropFirst()).map { (source: $0, target: $1) }
      .last { $0.target.migration?.isCustom ?? false }
  }
}

extension SchemaDocument {
  /// The errors about the step to this version that only its declared migration prevents, which no device
  /// runs without code in a plan.
  func preventedErrors(in history: SchemaHistory) -> [JudgedFinding] {
    let earlier = history.versions.filter { $0.schema.version < schema.version }
    func errors(_ last: SchemaDocument) -> [JudgedFinding] {
      Linter.report(on: [SchemaHistory(earlier + [last])]).findings.filter {
        $0.version == schema.version && $0.diagnostic.severity == .error
      }
    }
    var inferred = self
    inferred.migration = nil
    let others = errors(self).map(\.finding)
    return errors(inferred).filter { error in
      // A renamed class is reported on its own.
      error.finding.rule != LightweightNotInferred.id
        && !others.contains { $0.rule == error.finding.rule && $0.place == error.finding.place }
    }
  }

  /// The unique keys that are new according to findings: `Stop(place)`.
  fileprivate func keys(of findings: [JudgedFinding]) -> [String] {
    findings.compactMap { judged in
      guard [UniqueAdded.id, UniqueChanged.id].contains(judged.finding.rule),
        case .part(let path) = judged.finding.place, path.components.count > 3,
        let position = Int(path.components[3]),
        let keys = schema.entity(named: path.components[1])?.uniquenessConstraints,
        keys.indices.contains(position)
      else { return nil }
      return "\(path.components[1])(\(keys[position].joined(separator: ", ")))"
    }
  }
}

extension MigrationDeclaration {
  /// Whether the migration declares more than the platform infers.
  var isCustom: Bool {
    kind == .custom || !steps.isEmpty || maps.contains { $0 != EntityMap($0.entity) }
  }
}

extension SchemaDocument {
  /// The place of the declared migration.
  fileprivate var migrationPlace: SourceLocation? {
    sources.location(of: SchemaPath(["migration"]))
  }
}

extension Finding.Message {
  fileprivate static func runsNoStage(of plan: String) -> Self {
    Self(
      "the container is opened without a migration plan, and '\(plan)' has a custom stage for its models: "
        + "nothing runs the stage")
  }

  fileprivate static func runsNoStep(to schema: Schema, losesObjects: Bool) -> Self {
    Self(
      "the container is opened without a migration plan, and the step to \(schema.version) of "
        + "'\(schema.name)' is custom: the platform only does what it infers"
        + (losesObjects ? ", and drops the objects that the step copies" : ""))
  }

  fileprivate static func opensNoStore(of source: String, _ target: String) -> Self {
    Self(
      "the container is opened without a migration plan, and the platform cannot infer the step to "
        + "\(target): the app opens no store of \(source)")
  }

  fileprivate static func mergesNothing(
    _ keys: [String], of source: SchemaDocument, _ target: SchemaDocument
  ) -> Self {
    let (old, new) = (source.schema, target.schema)
    return Self(
      "the container is opened without a migration plan, and \(new.version) of '\(new.name)' has a new "
        + "unique key, \(keys.quoted): no code merges the duplicates of \(old.version) first, and a store with "
        + "duplicates does not open")
  }

  fileprivate static let mergeInStage = Self(
    "merge the equal objects in 'willMigrate' of a custom stage: 'dedupe' in a schema file does nothing on "
      + "devices")

  static func onDevices(_ judged: JudgedFinding) -> Self {
    Self("on devices \(judged.diagnostic.message)")
  }

  fileprivate static let planHere = Self(
    "another container opens the same store with the plan: nothing runs the stage where this one is first"
  )

  fileprivate static let stageHere = Self("the stage is here")

  fileprivate static let stepHere = Self("the step is declared here")

  fileprivate static func pass(_ plan: String) -> Self {
    Self("open the container with 'migrationPlan: \(plan).self'")
  }

  fileprivate static let writePlan = Self(
    "'migrate export --all --format swiftdata' writes the versions and the plan: open the container with "
      + "'migrationPlan:'")
}
