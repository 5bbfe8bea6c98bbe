internal import SchemaModel

/// The checks of several hops as checks around their common stage.
struct StageChecks {
  private(set) var before: [StageCheck] = []
  private(set) var after: [StageCheck] = []
  private let trail: EntityTrail

  /// Nil if a check of an inner hop cannot be derived from the stage's two ends.
  init?(_ hops: [PlannedHop]) {
    trail = EntityTrail(hops)
    for (position, hop) in hops.enumerated() {
      for check in hop.checksBefore {
        guard addBefore(check, hop: position) else { return nil }
      }
      for check in hop.checksAfter {
        guard addAfter(check, hop: position) else { return nil }
      }
    }
    before = before.withoutDuplicates
    after = after.withoutDuplicates
  }

  private mutating func addBefore(_ declared: StageCheck, hop: Int) -> Bool {
    guard case .count(let entity, let number) = declared.check else {
      before.append(declared)
      return true
    }
    guard let start = trail.start(of: entity, beforeHop: hop) else { return false }
    before.append(StageCheck(.count(entity: start, equals: number), at: declared.location))
    return true
  }

  /// A count that is compared with an earlier one needs the earlier count; an entity that did not exist had
  /// no objects.
  private mutating func addAfter(_ declared: StageCheck, hop: Int) -> Bool {
    guard case .count(let entity, let number) = declared.check else {
      after.append(declared)
      return true
    }
    guard let end = trail.end(of: entity, afterHop: hop) else { return false }
    func count(_ number: Int?) -> StageCheck {
      StageCheck(.count(entity: end, equals: number), at: declared.location)
    }
    guard number == nil else {
      after.append(count(number))
      return true
    }
    guard let source = trail.mapping(of: entity, inHop: hop)?.source else {
      after.append(count(0))
      return true
    }
    guard let start = trail.start(of: source, beforeHop: hop) else { return false }
    before.append(StageCheck(.count(entity: start, equals: nil), at: declared.location))
    after.append(count(nil))
    return true
  }
}

extension [StageCheck] {
  /// Each check once, at the first place that declares it.
  fileprivate var withoutDuplicates: Self {
    var seen: Set<MigrationDeclaration.Check> = []
    return filter { seen.insert($0.check).inserted }
  }
}
