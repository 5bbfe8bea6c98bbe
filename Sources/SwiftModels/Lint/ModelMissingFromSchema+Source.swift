internal import Diagnostics
internal import SchemaLint

extension ModelMissingFromSchema: SourceAnalysis {
  /// A finding for every model that its version, the newest version or every container lacks.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.versions.entries.flatMap { Self.unread(in: $0, flow) + Self.unlisted(in: $0, flow) }
      + Self.dropped(flow)
      + Self.unplanned(flow) + Self.stale(flow) + Self.fewer(flow) + Self.fewerThanPlanned(flow)
      + Self.unknown(flow)
  }

  /// Findings on lists of versions that cannot be read.
  private static func unread(in entry: VersionTable.Entry, _ flow: ProgramFlow) -> [Finding] {
    let program = flow.program
    guard !program.isTest(program[entry.id].file), !program.isTest(entry.id) else { return [] }
    return entry.facts.unspelled.map { place in
      Finding(
        id, .unread(program.qualifiedName(of: entry.id)),
        at: flow.place(place.position, inFile: place.file), notes: [.init(.spellOut)],
        atMost: .warning)
    }
  }

  /// Findings on models in the braces of a version that does not list them.
  private static func unlisted(in entry: VersionTable.Entry, _ flow: ProgramFlow) -> [Finding] {
    guard entry.facts.isComplete else { return [] }
    // Of two models with one name, which is another mistake, the version has one.
    let members = Set(entry.members.values).union(entry.facts.places.map(\.model))
    let missing = flow.program.models.filter {
      !members.contains($0) && flow.program.isInside($0, anyOf: [entry.id])
    }
    guard !missing.isEmpty else { return [] }
    // No store lacks a model of an unused or future version.
    let limit = flow.limit(on: entry)
    let names = WrittenNames(of: missing, flow)
    let uses = WrittenNames(of: missing, flow, countsAliases: false)
    return missing.map { model in
      let version = flow.program.qualifiedName(of: entry.id)
      let name = flow.program[model].facts.name
      // No code makes objects of a model that is named nowhere.
      guard names.contains(model) else {
        return Finding(
          id, .unused(name, version), at: flow.place(of: model),
          notes: [.init(.listOrRemove(name, version), at: flow.place(of: entry.id))],
          atMost: .note)
      }
      return Finding(
        id, .unlisted(name, version), at: flow.place(of: model),
        notes: [.init(.list(name, version), at: flow.place(of: entry.id))],
        atMost: uses.contains(model) ? limit : min(limit ?? .warning, .warning))
    }
  }

  /// Findings on models that the next version lacks, although the app still declares them.
  private static func dropped(_ flow: ProgramFlow) -> [Finding] {
    flow.versions.plans.flatMap { plan -> [Finding] in
      let found = dropped(plan, flow)
      return found.isEmpty ? [] : found.limited(to: flow.limit(of: plan))
    }
  }

  private static func dropped(_ plan: MigrationPlanFacts, _ flow: ProgramFlow) -> [Finding] {
    let entries = plan.versions.compactMap(flow.versions.entry)
    guard plan.isComplete, entries.allSatisfy(\.facts.isComplete) else { return [] }
    return zip(entries, entries.dropFirst()).flatMap { before, after in
      before.members.sorted { $0.key < $1.key }.compactMap { name, _ -> Finding? in
        guard after.members[name] == nil, let model = flow.model(named: name, plan) else {
          return nil
        }
        let isAlias = flow.program[model].facts.name != name
        // Objects that the app's code deletes before the migration are not lost.
        if flow.clears(name, of: before, to: after, in: plan) { return nil }
        let versions = (
          flow.program.qualifiedName(of: before.id), flow.program.qualifiedName(of: after.id)
        )
        if let place = after.facts.places.first(where: { $0.model == model }) {
          return Finding(
            id, .renamed(name, flow.program[model].facts.name, versions.0, versions.1),
            at: flow.place(place.position, inFile: place.file),
            notes: [
              .init(.isClass(name, flow.program[model].facts.name), at: flow.place(of: model)),
              .init(.has(name, versions.0), at: flow.place(of: before.id)),
              .init(.nameAlike(name, flow.program[model].facts.name)),
              .init(.keepClass(name, now: flow.program[model].facts.name)),
            ])
        }
        if isAlias {
          let other = flow.program.qualifiedName(of: model)
          return Finding(
            id, .aliased(name, other, versions.0, versions.1), at: flow.place(of: after.id),
            notes: [
              .init(.isClass(name, other), at: flow.place(of: model)),
              .init(.has(name, versions.0), at: flow.place(of: before.id)),
              .init(.nameAlike(name, flow.program[model].facts.name)),
              .init(.keepClass(name, now: flow.program[model].facts.name)),
            ], atMost: .warning)
        }
        return dropped(model, named: name, versions, from: before, to: after, of: plan, flow)
      }
    }
  }

  /// The finding on a model that the next version lacks, with the cause if it is known.
  private static func dropped(
    _ model: SourceProgram.TypeID, named name: String, _ versions: (String, String),
    from before: VersionTable.Entry, to after: VersionTable.Entry, of plan: MigrationPlanFacts,
    _ flow: ProgramFlow
  ) -> Finding {
    let has = Finding.Note(.has(name, versions.0), at: flow.place(of: before.id))
    if let elsewhere = flow.place(of: model, listedBesides: plan) {
      let place = flow.place(elsewhere.position, inFile: elsewhere.file)
      return Finding(
        id, .moved(name, versions.0, versions.1), at: flow.place(of: after.id),
        notes: [has, .init(.listedHere(name), at: place), .init(.list(name, versions.1))],
        atMost: .warning)
    }
    // Versions and plans name old models, which the app need not use now.
    let past = Set(flow.versions.entries.map(\.id) + flow.versions.plans.map(\.id))
    guard WrittenNames(of: [model], flow).contains(model, outside: past) else {
      return Finding(
        id, .leftOver(name, versions.0, versions.1), at: flow.place(of: after.id),
        notes: [has, .init(.isDeclared(name), at: flow.place(of: model))], atMost: .warning)
    }
    return Finding(
      id, .dropped(name, versions.0, versions.1), at: flow.place(of: after.id),
      notes: [has, .init(.list(name, versions.1))])
  }

  /// Findings on models that a container lists, but the newest version of its plan does not.
  ///
  /// A plan without stages seems to be ignored when a store is opened: apps with such plans run.
  private static func unplanned(_ flow: ProgramFlow) -> [Finding] {
    let openings = ContainerPlans(flow).openings
    return openings.flatMap { opening -> [Finding] in
      guard let (plan, newest) = flow.newest(of: opening) else { return [] }
      let (name, version) = (
        flow.program.qualifiedName(of: plan.id), flow.program.qualifiedName(of: newest.id)
      )
      let earlier = Set(plan.versions.dropLast())
      let old = (opening.models + [opening.version].compactMap(\.self)).filter {
        earlier.contains($0.type) || flow.program.isInside($0.type, anyOf: earlier)
      }
      let outdated = old.first.map { first in
        let isVersion = first.type == opening.version?.type
        let isOnly = isVersion && openings.allSatisfy { $0.version?.type == first.type }
        let unknown = isOnly ? flow.usedModels(of: newest, notIn: first.type) : []
        return Finding(
          id,
          unknown.isEmpty
            ? .outdated(old.map { flow.program.qualifiedName(of: $0.type) }, name, version)
            : .isTooOld(flow.program.qualifiedName(of: first.type), using: unknown),
          at: flow.place(first.position, inFile: first.file),
          notes: [
            isVersion
              ? .init(.openNewest(version))
              : .init(.takeNewest(version), at: flow.place(of: newest.id))
          ], atMost: unknown.isEmpty ? .warning : nil)
      }
      return [outdated].compactMap(\.self)
        + opening.models.filter { newest.members[flow.program[$0.type].facts.name] == nil }
        .map { listed in
          let model = flow.program[listed.type].facts.name
          return Finding(
            id, plan.hasNoStages ? .unstaged(model, name) : .unplanned(model, name),
            at: flow.place(listed.position, inFile: listed.file),
            notes: [.init(.list(model, version), at: flow.place(of: newest.id))],
            atMost: plan.hasNoStages ? .warning : nil)
        }
    }
  }

  /// Findings on models that no list leads to.
  ///
  /// They are errors if the app inserts or fetches the models. Models that are listed only for a container in
  /// memory may be meant for that container, and unused ones for another app.
  private static func unknown(_ flow: ProgramFlow) -> [Finding] {
    let mentions = ModelMentions(flow)
    // The container may be in files that were not given, with an unknown list.
    guard !mentions.listed.isEmpty, flow.hasKnownContainer else { return [] }
    let versions = Set(flow.versions.entries.map(\.id))
    let models = flow.program.models.filter { model in
      !mentions.reached.contains(model) && !flow.program.isInside(model, anyOf: versions)
        && !flow.program.isTried(model)
    }
    guard !models.isEmpty else { return [] }
    let names = WrittenNames(of: models, flow, onlyReleased: true)
    // Other findings are about the entities of earlier versions.
    let entities = Set(flow.versions.entries.flatMap(\.members.keys))
    return models.compactMap { model in
      let name = flow.program[model].facts.name
      let add = Finding.Note(.addToContainer(name))
      guard mentions.used.contains(model) else {
        return mentions.passing[model] != nil || entities.contains(name)
          ? nil
          : Finding(
            id, .unlisted(name), at: flow.place(of: model), notes: [add],
            atMost: names.contains(model) ? .warning : .note)
      }
      guard let passing = mentions.passing[model] else {
        return Finding(id, .unknown(name), at: flow.place(of: model), notes: [add])
      }
      return Finding(
        id, .passing(name), at: flow.place(of: model),
        notes: [.init(.listedHere(name), at: passing), add], atMost: .warning)
    }
  }
}

