internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

/// A step of a migration plan from one version in the source to the next, run by the platform.
struct PlanStep {
  /// The previous version.
  var source: SourceVersion
  /// The next version.
  var target: SourceVersion
  /// The place of the stage.
  var stage: Finding.Place
  /// Whether the step is the last one of its plan, and can therefore still be repaired before a release.
  var isLast: Bool
  /// Whether the stage is custom; the platform runs such a stage separately, with or without code.
  var isCustom = false

  /// The entities of the previous version that the next version lacks.
  var dropped: [String] {
    source.document.schema.entities.map(\.name).filter {
      target.document.schema.entity(named: $0) == nil
    }
  }

  /// Whether a class seems to be renamed: a new entity has half of a dropped entity's properties.
  fileprivate func seemsRenamed(_ entity: String) -> Bool {
    let (before, after) = (source.document.schema, target.document.schema)
    guard let names = before.entity(named: entity)?.propertyNames, !names.isEmpty else {
      return false
    }
    return after.entities.contains { new in
      before.entity(named: new.name) == nil
        && 2 * names.intersection(new.propertyNames).count >= names.count
    }
  }

  /// Whether a finding is about a class that seems to be renamed.
  fileprivate func isOfRenamedClass(_ finding: Finding) -> Bool {
    if case .objects(let entity)? = finding.condition { return seemsRenamed(entity) }
    guard finding.rule == ProbableRename.id, case .part(let path) = finding.place else {
      return false
    }
    return path.components.first == "entities" && path.components.count == 2
  }

  /// The rules about values that the platform drops or changes silently.
  fileprivate static let rulesOnValues = RuleRegistry.lastChangesInSwift

  /// The rules about unique keys.
  fileprivate static let rulesOnKeys = [UniqueAdded.id, UniqueChanged.id]

  /// Whether the next version has none of the previous entities.
  var dropsEverything: Bool {
    !dropped.isEmpty && dropped.count == source.document.schema.entities.count
  }
}

/// A step of a migration plan with its stage.
struct StagedStep {
  /// The step.
  var step: PlanStep
  /// The stage.
  var stage: MigrationPlanFacts.Stage
  /// The plan.
  var plan: MigrationPlanFacts

  /// The step, if the stage has no code.
  var inferred: PlanStep? { stage.hasCode ? nil : step }
}

extension ProgramFlow {
  /// The steps of each plan of the app, with their stages; nil for a step that could not be read.
  func stagedPlans(
    among declared: [SourceVersion]
  ) -> [(plan: MigrationPlanFacts, steps: [StagedStep?])] {
    let versions = Dictionary(declared.map { ($0.declaration?.name ?? "", $0) }) { first, _ in
      first
    }
    func version(_ id: SourceProgram.TypeID) -> SourceVersion? {
      versions[program.qualifiedName(of: id)].flatMap { $0.unreadList == nil ? $0 : nil }
    }
    return self.versions.plans.filter { $0.isComplete && !program.isTried($0.id) }.map { plan in
      let steps = zip(plan.versions, plan.versions.dropFirst()).map {
        before, after -> StagedStep? in
        let stage = plan.stages.first { $0.source == before && $0.target == after }
        guard let stage, let source = version(before), let target = version(after),
          source.document.schema.version < target.document.schema.version
        else { return nil }
        return StagedStep(
          step: PlanStep(
            source: source, target: target, stage: place(stage.position, inFile: stage.file),
            isLast: after == plan.versions.last, isCustom: !stage.isLightweight),
          stage: stage, plan: plan)
      }
      return (plan, steps)
    }
  }

  /// The runs of versions without declared stages; the platform migrates each version straight to the last.
  ///
  /// These are the versions of plans without stages, or all versions if no plan exists. Without a plan,
  /// versions with similar names belong to the same app.
  func unstagedRuns(among declared: [SourceVersion]) -> [InferredRun] {
    let own = declared.filter { $0.declaration?.isTest == false }
      .sorted { $0.document.schema.version < $1.document.schema.version }
    let families = versions.plans.isEmpty ? own.families : unstagedPlans(among: own)
    return families.compactMap { versions in
      guard versions.count > 1, versions.allSatisfy({ $0.unreadList == nil }) else { return nil }
      return InferredRun(versions: versions, stages: versions.dropFirst().map { _ in nil })
    }
  }

