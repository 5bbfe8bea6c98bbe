internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension UnversionedModelChange {
  /// A finding for every change of the models that affects stored data.
  ///
  /// No findings exist if the newest released version, or a later one, describes the models. The changes are
  /// computed since the unreleased version, or else since the released one.
  func findings(in match: CurrentModels.Match, elsewhere unseen: Set<String>) -> [Finding] {
    let (live, model) = (match.version, match.model)
    guard let released = model.document else { return [] }
    if let place = live.unreadList { return [unreadList(live, at: place, released)] }
    // Another rule reports edits of a frozen released version. That rule compares neither former names of
    // properties nor indexes.
    if model.pinned(live) != nil, live.declaration?.isFrozen == true {
      return renames(in: match, elsewhere: unseen)
        + unseenIndexes(in: live, of: model, elsewhere: unseen)
    }
    let base = model.draft ?? released
    let besides =
      live.unread.compactMap { finding(on: $0, since: base) }
      + renames(in: match, elsewhere: unseen)
      + unseenIndexes(in: live, of: model, elsewhere: unseen)
    if model.describes(live, elsewhere: unseen) {
      let isLeft = !model.draftDescribes(live, elsewhere: unseen)
      return questions(in: model, isLeft: isLeft) + besides + missingDefaults(in: live, model)
    }
    if let declaration = live.declaration, model.hasNoFile(of: live) {
      return [
        withoutFile(
          live.document.schema.version, declaration, match.obstacle(elsewhere: unseen),
          questions(about: live, in: model, elsewhere: unseen))
      ] + match.later.compactMap { withoutFile($0, after: live) } + besides
    }
    let step = ModelStep(
      base, live.completed(by: base.schema, elsewhere: unseen),
      draftedAfter: model.draft.map { _ in released },
      appHasVersions: match.appHasVersions, openQuestions: model.openQuestions, list: match.list,
      obstacle: match.obstacle(elsewhere: unseen), revision: model.revision)
    return besides
      + findings(on: step, isDeclared: model.isDeclaredLater(live), match.certainty)
  }

  /// A finding for every attribute whose default is only in the schema file of the unreleased version.
  ///
  /// Existing objects get no value for such an attribute. Code in a stage may fill an attribute that was
  /// optional.
  private func missingDefaults(in live: SourceVersion, _ model: ReleasedModel) -> [Finding] {
    guard let draft = model.draft, let released = model.document, !live.hasStageWithCode else {
      return []
    }
    return live.document.schema.entities.flatMap { entity -> [Finding] in
      let (before, drafted) = (
        released.schema.entity(named: entity.name), draft.schema.entity(named: entity.name)
      )
      return entity.attributes.compactMap { attribute in
        let path = SchemaPath.property(attribute.name, of: entity.name, .attributes)
        let known = before?.attribute(named: attribute.renamedFrom ?? attribute.name)
        guard before != nil, attribute.needsValue, known?.isOptional ?? true,
          drafted?.attribute(named: attribute.name)?.defaultValue != nil,
          !live.unreadDefaults.contains(path)
        else { return nil }
        return Finding(
          Self.id, .lacksDefault("\(entity.name).\(attribute.name)", draft.schema.version),
          at: live.document.sources.location(of: path).map { .location($0) } ?? .part(path),
          notes: [
            .init(
              live.document.schema.isKey(attribute.name, of: entity.name)
                ? .optionalKey : .writeDefault(attribute))
          ])
      }
    }
  }

  private func findings(
    on step: ModelStep, isDeclared: Bool, _ certainty: CurrentModels.Certainty
  ) -> [Finding] {
    do throws(DiagnosticsError) {
      let changes = try step.changes()
      return changes.isEmpty
        ? step.rehashedEntities.filter { !step.lacksNamedInverse($0) }.map { entity in
          Finding(
            Self.id, .isNowhere("changed entity \(entity)", step),
            at: step.place(of: .entity(entity)),
            notes: step.notes(on: .entity(entity), nil, isDeclared),
            atMost: certainty == .guessed ? .warning : .error)
        }
        : findings(on: changes, step, isDeclared, certainty)
    } catch {
      let review = step.review
      return error.diagnostics.map { problem in
        finding(
          on: problem, review.probableRenames.first { $0.diagnostic == problem }, review, step,
          isDeclared, certainty)
      }
        + findings(on: step.changes(besidesProblemsOf: review), step, isDeclared, certainty)
    }
  }

  /// A finding for every changed part, with all of its changes, and one for all uses of a generic struct.
  private func findings(
    on changes: [PlannedChange], _ step: ModelStep, _ isDeclared: Bool,
    _ certainty: CurrentModels.Certainty
  ) -> [Finding] {
    // A relationship of another inverse, and the two that were and are its inverse, are one change.
    let review = step.review
    let links = changes.reduce(into: [SchemaPath: SchemaPath]()) { links, planned in
      guard let narrowed = review.narrowedLinks(by: planned.change) else { return }
      for end in [narrowed.before, narrowed.after] { links[end.path] = planned.change.path }
    }
    return StructChange.all(of: changes, \.change, at: step.place).grouped(by: {
      links[$0.change.change.path] ?? $0.change.change.path
    }).map { items in
      // A change that keeps stores from being opened comes first, and what the platform does not see last.
      let first =
        items.firstIndex { $0.change.obstacle != nil }
        ?? items.firstIndex {
          links[$0.change.change.path] == nil && !step.isUnseenOfDraft($0.change.change)
        } ?? 0
      var result = finding(on: items[first].change, step, isDeclared, certainty)
      result.notes += items.indices.filter { $0 != first }.map { place in
        Finding.Note(.changesToo(items[place].change.change))
      }
      result.notes += items.compactMap(\.note)
      return result
    }
  }

  /// A question of the planner, which belongs to the next version.
  private func finding(
    on problem: Diagnostic, _ rename: Ambiguities.ProbableRename?, _ review: HopReview,
    _ step: ModelStep, _ isDeclared: Bool, _ certainty: CurrentModels.Certainty
  ) -> Finding {
    if let rename, step.isOnlyDrafted(rename.drop) {
      return Finding(
        Self.id, .isRenamedInDraft(rename, step),
        at: problem.location.map { .location($0) } ?? step.place(of: SchemaPath()),
        notes: [.init(.writeName(of: rename, step.source))],
        atMost: certainty == .guessed ? .warning : .error)
    }
    var notes: [Finding.Note] = []
    var addition: PlannedChange?
    if let rename {
      let drop = review.changes.first { $0.change == rename.drop }
      // To the platform, the renamed part is new, and may have no value for existing objects.
      addition = review.changes.first {
        rename.candidates.contains($0.change.path) && $0.obstacle != nil
      }
      let isClass = rename.drop.kind == .dropEntity
      let path = isClass ? rename.candidates.first ?? rename.drop.path : rename.drop.path
      notes =
        [
          (addition ?? drop).map { .init(.class(of: $0)) }, step.hashNote(step.sight(of: path)),
        ].compactMap(\.self)
        + step.destinations(following: rename, in: review)
        .map { .init(.changesToo($0.change)) } + [.init(.sayRename(rename))]
    }
    if problem.code == RenameSourceMissing.id.name {
      return Finding(
        Self.id, Finding.Message(problem.message),
        at: problem.location.map { .location($0) } ?? step.place(of: SchemaPath()),
        notes: problem.notes.map { .init(Finding.Message($0.message.inSwift)) },
        atMost: certainty == .guessed ? .warning : .error)
    }
    if !isDeclared {
      notes.insert(
        .init(
          addition.map { .atLaunch($0.obstacle, endsAtFetch: nil) }
            ?? rename.map { .isDropped($0.source) } ?? .mayBeLost),
        at: 0)
    }
    return Finding(
      Self.id, .isNowhere(problem.message, step, isQuestion: rename != nil),
      at: problem.location.map { .location($0) } ?? step.place(of: SchemaPath()),
      notes: notes + (rename == nil ? step.advice(isDeclared) : step.adviceOnQuestion(isDeclared)),
      atMost: certainty == .guessed ? .warning : .error)
  }

  private func finding(
    on change: PlannedChange, _ step: ModelStep, _ isDeclared: Bool,
    _ certainty: CurrentModels.Certainty
  ) -> Finding {
    var isDoubtful = certainty == .guessed || step.isUnseenOfDraft(change.change)
    var notes = step.notes(on: change.change.path, change, isDeclared)
    if case .dropEntity = change.change, certainty != .listed {
      isDoubtful = true
      notes.insert(.init(.isElsewhere), at: 0)
    }
    return Finding(
      Self.id, .isNowhere(change.change.phrase, step), at: step.place(of: change.change.path),
      notes: notes, atMost: isDoubtful ? .warning : .error)
  }

  /// The finding on a model that may belong to several released models.
  func finding(on undecided: CurrentModels.Undecided) -> Finding {
    let schema = undecided.version.document.schema
    let sources = undecided.version.document.sources
    let place = schema.entities.lazy.compactMap { sources.location(of: .entity($0.name)) }.first
    return Finding(
      Self.id,
      .couldBeOfSeveral(schema.entities.map(\.name), names(of: undecided.candidates)),
      at: place.map { .location($0) } ?? .part(SchemaPath()), notes: [.init(.nameFolder)],
      atMost: undecided.isGuess ? .warning : nil)
  }

  /// The names of models; their files if two have the same name.
  private func names(of models: [ReleasedModel]) -> [String] {
    let names = models.compactMap { $0.document?.schema.name }
    return names.distinct == names ? names : models.compactMap { $0.document?.file }
  }

  // MARK: Unread parts

  /// The finding on a part that could not be read; nil if its type has the released name.
  private func finding(on part: UnreadPart, since base: SchemaDocument) -> Finding? {
    if base.schema.hasType(of: part) { return nil }
    switch part.gap {
    case .arguments: return finding(onArgumentsOf: part, since: base)
    case .type:
      if case .absent = base.schema.type(of: part) { return isNew(part, base) }
      return isUntold(part, base)
    }
  }

  /// The finding on a macro whose arguments could not be read; nil for a new model.
  private func finding(onArgumentsOf part: UnreadPart, since base: SchemaDocument) -> Finding? {
    guard base.schema.entity(named: part.owner) != nil else { return nil }
    switch part.kind {
    case .property, .element:
      if case .absent = base.schema.type(of: part) { return isNew(part, base) }
    case .keys, .indexes: break
    }
    return isUntold(part, base)
  }

  private func isNew(_ part: UnreadPart, _ base: SchemaDocument) -> Finding {
    Finding(
      Self.id, .isNew(part, base.schema.version), at: part.place,
      notes: [.init(Finding.Message(part.problem.message))] + part.advice)
  }

  private func isUntold(_ part: UnreadPart, _ base: SchemaDocument) -> Finding {
    Finding(
      Self.id, .isUntold(part, base.schema.version), at: part.place,
      notes: [.init(Finding.Message(part.problem.message))] + part.advice, atMost: .warning)
  }

  private func unreadList(
    _ live: SourceVersion, at place: SourceLocation, _ released: SchemaDocument
  ) -> Finding {
    Finding(
      Self.id, .hasUnreadList(live.declaration?.name ?? "", released.schema), at: .location(place),
      notes: [.init(.spellList)], atMost: .warning)
  }

  /// The open questions in the schema file of an unreleased version.
  ///
  /// If the source no longer needs that version, the finding says to delete it.
  private func questions(in model: ReleasedModel, isLeft: Bool) -> [Finding] {
    guard let draft = model.draft, let first = model.openQuestions.first else { return [] }
    let version = draft.schema.version
    return [
      Finding(
        Self.id,
        isLeft
          ? .isLeft(version, for: model.newest)
          : .isUndecided(version, model.openQuestions.count),
        at: first.location.map { .location($0) } ?? .part(SchemaPath()),
        notes: isLeft
          ? [.init(.delete(draft))]
          : model.openQuestions.map { question in
            .init(
              Finding.Message(question.message),
              at: question == first ? nil : question.location.map { .location($0) })
          } + [.init(.decide)])
    ]
  }

  /// The finding on a version after another one without a schema file.
  private func withoutFile(_ live: SourceVersion, after first: SourceVersion) -> Finding? {
    live.declaration.map { declaration in
      Finding(
        Self.id, .hasNoFile(declaration.name, live.document.schema.version),
        at: .location(declaration.location),
        notes: [.init(.beginFirst(first.document.schema.version))], atMost: .warning,
        about: live.document.schema.version)
    }
  }

  /// The only finding on a new declared version without a schema file, with what is to be decided there.
  private func withoutFile(
    _ version: Version, _ declaration: SourceVersion.Declaration, _ obstacle: BeginningObstacle?,
    _ questions: [Diagnostic]
  ) -> Finding {
    Finding(
      Self.id, .hasNoFile(declaration.name, version, isDecided: questions.isEmpty),
      at: .location(declaration.location),
      notes: questions.map { question in
        .init(.asks(question), at: question.location.map { .location($0) })
      } + (obstacle?.notes ?? [.init(questions.isEmpty ? .begin : .beginAsking)]),
      atMost: questions.isEmpty ? .warning : nil, about: version)
  }

  /// The errors that the schema file of a declared version would leave to decide about its changes.
  ///
  /// Rules on source report errors about its stage and its hashes.
  private func questions(
    about live: SourceVersion, in model: ReleasedModel, elsewhere unseen: Set<String>
  ) -> [Diagnostic] {
    guard let newest = model.history.newest else { return [] }
    var next = live.document
    next.schema = live.next(after: newest, elsewhere: unseen)
    next.schema.name = newest.schema.name
    if next.migration?.kind == .lightweight { next.migration = nil }
    let others = RuleRegistry.chainRules.map(\.id.name)
    return Linter.questions(about: next.safeToSkipTo(after: model.history), after: model.history)
      .filter { $0.severity == .error && !others.contains($0.code) }
  }
}