extension ProgramFlow {
  /// Whether a container, a schema or a version lists the app's models, and all lists could be read.
  fileprivate var hasKnownContainer: Bool {
    let lists = ContainerLists(program)
    return lists.areWhole
      && (!lists.lists.isEmpty || versions.entries.contains { !$0.isTest && !$0.members.isEmpty })
  }
}

extension ProgramFlow {
  /// The model outside all versions that a name means in the file of a plan.
  func model(named name: String, _ plan: MigrationPlanFacts) -> SourceProgram.TypeID? {
    guard
      case .declared(let id) = program.resolve(
        .name(name), in: Scope(file: program[plan.id].file)), program.isModel(id)
    else { return nil }
    return id
  }
}

extension ProgramFlow {
  /// The models of the app, outside migrations, of which objects are inserted or fetched.
  var usedModels: Set<SourceProgram.TypeID> {
    let migrated = Set(migrationSteps.flatMap { references(in: $0) }.map(\.model))
    return ModelMentions(self).used.subtracting(migrated)
  }

  /// The names of the used models of a version that another version lacks, sorted.
  fileprivate func usedModels(
    of newest: VersionTable.Entry, notIn version: SourceProgram.TypeID
  ) -> [String] {
    let own = Set(newest.members.values).subtracting(
      versions.entry(version)?.members.values.map(\.self) ?? [])
    return own.intersection(usedModels).map { program.qualifiedName(of: $0) }.sorted()
  }