  /// The versions of each plan without stages that the app runs.
  private func unstagedPlans(among own: [SourceVersion]) -> [[SourceVersion]] {
    versions.plans.filter { $0.hasNoStages && isRun($0) }.map { plan in
      let names = Set(plan.versions.map { program.qualifiedName(of: $0) })
      return own.filter { names.contains($0.name) }
    }
  }

  /// Whether a name means a model of the app, whose loss another rule reports.
  fileprivate func isStillNamed(_ entity: String) -> Bool {
    versions.plans.contains { model(named: entity, $0) != nil }
  }
}

extension SwiftSource {
  /// The findings on the inferred steps of migration plans.
  ///
  /// They cover dropped entities, possible renames, and changes that the platform does not infer.
  ///
  /// Only a lock shows which versions were released. Findings on a step to a released version are notes.
  /// So are findings in a plan that no container uses, but a change that the platform does not infer is a
  /// warning there.
  ///
  /// Steps from versions without supported stores are left out.
  func stepFindings(
    _ flow: ProgramFlow, from supported: SupportedVersions, _ settings: RuleSettings
  ) -> [JudgedFinding] {
    let models = supported.released
    // An edit of a released version is reported there, and is no change of the next version.
    let declared = SwiftSchemas.declared(in: program).map(models.unedited)
    let unstaged = flow.unstagedRuns(among: declared).compactMap(supported.part).flatMap { run in
      findings(in: run, since: models, settings) + changes(in: run, flow, settings, since: models)
    }
    return flow.stagedPlans(among: declared).flatMap { plan, steps in
      let ways = steps.map { staged in
        staged.flatMap { supported.contains($0.step.source) ? $0 : nil }
      }
      return findings(in: ways, flow, settings, since: models)
        .limited(toUseOf: plan, flow, settings)
    } + unstaged
  }

  /// The findings on the steps of one plan.
  private func findings(
    in steps: [StagedStep?], _ flow: ProgramFlow, _ settings: RuleSettings,
    since models: [ReleasedModel]
  ) -> [JudgedFinding] {
    let inferred = steps.map { $0?.inferred }
    let handled = steps.indices.map { flow.entitiesDropped(at: $0, ofWhichCodeNames: steps) }
    return zip(inferred, handled).flatMap { step, handled -> [JudgedFinding] in
      guard let step else { return [] }
      if step.dropsEverything, !step.dropped.allSatisfy(flow.isStillNamed) {
        return [Linter.judged(step.loss, settings: settings)].compactMap(\.self)
          .asNotes(if: models.havePinned(step.target))
      }
      return changeFindings(step, flow, settings, since: models).besides(handled)
        .asNotes(if: models.haveReleased(step.target))
    }
      + InferredRun.all(in: [inferred]).flatMap { findings(in: $0, since: models, settings) }
      + zip(steps, handled).flatMap { staged, handled -> [JudgedFinding] in
        guard let staged else { return [] }
        let isReleased = models.havePinned(staged.step.target)
        let found =
          TypeChangeInCustomStage().findings(in: staged, isReleased: isReleased, flow)
          + LightweightStageNotInferred().findings(in: staged, isReleased: isReleased, flow)
          + models.undoneWork(in: staged.step, staged.stage, flow)
          + flow.deletions(in: staged)
        let rules =
          staged.stage.hasCode
          ? [DropEntity.id] + PlanStep.rulesOnKeys + PlanStep.rulesOnValues : []
        let changes = changeFindings(staged.step, flow, settings, since: models, of: rules)
          .filter { rules.contains($0.finding.rule) && !flow.handles($0, in: staged.stage) }
          .besides(handled)
        return (found.compactMap { Linter.judged($0, settings: settings) } + changes)
          .asNotes(if: isReleased)
      }
  }

  /// The findings on changes in a run that the platform does not infer.
  private func findings(
    in run: InferredRun, since models: [ReleasedModel], _ settings: RuleSettings
  ) -> [JudgedFinding] {
    LightweightStageNotInferred().findings(in: run, isReleased: models.havePinned)
      .compactMap { Linter.judged($0, settings: settings) }
  }