extension ReleasedModel {
  /// Whether the source declares a version that is newer than all released ones.
  fileprivate func isDeclaredLater(_ version: SourceVersion) -> Bool {
    version.declaration != nil && version.document.schema.version > newest
  }

  /// Whether the source declares a newer version without a schema file.
  fileprivate func hasNoFile(of version: SourceVersion) -> Bool {
    isDeclaredLater(version) && history[version.document.schema.version] == nil
  }
}

extension ModelStep {
  fileprivate func notes(
    on path: SchemaPath, _ change: PlannedChange?, _ isDeclared: Bool
  ) -> [Finding.Note] {
    let advice = advice(isDeclared, change?.change)
    if let change, isUnseenOfDraft(change.change) { return advice }
    if let change, isOnlyDrafted(change.change) {
      return [.init(.isInNoStore(source.schema.version))] + advice
    }
    // Whether a store of this tool would be migrated says nothing about the platform.
    let sight = sight(of: path)
    if isUnseen(sight) { return [.init(.unnoticed(by: change))] + advice }
    let changesMeaning = change?.changesMeaning ?? false
    let classNote = change.map { changesMeaning ? .leavesValues : Finding.Message.class(of: $0) }
    let launch: Finding.Message? =
      switch sight {
      case .isUntold: nil
      case .differs, .isSame:
        switch change?.change {
        case .dropEntity(let entity): .isDropped(entity.name)
        case .dropAttribute(let attribute, _): .isDropped(attribute.name)
        case .dropRelationship(let relationship, _): .isDropped(relationship.name)
        default: .atLaunch(change?.obstacle, endsAtFetch: changesMeaning ? change : nil)
        }
      }
    // The loss comes first.
    return [
      isDeclared ? nil : launch.map { .init($0) }, classNote.map { .init($0) }, hashNote(sight),
    ]
    .compactMap(\.self) + advice
  }

