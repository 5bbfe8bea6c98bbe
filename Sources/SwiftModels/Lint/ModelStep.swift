internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

/// The step from a version that schema files describe to the models as the source has them.
struct ModelStep {
  /// The version before.
  let source: SchemaDocument
  /// The models, as the version that follows.
  let target: SchemaDocument
  private let live: SourceVersion
  /// Whether that version is not released yet.
  let isFromDraft: Bool
  /// Whether its schema file leaves questions to decide.
  let isUndecided: Bool
  /// Where a container lists the models, if one does.
  private let list: SourceLocation?
  /// What keeps the next version from being begun, if anything does.
  let obstacle: BeginningObstacle?
  /// The version hashes before, by entity.
  let hashesBefore: [String: VersionHashResult]
  /// The version hashes after, by entity.
  let hashesAfter: [String: VersionHashResult]

  /// The step from a version to the models of the source.
  init(
    _ source: SchemaDocument, _ live: SourceVersion, isFromDraft: Bool = false,
    isUndecided: Bool = false, list: SourceLocation? = nil, obstacle: BeginningObstacle? = nil
  ) {
    var target = live.document
    target.schema = target.schema.withTypes(namedAsIn: source.schema)
    target.schema.name = source.schema.name
    target.schema.version = Version(source.schema.version.major + 1)
    // How a store gets there is not the question, and would be judged along with the models.
    target.migration = nil
    self.source = source
    self.target = target
    self.live = live
    (self.isFromDraft, self.isUndecided) = (isFromDraft, isUndecided)
    self.list = list
    self.obstacle = obstacle
    hashesBefore = source.schema.versionHashes()
    hashesAfter = target.schema.versionHashes()
  }

  /// The changes that bear on what is stored, or that may.
  func changes() throws(DiagnosticsError) -> [PlannedChange] {
    try Planner.plan(from: source, through: [target]).hops.flatMap(\.changes)
      .filter(\.bearsOnStores)
  }

  /// What can be known of the step, whatever is wrong with it.
  var review: HopReview { HopReview(from: source, to: target) }

  /// The changes that bear on what is stored and that no problem is about.
  func changes(besidesProblemsOf review: HopReview) -> [PlannedChange] {
    let told = Set(
      review.probableRenames.flatMap { $0.candidates + [$0.drop.path] }
        + review.renameProblems.compactMap(\.path.parent))
    return review.changes.filter { $0.bearsOnStores && !told.contains($0.change.path) }
  }

  /// What the platform sees of a change.
  enum Sight {
    /// The version hash of an entity differs; nil where one of the versions does not have it.
    case differs(entity: String, before: VersionHash?, after: VersionHash?)
    /// The version hash of an entity cannot be known.
    case isUntold(entity: String, FingerprintObstacle)
    /// All that it looks at is the same.
    case isSame
  }

  /// What the platform sees of a change of a part.
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

  /// Whether stores of the version before and of the models are the same.
  ///
  /// Where a hash cannot be known, the changes decide.
  var changesNothing: Bool {
    guard hashesBefore == hashesAfter else { return false }
    let areKnown = hashesAfter.values.allSatisfy { $0.value != nil }
    // Models that cannot be compared count as changed, unless the platform sees no difference.
    guard let changes = try? changes() else { return areKnown }
    return changes.isEmpty
  }

  /// Whether the platform sees nothing of a change, nor of any other, and so migrates nothing.
  func isUnseen(_ sight: Sight) -> Bool {
    guard case .isSame = sight else { return false }
    return rehashedEntities.allSatisfy {
      hashesBefore[$0]?.obstacle != nil || hashesAfter[$0]?.obstacle != nil
    }
  }

  /// The entities whose hash differs, in the order of the source.
  var rehashedEntities: [String] {
    target.schema.entities.map(\.name).filter { hashesBefore[$0] != hashesAfter[$0] }
  }

  /// The place of a part in the source; of what is gone, that of the entity around it; of an entity
  /// that is gone, that of the list without it, or its line in the schema file.
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
  /// Whether it changes what is stored, or what that means.
  fileprivate var bearsOnStores: Bool {
    !change.onlyAllowsNone && (isHashNeutral != true || changesMeaning)
  }

  /// Whether stored values would be taken for others, or for none, though the platform sees no
  /// difference: cases of an enumeration that are gone, elements of a struct that are required now,
  /// and the struct or enumeration itself, of which nothing gives old objects one.
  var changesMeaning: Bool {
    switch change {
    case .changeEnumeration, .changeComposite: classification == .custom
    case .changeAttributeOptionality(let attribute, _, toOptional: false): attribute.isComposite
    default: false
    }
  }
}

extension SchemaChange {
  /// Whether values may be absent now that SwiftData stores as ones that may be in any case, and
  /// nothing else differs.
  ///
  /// An enumeration or a struct is a composite to it, whose elements are all optional, and whose own
  /// optionality is no part of the version hash: every value that is there stays what it is.
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
  /// Whether SwiftData stores it as one value for each of its parts, all of them optional.
  fileprivate var isComposite: Bool {
    switch type {
    case .enumeration, .composite: true
    default: false
    }
  }

  /// Whether it is another attribute, but that a value may be absent and what stands in for one.
  fileprivate func allowsNone(of other: Attribute) -> Bool {
    guard isOptional || !other.isOptional else { return false }
    var same = other
    (same.isOptional, same.defaultValue) = (isOptional, defaultValue)
    same.documentation = documentation
    return same == self
  }
}