  /// The findings on undeclared stages: possible renames since the last release, and losses in the last step.
  private func changes(
    in run: InferredRun, _ flow: ProgramFlow, _ settings: RuleSettings,
    since models: [ReleasedModel]
  ) -> [JudgedFinding] {
    zip(run.versions, run.versions.dropFirst()).flatMap { source, target -> [JudgedFinding] in
      let isLast = target.name == run.versions.last?.name
      guard let place = target.declaration?.location, isLast || models.arePast(target) else {
        return []
      }
      let step = PlanStep(source: source, target: target, stage: .location(place), isLast: isLast)
      return changeFindings(
        step, flow, settings, since: models,
        of: !models.arePast(target)
          ? [] : [ProbableRename.id] + (flow.versions.plans.isEmpty ? [] : PlanStep.rulesOnKeys)
      ).asNotes(if: models.haveReleased(target))
        // Without a plan, it is reported at the container.
        + (flow.versions.plans.isEmpty ? [] : models.undoneWork(in: step, nil, flow))
        .compactMap { Linter.judged($0, settings: settings) }
    }
  }

  /// The findings of the rules on changes, mostly as warnings, because a change may be intended.
  ///
  /// A renamed class may be an error, because the platform drops all its objects. Findings on a version newer
  /// than the schema files may be errors too, because its schema file would have the same findings.
  private func changeFindings(
    _ step: PlanStep, _ flow: ProgramFlow, _ settings: RuleSettings,
    since models: [ReleasedModel],
    of rules: [RuleID] = RuleRegistry.changesInSwift
  ) -> [JudgedFinding] {
    // Losses in earlier steps were decided when their versions were released.
    let rules = rules + (step.isLast ? PlanStep.rulesOnValues : [])
    let (source, target) = (step.source.document, step.target.document)
    let history = SchemaHistory([source, target])
    let review = HopReview(from: source, to: target)
    let renames = review.probableRenames
    let misspelt = review.changes.map(\.change).filter(review.followsFromMisspelling).map(\.path)
    // Another rule reports a renamed class at the list of the new version.
    let told = renames.filter { $0.drop.kind == .dropEntity && flow.isStillNamed($0.source) }
      .map(\.diagnostic.message)
    let stopped = step.source.obstacles(to: step.target).map(\.change.path)
    let isCompared = step.isLast && ReleasedModel.meant(by: target.schema, among: models) != nil
    return Linter.report(on: [history], settings: settings).findings.compactMap {
      judged -> JudgedFinding? in
      guard rules.contains(judged.finding.rule) else { return nil }
      if case .objects(let entity)? = judged.finding.condition, flow.isStillNamed(entity) {
        return nil
      }
      if told.contains(judged.diagnostic.message) { return nil }
      // What a schema file decides about links is judged with the code of the stage.
      if judged.finding.rule == CardinalityNarrowed.id, case .part(let path) = judged.finding.place,
        models.decideLinks(at: path, in: step.target)
      {
        return nil
      }
      // Another rule reports what the platform does not infer.
      if [CardinalityNarrowed.id, LossyTypeChange.id].contains(judged.finding.rule),
        case .part(let path) = judged.finding.place,
        stopped.contains(path) || path.parent.map(stopped.contains) ?? true
      {
        return nil
      }
      // The rule that compares the models with the schema files reports it.
      if judged.finding.rule == RenameSourceMissing.id, isCompared { return nil }
      if case .having(let name, let entity)? = judged.finding.condition,
        misspelt.contains(where: { $0.components[1] == entity && $0.components.last == name })
      {
        return nil
      }
      var result = judged.inSwift(at: step)
      if let rename = renames.first(where: { $0.diagnostic.message == judged.diagnostic.message }) {
        result.diagnostic.notes = [
          .init(Finding.Message.dropsRenamed(rename, target.schema).description),
          .init(Finding.Message.sayRename(rename).description),
          .init(
            Finding.Message.except(judged.finding.rule, where: "the removal is meant").description),
        ]
      }
      // A removed part has no place in the new version.
      result.diagnostic.location = result.diagnostic.location ?? step.target.declaration?.location
      let isMergedInFile =
        judged.finding.isAboutKey && models.declareCustomStep(to: step.target)
      if isMergedInFile {
        result.diagnostic.notes.append(.init("'dedupe' of a schema file does nothing on devices"))
      }
      let isError =
        step.isOfRenamedClass(judged.finding) && !models.havePinned(step.target)
        || [ProbableRename.id, RenameSourceMissing.id].contains(judged.finding.rule)
          && models.arePast(step.target)
        || models.lackFile(of: step.target)
        || isMergedInFile
      result.diagnostic.severity = settings.limited(
        result.diagnostic.severity, to: isError ? .error : .warning, of: result.finding.rule)
      return result
    }
  }
}