  fileprivate func advice(
    _ isDeclared: Bool, _ change: SchemaChange? = nil
  ) -> [Finding.Note] {
    if revision != nil { return [] }
    if isFromDraft {
      if let question = openQuestion(on: change), !(change.map(isUnseenOfDraft) ?? false) {
        return [.init(.answer, at: question.location.map { .location($0) })]
      }
      let hasOther = !isDeclared && appHasVersions
      let own: [Finding.Note] =
        obstacle == nil
        ? [.init(.amend(source, renaming: change))]
        : [.init(.edit(source))] + lines(of: change).map { .init(.writeLine($0)) }
      return own + (hasOther ? [.init(.editVersion(source.schema.version))] : [])
    }
    return obstacle?.notes ?? [
      .init(.write(renaming: change)), .init(.correct(source.schema.version)),
    ]
  }

  /// The advice on a rename that is to be decided.
  fileprivate func adviceOnQuestion(_ isDeclared: Bool) -> [Finding.Note] {
    guard isFromDraft, obstacle == nil, revision == nil else { return advice(isDeclared) }
    return [.init(.ask(in: source))]
  }

  /// The version hashes of an entity before and after, or the reason why they are not known.
  func hashNote(_ sight: Sight) -> Finding.Note? {
    switch sight {
    case .differs(let entity, let before, let after):
      .init(.hashes(entity, before?.hexadecimal, after?.hexadecimal))
    case .isUntold(let entity, let obstacle): .init(.hashIsUntold(entity, obstacle))
    case .isSame: nil
    }
  }
}