  /// The place where a container with another plan, or without one, lists a model.
  fileprivate func place(
    of model: SourceProgram.TypeID, listedBesides plan: MigrationPlanFacts
  ) -> ContainerPlans.Listed? {
    ContainerPlans(self).openings.lazy.filter { $0.plan != plan.id }.compactMap { opening in
      opening.models.first { $0.type == model }
        ?? opening.version.flatMap { listed in
          let members = self.versions.entry(listed.type)?.members.values
          return members.map { $0.contains(model) } ?? false ? listed : nil
        }
    }.first
  }

  /// Whether the stage between two versions deletes all objects of an entity before the platform's step.
  fileprivate func clears(
    _ entity: String, of before: VersionTable.Entry, to after: VersionTable.Entry,
    in plan: MigrationPlanFacts
  ) -> Bool {
    guard let model = before.members[entity],
      let stage = plan.stages.first(where: { $0.source == before.id && $0.target == after.id })
    else { return false }
    return stage.handlers.filter { $0.label == "willMigrate" }
      .compactMap { function($0.value, of: stage.owner, inFile: stage.file) }
      .contains { ClearedModels($0, self).models[model] == .certain }
  }
}

extension Finding.Message {
  fileprivate static func unread(_ version: String) -> Self {
    Self(
      "not all models of '\(version)' can be read: which models it lacks, and what leads to and from "
        + "them, is not known")
  }

  fileprivate static let spellOut = Self(
    "spell them out as a list, '[Book.self, Author.self]', or in constants that one of the files declares"
  )

  fileprivate static func unlisted(_ model: String, _ version: String) -> Self {
    Self(
      "'\(version)' does not list its '\(model)', and no listed model leads to it: it is not in "
        + "the store")
  }

  fileprivate static func unused(_ model: String, _ version: String) -> Self {
    Self(
      "'\(version)' does not list its '\(model)', no listed model leads to it, and nothing names it: it "
        + "is code without a use")
  }

