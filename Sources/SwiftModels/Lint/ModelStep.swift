internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

/// The step from a version in a schema file to the models in the source.
struct ModelStep {
  /// The previous version.
  let source: SchemaDocument
  /// The models, as the next version.
  let target: SchemaDocument
  private let live: SourceVersion
  /// The newest released version, if the previous version is not released yet.
  let released: SchemaDocument?
  /// Whether the previous version is not released yet.
  var isFromDraft: Bool { released != nil }
  /// Whether the app declares versions, so that each version needs a `VersionedSchema`.
  let appHasVersions: Bool
  /// The open questions in the schema file of the previous version.
  private let openQuestions: [Diagnostic.Note]
  /// The place where a container lists the models, if any.
  private let list: SourceLocation?
  /// The reason why the next version cannot be begun, if any.
  let obstacle: BeginningObstacle?
  /// The git revision that has the previous version; nil if a schema file describes it.
  let revision: String?
  /// The version hashes of the previous version, by entity.
  let hashesBefore: [String: VersionHashResult]
  /// The version hashes of the models, by entity.
  let hashesAfter: [String: VersionHashResult]

  /// Creates the step from a version to the models in the source.
  init(
    _ source: SchemaDocument, _ live: SourceVersion, draftedAfter released: SchemaDocument? = nil,
    appHasVersions: Bool = false, openQuestions: [Diagnostic.Note] = [],
    list: SourceLocation? = nil, obstacle: BeginningObstacle? = nil, revision: String? = nil
  ) {
    var target = live.document
    target.schema = target.schema.withTypes(namedAsIn: source.schema)
    target.schema.name = source.schema.name
    target.schema.version = Version(source.schema.version.major + 1)
    // The migration is left out, because the rules would check it together with the models.
    target.migration = nil
    self.source = source
    self.target = target
    self.live = live
    (self.released, self.appHasVersions) = (released, appHasVersions)
    self.openQuestions = openQuestions
    self.list = list
    (self.obstacle, self.revision) = (obstacle, revision)
    hashesBefore = source.schema.versionHashes()
    hashesAfter = target.schema.versionHashes()
  }

  /// The changes that affect stored data, or may affect it.
  func changes() throws(DiagnosticsError) -> [PlannedChange] {
    try Planner.plan(from: source, through: [target]).hops.flatMap(\.changes)
      .filter(matters)
  }

  private func matters(_ change: PlannedChange) -> Bool {
    (change.bearsOnStores || isUnseenOfDraft(change.change)) && !isStillInverse(change.change)
  }

  /// Whether a relationship was removed from an entity, and is still named as an inverse.
  func lacksNamedInverse(_ entity: String) -> Bool {
    review.changes.contains { isStillInverse($0.change) && $0.change.path.components[1] == entity }
  }

  /// Whether a removed relationship is still named as an inverse, which is an error of its own.
  private func isStillInverse(_ change: SchemaChange) -> Bool {
    guard case .dropRelationship(let relationship, let entity) = change else { return false }
    return target.schema.entities.contains {
      $0.relationships.contains { $0.destination == entity && $0.inverse == relationship.name }
    }
  }

  /// Whether the source has another default for what stores get with a version that is not released yet, another
  /// delete rule, or further cases of an enumeration.
  ///
  /// The platform does not see the change, and takes what the source says.
  func isUnseenOfDraft(_ change: SchemaChange) -> Bool {
    if released != nil, case .changeEnumeration(_, _, let cases) = change {
      return cases.removed.isEmpty && cases.recodings.isEmpty
    }
    if released != nil, case .changeDeleteRule = change { return true }
    guard let released, case .changeDefault(let name, let entity, _, _) = change,
      let new = target.schema.entity(named: entity)?.attribute(named: name),
      let old = source.schema.entity(named: entity)?.attribute(named: name),
      !live.unreadDefaults.contains(.property(name, of: entity, .attributes)),
      new.givesDefault(to: old)
    else { return false }
    let trail = NameTrail([released, source])
    let known = trail.origin(ofProperty: name, of: entity).flatMap { origin in
      released.schema.entity(named: origin.entity)?.attribute(named: origin.name)
    }
    return known.map { $0.isOptional && !old.isOptional } ?? true
  }

  /// Whether a change removes what only a version has that is not released yet, so that no store has it.
  func isOnlyDrafted(_ change: SchemaChange) -> Bool {
    released.map { NameTrail([$0, source]).isOfLaterPart(change) } ?? false
  }

  /// The open question about a change in the schema file of the previous version.
  func openQuestion(on change: SchemaChange?) -> Diagnostic.Note? {
    change.flatMap { change in
      openQuestions.first { $0.message.contains("'\(change.subject)'") }
    }
  }

  /// The known facts about the step, even if it has mistakes.
  var review: HopReview { HopReview(from: source, to: target) }

  /// The changes that affect stored data, without those that a problem covers.
  func changes(besidesProblemsOf review: HopReview) -> [PlannedChange] {
    let told = Set(
      review.probableRenames.flatMap { $0.candidates + [$0.drop.path] }
        + review.renameProblems.compactMap(\.path.parent))
    let following = review.probableRenames.flatMap { destinations(following: $0, in: review) }
    return review.changes.filter {
      matters($0) && !told.contains($0.change.path) && !following.contains($0)
        && !review.followsFromMisspelling($0.change)
    }
  }