extension ProgramFlow {
  /// The dropped entities that the code of the stage, or of the previous one, names.
  ///
  /// Their objects may have been copied. Code in called functions counts too.
  fileprivate func entitiesDropped(
    at place: Int, ofWhichCodeNames steps: [StagedStep?]
  ) -> Set<String> {
    guard let step = steps[place] else { return [] }
    let stages = steps[Swift.max(0, place - 1)...place].compactMap { $0?.stage }
    return Set(
      step.step.dropped.filter { entity in stages.contains { code(of: $0, names: [entity]) } })
  }

  /// Whether the code of a stage names a relationship whose links the platform narrows, or, before the
  /// platform's step, the class that gets a unique key or the property whose values are lost.
  fileprivate func handles(_ judged: JudgedFinding, in stage: MigrationPlanFacts.Stage) -> Bool {
    let rule = judged.finding.rule
    if [DropAttribute.id, DropRelationship.id].contains(rule),
      case .having(let name, _)? = judged.finding.condition
    {
      return code(of: stage, isBefore: true, names: [name])
    }
    guard rule != DropEntity.id, case .part(let path) = judged.finding.place else { return false }
    let name = judged.finding.isAboutKey ? path.components.dropFirst().first : path.components.last
    return code(
      of: stage, isBefore: rule != CardinalityNarrowed.id, names: [name].compactMap(\.self))
  }

  /// Whether the code of a stage, or only its code before the platform's step, contains one of these names;
  /// true for code that cannot be read.
  func code(
    of stage: MigrationPlanFacts.Stage, isBefore: Bool = false, names wanted: [String]
  ) -> Bool {
    stage.handlers.filter {
      $0.value.kind != .nothing && (!isBefore || $0.label == "willMigrate")
    }.contains { handler in
      guard let function = function(handler.value, of: stage.owner, inFile: stage.file) else {
        return true
      }
      return index.bodies(callableFrom: function.facts.statements)
        .contains { $0.mentions(anyOf: wanted) }
    }
  }
}

extension [SourceVersion] {
  /// The versions in groups whose names differ only in numbers, in their order.
  fileprivate var families: [[SourceVersion]] {
    Dictionary(grouping: self) { version in version.name.filter { !$0.isNumber && $0 != "_" } }
      .sorted { $0.key < $1.key }.map(\.value)
  }
}

extension Entity {
  /// The names of the properties that the entity itself declares.
  fileprivate var propertyNames: Set<String> {
    Set(attributes.map(\.name) + relationships.map(\.name))
  }
}

extension [ReleasedModel] {
  /// A frozen version with the models of its release, if it is edited.
  fileprivate func unedited(_ version: SourceVersion) -> SourceVersion {
    guard version.declaration?.isFrozen == true, version.isWhole,
      let model = ReleasedModel.meant(by: version.document.schema, among: self),
      let pinned = model.pinned(version), let file = model.history[pinned.version],
      pinned.consequence(of: version.document) == .unrecognised,
      pinned.consequence(of: file) != .unrecognised
    else { return version }
    var result = version
    result.document.schema = file.schema.withTypes(namedAsIn: version.document.schema)
    return result
  }

  /// Whether a version in the source is a pinned version of its model.
  fileprivate func havePinned(_ version: SourceVersion) -> Bool {
    ReleasedModel.meant(by: version.document.schema, among: self)?.pinned(version) != nil
  }
}

extension [ReleasedModel] {
  /// Whether a version in the source is not newer than the newest released version of its model.
  fileprivate func haveReleased(_ version: SourceVersion) -> Bool {
    ReleasedModel.meant(by: version.document.schema, among: self).map {
      version.document.schema.version <= $0.newest
    } ?? false
  }

