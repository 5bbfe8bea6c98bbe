public import SchemaModel

/// Everything that happens to a store on its way from one version to another.
public struct MigrationPlan: Hashable, Sendable {
  /// The version that the store has.
  public var source: Schema
  /// The version that it will have.
  public var target: Schema
  /// What changes from each version to the next, for people and for policy.
  public var hops: [MigrationHop]
  /// What is carried out, in order.
  ///
  /// Fewer than the hops where mappings compose.
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
  /// The version before.
  public var source: Version
  /// The version after.
  public var target: Version
  /// Every change, classified, in a fixed order.
  public var changes: [PlannedChange]
  /// Custom where any change is, or where checks or expressions are declared; else lightweight.
  public var classification: Classification
  /// Whether the platform sees no difference at all, for every entity's version hash is the same.
  ///
  /// Nil where a hash cannot be computed.
  public var keepsVersionHashes: Bool?
  /// What the schema file declares about this hop, if it declares anything.
  public var declaration: MigrationDeclaration?
  /// Whether a framework of Apple migrates the stores; see ``SchemaModel/Schema/platform``.
  public var hasPlatform: Bool
  /// Whether rows are written anew, where no platform migrates the stores and it was asked.
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
  /// What the hop is called: custom or lightweight, or in place or rewritten in the place of
  /// lightweight, where it was asked.
  public var verdict: HopMatrix.Verdict {
    switch classification {
    case .custom: .custom
    case .lightweight:
      rewritesRows.map { $0 ? HopMatrix.Verdict.rewritten : .inPlace } ?? .lightweight
    }
  }
}

extension MigrationHop {
  /// The entities of the version after whose objects a declared condition may leave behind, in the
  /// order of declaration.
  public var filteredEntities: [String] {
    declaration?.maps.filter { $0.filter != nil }.map(\.entity) ?? []
  }

  /// The entities of the version after whose objects may be merged, in the order of declaration.
  public var mergedEntities: [EntityMerge] {
    declaration?.maps.compactMap { map in
      map.deduplication.map { EntityMerge(map.entity, $0) }
    } ?? []
  }

  /// The to-ones of the version after that keep one of several links, sorted within each entity.
  public var keptLinks: [String] {
    declaration?.maps.flatMap { map in map.keptLinks.keys.sorted().map { "\(map.entity).\($0)" } }
      ?? []
  }

  /// What is done with rows that have their values, in this order.
  public var steps: [DeclaredStep] { declaration?.steps ?? [] }

  /// The highest risk of any change, and of any declaration that may leave objects behind, merge
  /// them, or change their values or links.
  public var risk: DataLossRisk {
    let isSafe =
      filteredEntities.isEmpty && mergedEntities.isEmpty && keptLinks.isEmpty && steps.isEmpty
    let declared: DataLossRisk = isSafe ? .none : .possible
    return changes.reduce(declared) { max($0, $1.risk) }
  }
}

/// Whether the platform can infer what happens to the data.
public enum Classification: String, Hashable, Sendable, CaseIterable {
  /// It can.
  case lightweight
  /// Somebody must say what happens.
  case custom
}

/// How likely a change is to lose values.
public enum DataLossRisk: String, Hashable, Sendable, CaseIterable, Comparable {
  /// No value is lost.
  case none
  /// Values may be lost, depending on the data.
  case possible
  /// Every value there is will be gone.
  case certain

  /// Orders from the lowest risk to the highest.
  public static func < (left: Self, right: Self) -> Bool {
    let order = Self.allCases
    return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
  }
}

/// A change with what it means for a store.
public struct PlannedChange: Hashable, Sendable {
  /// The change.
  public var change: SchemaChange
  /// What keeps the platform from inferring it; nil where it does.
  public var obstacle: InferenceObstacle?
  /// Why, in a sentence.
  public var reason: String
  /// What it may lose.
  public var risk: DataLossRisk
  /// Whether the platform's version hashes leave it out, so that by itself it makes the platform
  /// migrate nothing; nil where that cannot be told.
  public var isHashNeutral: Bool?

  /// A change with its judgement.
  public init(
    _ change: SchemaChange, obstacle: InferenceObstacle?, reason: String, risk: DataLossRisk,
    isHashNeutral: Bool?
  ) {
    self.change = change
    self.obstacle = obstacle
    self.reason = reason
    self.risk = risk
    self.isHashNeutral = isHashNeutral
  }

  /// Whether the platform can infer it.
  public var classification: Classification { obstacle == nil ? .lightweight : .custom }

  /// What approves its loss on the command line: `drop-attribute:BookModel.year`.
  ///
  /// Nil where nothing is at risk.
  public var approval: String? { risk == .none ? nil : "\(change.code):\(change.subject)" }
}

/// One rewrite of a store: a composed mapping, with what must hold around it.
public struct MigrationStage: Hashable, Sendable {
  /// Everything that moves.
  public var mapping: Mapping
  /// What the data must be like for the mapping to have a value for everything.
  ///
  /// It is asked of the store before anything is written.
  public var requirements: [Requirement]
  /// What must hold before, and the counts to remember, over the source's entities.
  public var before: [StageCheck]
  /// What must hold after, over the target's entities.
  ///
  /// A count without a number equals the one that was remembered before of the entity from which
  /// the mapping takes its objects; ``before`` has that count.
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

extension PlannedChange {
  /// The sign before it in a list: its own, or `!` where somebody must say what happens.
  public var sign: SchemaChange.Sign {
    classification == .custom ? .attention : change.sign
  }
}

extension PlannedChange: CustomStringConvertible {
  /// One line for a list of changes: `! attribute BookModel.year: string to int`.
  public var description: String { "\(sign.rawValue) \(change.summary)" }
}