  /// The relationships that lead to the new name of a class instead of its old one.
  func destinations(
    following rename: Ambiguities.ProbableRename, in review: HopReview
  ) -> [PlannedChange] {
    let names = rename.candidates.map(\.components.last)
    return review.changes.filter { planned in
      guard rename.drop.kind == .dropEntity,
        case .changeDestination(_, _, let old, let new) = planned.change
      else { return false }
      return old == rename.source && names.contains(new)
    }
  }

  /// The effect of a change on what the platform compares.
  enum Sight {
    /// The version hash of an entity differs; nil if the entity is missing in a version.
    case differs(entity: String, before: VersionHash?, after: VersionHash?)
    /// The version hash of an entity is not known.
    case isUntold(entity: String, FingerprintObstacle)
    /// Everything that the platform compares is the same.
    case isSame
  }

  /// The effect of a change of a part on what the platform compares.
  func sight(of path: SchemaPath) -> Sight {
    let names =
      path.components.count > 1 && path.components[0] == "entities"
      ? [path.components[1]] : target.schema.entities.map(\.name)
    for entity in names where hashesBefore[entity] != hashesAfter[entity] {
      let (before, after) = (hashesBefore[entity], hashesAfter[entity])
      guard let obstacle = before?.obstacle ?? after?.obstacle else {
        return .differs(entity: entity, before: before?.value, after: after?.value)
      }
      return .isUntold(entity: entity, obstacle)
    }
    for entity in names {
      if let obstacle = hashesAfter[entity]?.obstacle {
        return .isUntold(entity: entity, obstacle)
      }
    }
    return .isSame
  }

  /// Whether the previous version and the models have the same stores.
  ///
  /// If a hash is not known, the changes decide.
  var changesNothing: Bool {
    guard hashesBefore == hashesAfter else { return false }
    let areKnown = hashesAfter.values.allSatisfy { $0.value != nil }
    // Models that cannot be compared count as changed, unless the platform sees no difference.
    guard let changes = try? changes() else { return areKnown }
    return changes.isEmpty
  }

  /// Whether the platform sees no change at all, and therefore migrates nothing.
  func isUnseen(_ sight: Sight) -> Bool {
    guard case .isSame = sight else { return false }
    return rehashedEntities.allSatisfy {
      hashesBefore[$0]?.obstacle != nil || hashesAfter[$0]?.obstacle != nil
    }
  }

  /// The entities whose hashes differ, in the order of the source.
  var rehashedEntities: [String] {
    target.schema.entities.map(\.name).filter { hashesBefore[$0] != hashesAfter[$0] }
  }

  /// The place of a part in the source.
  ///
  /// For a deleted part, this is its entity. For a deleted entity, this is the version or list without it, or
  /// its line in the schema file.
  func place(of path: SchemaPath) -> Finding.Place {
    let isOfEntity = path.components.first == "entities"
    let first = target.schema.entities.first.map { SchemaPath.entity($0.name) }
    let place =
      target.sources.location(of: path) ?? live.declaration?.location
      ?? (isOfEntity
        ? list ?? source.sources.location(of: path)
        : first.flatMap { target.sources.location(of: $0) })
    return place.map { .location($0) } ?? .part(path)
  }
}

extension PlannedChange {
  /// Whether the change affects stored data or its meaning.
  fileprivate var bearsOnStores: Bool {
    !change.onlyAllowsNone && (isHashNeutral != true || changesMeaning)
  }

  /// Whether stored values get another meaning, although the platform sees no difference.
  ///
  /// Examples are removed enumeration cases and struct elements that become required. Another is a struct or
  /// enumeration that becomes required itself, because old objects get no value for it.
  var changesMeaning: Bool {
    switch change {
    case .changeEnumeration, .changeComposite: classification == .custom
    case .changeAttributeOptionality(let attribute, _, toOptional: false): attribute.isComposite
    default: false
    }
  }

  /// What an object that holds an old value, or none, does to the app after a change without a migration.
  var fateOfOldValues: String {
    switch change {
    case .changeAttributeOptionality: "an object without a value ends the app when it is fetched"
    case .changeEnumeration(_, _, let cases) where !cases.misread.isEmpty:
      "stored values mean other cases: "
        + cases.misread.prefix(3).map { "'\($0.old)' is read as '\($0.new)'" }.joined(
          separator: ", ")
        + (cases.misread.count > 3 ? ", …" : "")
    default: "an object that holds an old value ends the app when it is fetched"
    }
  }
}

extension SchemaChange {
  /// Whether values only become optional that SwiftData stores as optional in any case.
  ///
  /// SwiftData stores an enumeration or a struct as a composite. The elements of a composite are all
  /// optional, and its own optionality is no part of the version hash. Existing values therefore stay the
  /// same.
  fileprivate var onlyAllowsNone: Bool {
    switch self {
    case .changeAttributeOptionality(let attribute, _, true): attribute.isComposite
    case .changeComposite(_, let old, let new):
      old.elements.count == new.elements.count
        && old.elements.allSatisfy { before in
          new.elements.contains { $0.allowsNone(of: before) }
        }
    default: false
    }
  }
}

extension Attribute {
  /// Whether SwiftData stores the attribute as a composite, with an optional value for each part.
  fileprivate var isComposite: Bool {
    switch type {
    case .enumeration, .composite: true
    default: false
    }
  }

  /// Whether the attribute differs only in its optionality and its default.
  fileprivate func allowsNone(of other: Attribute) -> Bool {
    guard isOptional || !other.isOptional else { return false }
    var same = other
    (same.isOptional, same.defaultValue) = (isOptional, defaultValue)
    same.documentation = documentation
    return same == self
  }
}