  /// Whether a version in the source is newer than the newest released version of its model.
  fileprivate func arePast(_ version: SourceVersion) -> Bool {
    ReleasedModel.meant(by: version.document.schema, among: self).map {
      $0.newest < version.document.schema.version
    } ?? false
  }
}

extension [ReleasedModel] {
  /// Whether a version in the source is newer than all schema files of its model.
  fileprivate func lackFile(of version: SourceVersion) -> Bool {
    ReleasedModel.meant(by: version.document.schema, among: self)?.isBehind(version) ?? false
  }
}

extension [ReleasedModel] {
  /// Whether the schema file of a version that is not released yet has a custom migration, so that rules on
  /// schema files take its duplicates for merged.
  fileprivate func declareCustomStep(to version: SourceVersion) -> Bool {
    migration(to: version)?.isCustom ?? false
  }

  /// The findings on work that the schema file of an unreleased version declares and no code does.
  fileprivate func undoneWork(
    in step: PlanStep, _ stage: MigrationPlanFacts.Stage?, _ flow: ProgramFlow
  ) -> [Finding] {
    guard let work = declaredWork(in: step.target) else { return [] }
    return LightweightStageNotInferred().findings(in: step, stage, declaring: work, flow)
  }

  /// Whether the schema file of an unreleased version decides about the links of a relationship.
  fileprivate func decideLinks(at path: SchemaPath, in version: SourceVersion) -> Bool {
    declaredWork(in: version)?.values.contains {
      $0.path == path && $0.prevented?.finding.rule == CardinalityNarrowed.id
    } ?? false
  }

  /// The work that the schema file of an unreleased version declares; nil if the platform infers the step.
  private func declaredWork(in version: SourceVersion) -> DeclaredWork? {
    guard let migration = migration(to: version), migration.isCustom,
      let history = ReleasedModel.meant(by: version.document.schema, among: self)?.history,
      let target = history[version.document.schema.version]
    else { return nil }
    let prevented = target.preventedErrors(in: history)
    var values = computedValues(of: migration, in: target, history)
    for error in prevented {
      guard let property = error.property,
        let path = target.schema.path(of: property.name, of: property.entity)
      else { continue }
      if let known = values.firstIndex(where: { $0.path == path }) {
        values[known].prevented = values[known].prevented ?? error
      } else {
        values.append(DeclaredValue(path: path, prevented: error))
      }
    }
    return DeclaredWork(
      copied: migration.copiedEntities, values: values,
      renamesClasses: target.schema.entities.contains { $0.renamedFrom != nil },
      mergesDuplicates: prevented.contains(where: \.finding.isAboutKey),
      skipped: prevented.first { $0.finding.rule == SkipHopUnsafe.id })
  }

  /// The values that expressions of a schema file compute.
  private func computedValues(
    of migration: MigrationDeclaration, in target: SchemaDocument, _ history: SchemaHistory
  ) -> [DeclaredValue] {
    let number = target.schema.version
    guard let earlier = history.versions.last(where: { $0.schema.version < number }) else {
      return []
    }
    let kept = NameTrail([earlier] + history.versions.filter { number <= $0.schema.version })
      .keptProperties
    return migration.maps.flatMap { map -> [DeclaredValue] in
      guard let old = HopNames(from: earlier, to: target).sourceName(ofEntity: map.entity) else {
        return []
      }
      return map.properties.sorted { $0.key < $1.key }.map { name, expression in
        let used = earlier.schema.allAttributes(of: old).map(\.name).filter {
          ValueUse.of($0, in: expression, of: old) ?? .asked > .asked
        }
        return DeclaredValue(
          path: target.schema.path(of: name, of: map.entity)
            ?? .property(name, of: map.entity, .attributes), isComputed: true,
          removed: used.first { !kept.contains(.init(entity: old, name: $0)) }.map {
            "\(old).\($0)"
          })
      }
    }
  }

  /// The migration in the schema file of a version that is not released yet.
  private func migration(to version: SourceVersion) -> MigrationDeclaration? {
    let number = version.document.schema.version
    return ReleasedModel.meant(by: version.document.schema, among: self).flatMap { model in
      model.newest < number ? model.history[number]?.migration : nil
    }
  }
}

