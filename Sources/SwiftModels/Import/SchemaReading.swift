internal import Diagnostics
internal import SchemaModel

/// A reader of all versions of a model in a program.
struct SchemaReading {
  private let program: SourceProgram
  private let choice: PlanChoice
  private let declared: [VersionedSchemaFacts]
  private let plans: [MigrationPlanFacts]
  /// The models whose versions are read, with their names.
  private var models: [(model: PlannedModel, name: String)]
  /// The plans to choose from, if there are several models.
  let openPlans: [DeclaredPlan]
  private let name: SchemaName
  private var found: Set<Diagnostic>
  private var listed: Set<SourceProgram.TypeID> = []

  init(_ program: SourceProgram, name: SchemaName, plan choice: PlanChoice = .all) {
    self.program = program
    self.choice = choice
    self.name = name
    var reader = VersionReader(program)
    declared = reader.versions()
    plans = reader.plans()
    let (all, others) = PlannedModel.all(declared, plans, in: program)
    let chosen = Self.chosen(choice, all, program)
    openPlans = choice == .only && chosen.count > 1 ? chosen.flatMap(\.plans).map(program.plan) : []
    let read = choice == .all ? chosen : chosen.map(\.planned)
    models = read.map { ($0, name.given ?? Self.name($0.plans, program) ?? name.otherwise) }
    found = Set(reader.log.diagnostics)
    reportValueTypes()
    reportStageCode()
    reportLeftOut()
    if choice == .all {
      models +=
        others.isEmpty ? [] : [(PlannedModel(versions: Set(others)), name.given ?? name.otherwise)]
    } else if let model = chosen.first, chosen.count == 1 {
      reportUnlisted(model, others)
    }
  }

  /// The models that a choice selects; several if the choice is not decisive.
  private static func chosen(
    _ choice: PlanChoice, _ models: [PlannedModel], _ program: SourceProgram
  ) -> [PlannedModel] {
    switch choice {
    case .all: return models
    case .only:
      let real = models.filter { !$0.isTried(program) }
      return real.isEmpty ? models : real
    case .named(let name):
      return models.compactMap { model in
        let plans = model.plans.filter {
          [program.qualifiedName(of: $0.id), program[$0.id].facts.name].contains(name)
        }
        guard !plans.isEmpty else { return nil }
        // Versions that only another plan lists are not selected.
        let others = Set(model.plans.flatMap(\.versions)).subtracting(plans.flatMap(\.versions))
        return PlannedModel(plans: plans, versions: model.versions.subtracting(others))
      }
    }
  }

  /// The problems with reading the declarations.
  var problems: [Diagnostic] { found.sorted() }

  /// The plans outside tests.
  var plansOfApp: [DeclaredPlan] {
    plans.filter { !program.isTried($0.id) }.map(program.plan)
  }

