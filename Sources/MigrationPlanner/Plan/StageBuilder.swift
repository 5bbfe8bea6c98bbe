internal import SchemaModel

/// Joins hops into as few stages as their checks allow.
///
/// A barrier stands between two hops if a query must see the store there: an `expect` after the first or
/// before the second. A `count` needs no barrier: the number of objects follows from the stage's start and
/// end, as long as the entity keeps all its objects in between. Mappings that do not compose need a barrier,
/// too.
struct StageBuilder {
  private var hops: [PlannedHop]
  private var mapping: Mapping

  /// The stages of a path, in order.
  static func stages(of hops: [PlannedHop]) -> [MigrationStage] {
    var stages: [MigrationStage] = []
    var current: StageBuilder?
    for hop in hops {
      if current?.append(hop) != true {
        if let current { stages.append(current.stage) }
        current = StageBuilder(hop)
      }
    }
    if let current { stages.append(current.stage) }
    return stages
  }

  private init(_ hop: PlannedHop) {
    hops = [hop]
    mapping = hop.mapping
  }

  /// Adds a hop to the stage; false without a change if there is a barrier before it.
  private mutating func append(_ hop: PlannedHop) -> Bool {
    guard let last = hops.last, !last.hasExpectAfter, !hop.hasExpectBefore,
      StageChecks(hops + [hop]) != nil, StageRequirements(hops + [hop]) != nil,
      let composed = mapping.composed(with: hop.mapping)
    else { return false }
    hops.append(hop)
    mapping = composed
    return true
  }

  private var stage: MigrationStage {
    guard let checks = StageChecks(hops), let requirements = StageRequirements(hops) else {
      preconditionFailure("a hop joins a stage only where its checks can be carried")
    }
    return MigrationStage(
      mapping: mapping, requirements: requirements.requirements, before: checks.before,
      after: checks.after)
  }
}

extension PlannedHop {
  fileprivate var hasExpectBefore: Bool {
    hop.declaration?.before.contains(where: \.isExpect) ?? false
  }
  fileprivate var hasExpectAfter: Bool {
    hop.declaration?.after.contains(where: \.isExpect) ?? false
  }
}

extension MigrationDeclaration.Check {
  fileprivate var isExpect: Bool {
    switch self {
    case .expect: true
    case .count: false
    }
  }
}