  fileprivate static func dropped(_ model: String, _ before: String, _ after: String) -> Self {
    Self(
      "'\(after)' lacks '\(model)', which '\(before)' has and the app still uses: the migration "
        + "drops it with all its objects")
  }

  fileprivate static func moved(_ model: String, _ before: String, _ after: String) -> Self {
    Self(
      "'\(after)' lacks '\(model)', which '\(before)' has: the migration drops its objects from this "
        + "store, and another container lists it")
  }

  fileprivate static func leftOver(_ model: String, _ before: String, _ after: String) -> Self {
    Self(
      "'\(after)' lacks '\(model)', which '\(before)' has: the migration drops all its objects, and no "
        + "code names the class that is left")
  }

  fileprivate static func isDeclared(_ model: String) -> Self {
    Self("'\(model)' is declared here: take it out, or add '\(model).self' to the 'models'")
  }

  fileprivate static func aliased(
    _ entity: String, _ model: String, _ before: String, _ after: String
  ) -> Self {
    Self(
      "the migration drops every '\(entity)' of '\(before)': '\(after)' lacks it, and the app has the name "
        + "for '\(model)'")
  }

  fileprivate static func renamed(
    _ entity: String, _ model: String, _ before: String, _ after: String
  ) -> Self {
    Self(
      "the migration drops every '\(entity)' of '\(before)' and begins '\(model)' empty: in '\(after)', "
        + "'\(entity)' is another name for the class '\(model)', and an entity is named after its class"
    )
  }

  fileprivate static func isClass(_ alias: String, _ model: String) -> Self {
    Self("the class that '\(alias)' stands for is '\(model)'")
  }

  fileprivate static func nameAlike(_ entity: String, _ model: String) -> Self {
    Self(
      "where the stores of that version have '\(model)' and no '\(entity)', name it '\(model)' there, too"
    )
  }

  fileprivate static func outdated(_ listed: [String], _ plan: String, _ version: String) -> Self {
    Self(
      "the container is opened with \(listed.quoted), and its '\(plan)' migrates stores to '\(version)': the "
        + "app's code does not have what is new there")
  }

  fileprivate static func isTooOld(_ version: String, using models: [String]) -> Self {
    Self(
      "the container is opened with '\(version)', and the app inserts or fetches objects of \(models.quoted): "
        + "the container does not know the class, and the app ends there")
  }

  fileprivate static func openNewest(_ version: String) -> Self {
    Self("write '\(version)' here")
  }

  fileprivate static func takeNewest(_ version: String) -> Self {
    Self("list the classes of '\(version)', and let each 'typealias' name them")
  }

  fileprivate static func unplanned(_ model: String, _ plan: String) -> Self {
    Self(
      "the container lists '\(model)', which the newest version of its '\(plan)' lacks: that ends "
        + "the app at launch")
  }

  fileprivate static func unstaged(_ model: String, _ plan: String) -> Self {
    Self(
      "the container lists '\(model)', which the newest version of its '\(plan)' lacks: its stores are "
        + "of none of the plan's versions, which a plan without stages seems to pass over and one "
        + "with stages does not")
  }

  fileprivate static func unknown(_ model: String) -> Self {
    Self(
      "objects of '\(model)' are inserted or fetched, and no schema and no container of the app lists "
        + "it: that ends the app")
  }

  fileprivate static func unlisted(_ model: String) -> Self {
    Self(
      "no container, schema or version of the app lists '\(model)', and no listed model leads to it: it is in "
        + "no store, and the app ends where it inserts or fetches one")
  }

  fileprivate static func passing(_ model: String) -> Self {
    Self(
      "objects of '\(model)' are inserted or fetched, and only a container in memory or for samples "
        + "lists it: in the context of another one, that ends the app")
  }

  fileprivate static func listedHere(_ model: String) -> Self {
    Self("'\(model)' is listed here")
  }

  fileprivate static func has(_ model: String, _ version: String) -> Self {
    Self("'\(version)', which has '\(model)', is here")
  }

  fileprivate static func list(_ model: String, _ version: String) -> Self {
    Self("add '\(model).self' to the 'models' of '\(version)'")
  }

  fileprivate static func listOrRemove(_ model: String, _ version: String) -> Self {
    Self(
      "take the class out; where stores of '\(version)' have it, add '\(model).self' to its 'models'"
    )
  }

  fileprivate static func addToContainer(_ model: String) -> Self {
    Self("add '\(model).self' to the schema of the container")
  }
}