extension Schema {
  /// The path of a property that an entity declares; nil if it declares none of the name.
  fileprivate func path(of property: String, of entity: String) -> SchemaPath? {
    guard let owner = self.entity(named: entity) else { return nil }
    if owner.attribute(named: property) != nil {
      return .property(property, of: entity, .attributes)
    }
    return owner.relationships.contains { $0.name == property }
      ? .property(property, of: entity, .relationships) : nil
  }
}

extension NameTrail {
  /// The properties of the first version that the last version still has.
  fileprivate var keptProperties: Set<Origin> {
    Set(
      last.schema.entities.flatMap { entity in
        (last.schema.allAttributes(of: entity.name).map(\.name)
          + last.schema.allRelationships(of: entity.name).map(\.name))
          .compactMap { origin(ofProperty: $0, of: entity.name) }
      })
  }
}

extension Finding {
  /// Whether the finding is about a new or stricter unique key.
  fileprivate var isAboutKey: Bool { PlanStep.rulesOnKeys.contains(rule) }
}

extension [JudgedFinding] {
  fileprivate func asNotes(if isReleased: Bool) -> Self { isReleased ? map(\.asNote) : self }

  /// The findings without the drops of some entities.
  fileprivate func besides(_ entities: Set<String>) -> Self {
    filter { judged in
      guard judged.finding.rule == DropEntity.id,
        case .objects(let entity)? = judged.finding.condition
      else { return true }
      return !entities.contains(entity)
    }
  }

  /// The findings in a plan, as notes if no container is opened with the plan.
  ///
  /// A stage that the platform cannot infer is a warning then: as soon as a container uses the plan, in these
  /// files or others, its stores cannot be opened.
  fileprivate func limited(
    toUseOf plan: MigrationPlanFacts, _ flow: ProgramFlow, _ settings: RuleSettings
  ) -> Self {
    if flow.isRun(plan) { return self }
    let name = flow.program.qualifiedName(of: plan.id)
    return map { judged in
      guard judged.finding.rule == LightweightStageNotInferred.id,
        judged.diagnostic.severity > .note
      else { return judged.asNote }
      var lighter = judged
      lighter.diagnostic.severity = settings.limited(
        judged.diagnostic.severity, to: .warning, of: judged.finding.rule)
      lighter.diagnostic.notes.append(
        .init("whether '\(name)' runs is not known: no container in these files is opened with it"))
      return lighter
    }
  }
}

extension JudgedFinding {
  /// The property that the finding is about, if it is about one.
  fileprivate var property: (entity: String, name: String)? {
    if case .part(let path) = finding.place, path.components.count > 3 {
      return (path.components[1], path.components[3])
    }
    // The place of a removed case may be the enumeration.
    guard case .holding(_, let name, let entity)? = finding.condition else { return nil }
    return (entity, name)
  }

  /// The finding of a rule on changes, with advice in Swift.
  fileprivate func inSwift(at step: PlanStep) -> JudgedFinding {
    let names = (step.source.declaration?.name ?? "", step.target.declaration?.name ?? "")
    if finding.rule == CardinalityNarrowed.id,
      case .linkedToSeveral(let old, let entity)? = finding.condition,
      case .part(let path) = finding.place, let new = path.components.last
    {
      var result = self
      result.diagnostic.notes = [
        .init(Finding.Message.keepMany(old, of: entity, new, names).description),
        .init(
          Finding.Message.except(finding.rule, where: "no object leads to several").description),
      ]
      return result
    }
    if finding.rule == DropAttribute.id, case .having(let name, let entity)? = finding.condition,
      let old = step.source.document.schema.entity(named: entity)?.attribute(named: name),
      let new = step.target.document.schema.newEntity(
        having: old, since: step.source.document.schema)
    {
      var result = self
      result.diagnostic.notes = [
        .init(Finding.Message.fill(new, from: name, of: entity).description),
        .init(Finding.Message.except(finding.rule, where: "the loss is meant").description),
      ]
      return result
    }
    guard finding.isAboutKey else { return inSwift }
    var result = self
    result.diagnostic.location = step.target.place(ofKeyAt: finding.place) ?? diagnostic.location
    // A property of the key is new: nothing can be merged by it before the platform's step.
    let isNew = finding.condition == nil
    result.diagnostic.notes = [
      .init(
        isNew
          ? Finding.Message.optionalKey.description
          : "make objects that are equal there one in 'willMigrate' of '.custom(fromVersion: "
            + "\(names.0).self, toVersion: \(names.1).self, willMigrate: …, didMigrate: nil)'; a store "
            + "that has some cannot be opened")
    ]
    return result
  }
}

