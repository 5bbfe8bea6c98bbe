public import SchemaModel

/// The plan of a store's migration from one version to another.
public struct MigrationPlan: Hashable, Sendable {
  /// The store's version.
  public var source: Schema
  /// The version that the store will have.
  public var target: Schema
  /// The changes from each version to the next, for people and for policy.
  public var hops: [MigrationHop]
  /// The stages that are carried out, in order.
  ///
  /// There are fewer stages than hops if mappings compose.
  public var stages: [MigrationStage]

  /// A plan from its parts.
  public init(
    source: Schema, target: Schema, hops: [MigrationHop], stages: [MigrationStage]
  ) {
    self.source = source
    self.target = target
    self.hops = hops
    self.stages = stages
  }
}

/// The changes from one version to the next one.
public struct MigrationHop: Hashable, Sendable {
  /// The previous version.
  public var source: Version
  /// The next version.
  public var target: Version
  /// Every change, classified, in a fixed order.
  public var changes: [PlannedChange]
  /// Custom if any change is custom, or if checks or expressions are declared; otherwise lightweight.
  public var classification: Classification
  /// Whether the platform sees no difference, because every entity's version hash is the same.
  ///
  /// Nil if a hash cannot be computed.
  public var keepsVersionHashes: Bool?
  /// The schema file's declarations about this hop, if any.
  public var declaration: MigrationDeclaration?
  /// Whether a framework of Apple migrates the stores; see ``SchemaModel/Schema/platform``.
  public var hasPlatform: Bool
  /// Whether rows are rewritten, if no platform migrates the stores and this was requested.
  public var rewritesRows: Bool?

  /// A hop from its parts.
  public init(
    source: Version, target: Version, changes: [PlannedChange], classification: Classification,
    keepsVersionHashes: Bool?, declaration: MigrationDeclaration? = nil, hasPlatform: Bool = true
  ) {
    self.source = source
    self.target = target
    self.changes = changes
    self.classification = classification
    self.keepsVersionHashes = keepsVersionHashes
    self.declaration = declaration
    self.hasPlatform = hasPlatform
  }
}

extension MigrationHop {
  /// The entities of the new version whose objects a declared condition may leave behind, in the order of
  /// declaration.
  public var filteredEntities: [String] {
    declaration?.maps.filter { $0.filter != nil }.map(\.entity) ?? []
  }

  /// The entities of the new version whose objects may be merged, in the order of declaration.
  public var mergedEntities: [EntityMerge] {
    declaration?.maps.compactMap { map in
      map.deduplication.map { EntityMerge(map.entity, $0) }
    } ?? []
  }

  /// The to-ones of the new version that keep one of several links, sorted within each entity.
  public var keptLinks: [String] {
    declaration?.maps.flatMap { map in map.keptLinks.keys.sorted().map { "\(map.entity).\($0)" } }
      ?? []
  }

  /// The steps that run after rows have their values, in this order.
  public var steps: [DeclaredStep] { declaration?.steps ?? [] }

  /// Whether a change gives existing objects a value that nobody entered, such as the time of the migration.
  package func inventsValues(by change: SchemaChange) -> Bool {
    switch change {
    case .addAttribute(let attribute, let entity),
      .changeAttributeOptionality(let attribute, let entity, toOptional: false):
      !attribute.isOptional && !attribute.isTransient && attribute.defaultValue?.isFresh ?? false
        && declaration?.map(of: entity)?.properties[attribute.name] == nil
    default: false
    }
  }

  /// The highest risk of any change, or of any declaration that may leave objects behind, merge them, or
  /// change their values or links.
  public var risk: DataLossRisk {
    let isSafe =
      filteredEntities.isEmpty && mergedEntities.isEmpty && keptLinks.isEmpty && steps.isEmpty
    let declared: DataLossRisk = isSafe ? .none : .possible
    return changes.reduce(declared) { max($0, $1.risk) }
  }
}

/// One rewrite of a store: a composed mapping, with the conditions around it.
public struct MigrationStage: Hashable, Sendable {
  /// The composed mapping.
  public var mapping: Mapping
  /// The demands on the data, so that the mapping has a value for everything.
  ///
  /// They are checked in the store before anything is written.
  public var requirements: [Requirement]
  /// The checks before the stage, and the counts to remember, over the source's entities.
  public var before: [StageCheck]
  /// The checks after the stage, over the target's entities.
  ///
  /// A count without a number must equal the remembered count of the entity from which the mapping takes its
  /// objects; ``before`` has that count.
  public var after: [StageCheck]

  /// A stage from its parts.
  public init(
    mapping: Mapping, requirements: [Requirement] = [], before: [StageCheck] = [],
    after: [StageCheck] = []
  ) {
    self.mapping = mapping
    self.requirements = requirements
    self.before = before
    self.after = after
  }
}