  /// The name of a plan without endings such as `Plan`; nil if nothing is left.
  private static func name(_ plans: [MigrationPlanFacts], _ program: SourceProgram) -> String? {
    var name = plans.first.map { program[$0.id].facts.name } ?? ""
    for ending in ["Plan", "Migration", "Schema"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    return name.isEmpty ? nil : name
  }

  mutating func versions() -> [SourceVersion] {
    let ids = Set(declared.map(\.id))
    var versions: [SourceVersion] = []
    for facts in declared {
      let place = models.firstIndex { $0.model.versions.contains(facts.id) }
      if let place, isNamespace(facts, models[place].model) { continue }
      let assembly = SchemaAssembly(
        program, models: facts.models, owner: program.qualifiedName(of: facts.id))
      for id in program.models where assembly.isMember(id) { listed.insert(id) }
      guard let place else {
        // The problems of a version that is not selected are not reported.
        found.subtract(facts.problems)
        continue
      }
      guard let version = facts.version else {
        if choice != .all, isFollowed(facts.id, in: models[place].model) {
          leaveOut(facts)
        } else {
          found.formUnion(assembly.log.diagnostics)
        }
        continue
      }
      found.formUnion(assembly.log.diagnostics)
      let document = assembly.document(
        name: models[place].name, version: version, migration: migration(to: facts.id),
        file: program.files[program[facts.id].file].path)
      versions.append(
        SourceVersion(
          document: document,
          declaration: declaration(
            of: facts.id, in: place,
            isFrozen: assembly.members.values.allSatisfy { program.isInside($0, anyOf: ids) }),
          unreadDefaults: assembly.unreadDefaults, unread: assembly.unread,
          unseenParents: assembly.unseenParents,
          unreadList: facts.isComplete ? nil : unreadList(of: facts),
          untold: assembly.log.problemsOnStorage,
          problems: facts.problems + assembly.log.diagnostics))
    }
    return versions.sorted { $0.document.schema.version < $1.document.schema.version }
  }

  /// The place of a version whose list could not be read.
  private func unreadList(of facts: VersionedSchemaFacts) -> SourceLocation? {
    location(of: facts.id)
  }

  private func location(of id: SourceProgram.TypeID) -> SourceLocation {
    program.files[program[id].file].location(program[id].facts.position)
  }

  /// Whether a plan lists another version after this one.
  private func isFollowed(_ id: SourceProgram.TypeID, in model: PlannedModel) -> Bool {
    model.plans.contains { plan in plan.versions.contains(id) && plan.versions.last != id }
  }

  /// Reports that an old version has no schema file, because its number cannot be read.
  private mutating func leaveOut(_ facts: VersionedSchemaFacts) {
    found.subtract(facts.problems)
    found.insert(
      SourceVersion.isLeftOut(
        program.qualifiedName(of: facts.id), nil, for: facts.problems, at: location(of: facts.id)))
  }

  /// Whether a version only holds models for a planned version with the same number.
  private func isNamespace(_ facts: VersionedSchemaFacts, _ model: PlannedModel) -> Bool {
    let planned = Set(model.plans.flatMap(\.versions))
    guard let number = facts.version, !planned.contains(facts.id) else { return false }
    return declared.contains { $0.version == number && planned.contains($0.id) }
  }

  private func declaration(
    of id: SourceProgram.TypeID, in model: Int, isFrozen: Bool
  ) -> SourceVersion.Declaration {
    SourceVersion.Declaration(
      name: program.qualifiedName(of: id),
      location: location(of: id),
      isFrozen: isFrozen, isTest: program.isTried(id), model: model,
      isPlanned: models[model].model.plans.contains { $0.versions.contains(id) })
  }

  /// The migration to a version, as a plan declares it.
  ///
  /// A custom stage without code counts as custom too, because no lightweight run passes it.
  private func migration(to version: SourceProgram.TypeID) -> MigrationDeclaration? {
    let stage = plans.lazy.flatMap(\.stages).first { $0.target == version }
    return stage.map { MigrationDeclaration(kind: $0.isLightweight ? .lightweight : .custom) }
  }

  mutating func live(
    _ roots: [SourceProgram.TypeID]?, number: Version?
  ) -> SourceVersion? {
    let versions = Set(declared.map(\.id))
    let models = (roots ?? program.models).filter { id in
      !listed.contains(id) && !ancestors(of: id).contains(where: versions.contains)
    }
    guard let first = models.first else { return nil }
    let assembly = SchemaAssembly(program, models: models, owner: nil)
    // If versions are declared, these models may no longer be in use.
    if declared.isEmpty { found.formUnion(assembly.log.diagnostics) }
    let newest = declared.compactMap(\.version).max()
    let document = assembly.document(
      name: self.models.first?.name ?? name.given ?? name.otherwise,
      version: number ?? newest.map { Version($0.major + 1) } ?? Version(1),
      file: program.files[program[first].file].path)
    return SourceVersion(
      document: document, unreadDefaults: assembly.unreadDefaults, unread: assembly.unread,
      unseenParents: assembly.unseenParents,
      untold: assembly.log.problemsOnStorage, problems: assembly.log.diagnostics)
  }

  private func ancestors(of id: SourceProgram.TypeID) -> [SourceProgram.TypeID] {
    guard let parent = program[id].parent else { return [] }
    return [parent] + ancestors(of: parent)
  }

  /// Reports once the versions that the plans of a model leave out, and the versions of no certain model.
  private mutating func reportUnlisted(_ model: PlannedModel, _ others: [SourceProgram.TypeID]) {
    let unlisted = declared.filter { facts in
      guard program.isTried(facts.id) == model.isTried(program) else { return false }
      return others.contains(facts.id)
        || model.leftOut.contains(facts.id) && !isNamespace(facts, model)
    }
    guard let plan = model.plans.first, !unlisted.isEmpty else { return }
    var log = ImportLog()
    log.report(
      .unlistedVersions(
        unlisted.map { program.qualifiedName(of: $0.id) },
        plans: model.plans.map { program.qualifiedName(of: $0.id) }),
      at: location(of: plan.id),
      notes: unlisted.map {
        .init("'\(program.qualifiedName(of: $0.id))' is here", at: location(of: $0.id))
      })
    found.formUnion(log.diagnostics)
  }

  /// Reports the stages that run code, and the parts of stages that cannot be read, at their places.
  private mutating func reportStageCode() {
    var log = ImportLog()
    let plans = models.flatMap(\.model.plans)
    for stage in plans.flatMap(\.stages) {
      guard let source = stage.source, let target = stage.target,
        stage.hasCode
      else { continue }
      log.report(
        .stageCode(
          from: program.qualifiedName(of: source), to: program.qualifiedName(of: target)),
        at: program.files[stage.file].location(stage.position))
    }
    for plan in plans {
      for place in plan.unreadStages {
        log.report(
          .unreadStages(of: program.qualifiedName(of: plan.id)),
          at: program.files[place.file].location(place.position))
      }
    }
    found.formUnion(log.diagnostics)
  }

  /// Reports the models in inactive clauses of an `#if`.
  private mutating func reportLeftOut() {
    var log = ImportLog()
    for (file, item) in program.leftOutModels {
      log.report(
        .otherClause(item.name, item.clause), at: program.files[file].location(item.position))
    }
    found.formUnion(log.diagnostics)
  }

  private mutating func reportValueTypes() {
    var log = ImportLog()
    for id in program.allTypes where program[id].facts.kind != .class {
      let facts = program[id].facts
      guard facts.attributes.contains(where: { $0.name == "Model" }) else { continue }
      log.report(
        .modelIsNoClass(facts.name),
        at: program.files[program[id].file].location(facts.position))
    }
    found.formUnion(log.diagnostics)
  }
}

extension SourceProgram {
  /// A plan in the form for callers.
  fileprivate func plan(_ facts: MigrationPlanFacts) -> DeclaredPlan {
    let type = self[facts.id]
    return DeclaredPlan(
      name: qualifiedName(of: facts.id), location: files[type.file].location(type.facts.position))
  }
}