extension SourceVersion {
  /// The place of a unique key, or the place of its property if it has only one.
  fileprivate func place(ofKeyAt place: Finding.Place) -> SourceLocation? {
    guard case .part(let path) = place, path.components.count > 3,
      let position = Int(path.components[3]),
      let keys = document.schema.entity(named: path.components[1])?.uniquenessConstraints,
      keys.indices.contains(position), keys[position].count == 1
    else { return nil }
    let (entity, name) = (path.components[1], keys[position][0])
    return document.sources.exactLocation(of: path)
      ?? document.sources.exactLocation(of: .property(name, of: entity, .attributes))
      ?? document.sources.exactLocation(of: .property(name, of: entity, .relationships))
  }
}

extension PlanStep {
  /// The finding that all entities are dropped.
  fileprivate var loss: Finding {
    let names = (source.declaration?.name ?? "", target.declaration?.name ?? "")
    let place = target.declaration?.location ?? source.declaration?.location
    return Finding(
      DropEntity.id, .losesAll(dropped, names.0, names.1),
      at: place.map { .location($0) } ?? .part(SchemaPath(["version"])),
      notes: [
        .init(.has(names.0), at: source.declaration.map { .location($0.location) }),
        .init(.keepNames(dropped[0], names.1)),
      ])
  }
}

extension Finding.Message {
  fileprivate static func losesAll(_ entities: [String], _ before: String, _ after: String) -> Self
  {
    let names = entities.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return Self(
      "'\(after)' has no model of the name of any in '\(before)' (\(names)\(entities.count > 3 ? ", …" : "")), "
        + "and the stage between them is inferred: the migration drops every object")
  }

  /// The way to a to-one that keeps the links of the to-many in its place.
  fileprivate static func keepMany(
    _ old: String, of entity: String, _ new: String, _ names: (source: String, target: String)
  ) -> Self {
    Self(
      "keep '\(old)' with its inverse, add '\(new)' with an inverse of its own, fill it from '\(old)' in "
        + "'didMigrate' of '.custom(fromVersion: \(names.source).self, toVersion: \(names.target).self, "
        + "willMigrate: nil, didMigrate: …)', and let a later version drop '\(old)'")
  }

  /// The loss by a rename that only looks like one to a person.
  ///
  /// The inverse of a removed relationship may stay, and have the same links.
  fileprivate static func dropsRenamed(
    _ rename: Ambiguities.ProbableRename, _ after: Schema
  ) -> Self {
    let name = rename.source
    return switch rename.drop {
    case .dropEntity: Self("to the platform it is removed: every object of '\(name)' is lost")
    case .dropRelationship(let old, let entity):
      if let inverse = old.inverse,
        after.entity(named: old.destination)?.relationship(named: inverse)?.destination == entity
      {
        Self(
          "to the platform it is removed: its links stay only as links of '\(old.destination).\(inverse)'"
        )
      } else {
        Self("to the platform it is removed: every link of '\(name)' is lost")
      }
    default: Self("to the platform it is removed: every value of '\(name)' is lost")
    }
  }

  /// The exception for a change whose loss is meant, or that loses nothing.
  fileprivate static func except(_ rule: RuleID, where condition: String) -> Self {
    Self("if \(condition), write '// migrate:ignore \(rule) -- reason' above this line")
  }

  fileprivate static func has(_ version: String) -> Self { Self("'\(version)' is here") }

  fileprivate static func keepNames(_ entity: String, _ version: String) -> Self {
    Self(
      "an entity is named after its class alone: declare '\(entity)' inside '\(version)' too, or "
        + "carry the objects over in a custom stage")
  }
}