extension ModelStep {
  /// A new, changed or removed part as lines of a schema file, each with the keys that it stands under.
  fileprivate func lines(of change: SchemaChange?) -> [(text: String, keys: String)] {
    guard let change, !isOnlyDrafted(change), let keys = Optional(change.path.components),
      keys.count == 2 || keys.count == 4
    else { return [] }
    if change.isDrop {
      let name = keys.count == 2 ? keys[1] : "\(keys[1]).\(keys[3])"
      return [("\(keys.count == 2 ? "entities" : keys[2]): [\(name)]", "removed:")]
    }
    guard let entity = target.schema.entity(named: keys[1]) else { return [] }
    func isMeant(_ name: String) -> Bool { keys.count == 2 || keys[3] == name }
    return entity.attributes.filter { isMeant($0.name) }
      .map { ($0.line, "entities: \(entity.name): attributes:") }
      + entity.relationships.filter { isMeant($0.name) }
      .map { ($0.line, "entities: \(entity.name): relationships:") }
  }
}

extension UnreadPart {
  fileprivate var place: Finding.Place { location.map { .location($0) } ?? .part(path) }

  /// The advice on how to make the part readable.
  fileprivate var advice: [Finding.Note] {
    switch gap {
    case .type: [.init(.giveType)]
    case .arguments: problem.notes.map { .init(Finding.Message($0)) }
    }
  }
}

extension Schema {
  /// The known type of a property that could not be read in the source.
  fileprivate enum KnownType {
    /// No such property.
    case absent
    /// An enumeration, a composite or an entity, by name.
    case named(String)
    /// Any other type.
    case other
  }

  /// Whether the schema has the type of an unread part, by its name.
  func hasType(of part: UnreadPart) -> Bool {
    guard case .type(let type) = part.gap, case .named(let known) = self.type(of: part) else {
      return false
    }
    return known == type.map(SchemaAssembly.identifier)
  }

  fileprivate func type(of part: UnreadPart) -> KnownType {
    let attribute: Attribute?
    switch part.kind {
    case .element(let name):
      let elements = composites.first { $0.name == part.owner }?.elements
      attribute = elements?.first { $0.name == name }
    case .property(let name):
      let entity = entity(named: part.owner)
      if let relationship = entity?.relationships.first(where: { $0.name == name }) {
        return .named(relationship.destination)
      }
      attribute = entity?.attributes.first { $0.name == name }
    case .keys, .indexes: return .other
    }
    guard let attribute else { return .absent }
    return attribute.type.sharedName.map { .named($0) } ?? .other
  }
}
