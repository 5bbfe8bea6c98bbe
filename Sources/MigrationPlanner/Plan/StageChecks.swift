internal import SchemaModel

/// The checks of several hops as checks around the one stage that they become.
struct StageChecks {
  private(set) var before: [MigrationDeclaration.Check] = []
  private(set) var after: [MigrationDeclaration.Check] = []
  private let trail: EntityTrail

  /// Fails where a check of a hop within cannot be told from the stage's two ends.
  init?(_ hops: [PlannedHop]) {
    trail = EntityTrail(hops)
    for (position, hop) in hops.enumerated() {
      for check in hop.hop.declaration?.before ?? [] {
        guard addBefore(check, hop: position) else { return nil }
      }
      for check in hop.hop.declaration?.after ?? [] {
        guard addAfter(check, hop: position) else { return nil }
      }
    }
    before = before.withoutDuplicates
    after = after.withoutDuplicates
  }

  private mutating func addBefore(_ check: MigrationDeclaration.Check, hop: Int) -> Bool {
    guard case .count(let entity, let number) = check else {
      before.append(check)
      return true
    }
    guard let start = trail.start(of: entity, beforeHop: hop) else { return false }
    before.append(.count(entity: start, equals: number))
    return true
  }

  /// A count that is compared with the one before needs that one to be taken; an entity that was
  /// not there had no objects.
  private mutating func addAfter(_ check: MigrationDeclaration.Check, hop: Int) -> Bool {
    guard case .count(let entity, let number) = check else {
      after.append(check)
      return true
    }
    guard let end = trail.end(of: entity, afterHop: hop) else { return false }
    guard number == nil else {
      after.append(.count(entity: end, equals: number))
      return true
    }
    guard let source = trail.mapping(of: entity, inHop: hop)?.source else {
      after.append(.count(entity: end, equals: 0))
      return true
    }
    guard let start = trail.start(of: source, beforeHop: hop) else { return false }
    before.append(.count(entity: start, equals: nil))
    after.append(.count(entity: end, equals: nil))
    return true
  }
}

extension [MigrationDeclaration.Check] {
  fileprivate var withoutDuplicates: Self {
    var seen: Set<MigrationDeclaration.Check> = []
    return filter { seen.insert($0).inserted }
  }
}
