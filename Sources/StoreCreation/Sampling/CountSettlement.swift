internal import SchemaModel

/// Brings numbers of objects to what all relationships demand of them.
///
/// What is demanded grows. Where it cannot, for a unique key allows no more or because there would
/// be no end of it, those that demand it become fewer.
struct CountSettlement {
  /// The numbers of objects, in the order of the schema's entities.
  private(set) var counts: [Int]
  private let most: [Int]
  private let bounds: [CountBound]

  /// What grows only because it is demanded has so many objects at most.
  private static let growthLimit = 1 << 20
  /// How often everything may grow before it is taken to have no end.
  private static let growthRounds = 100

  /// A settlement that starts from the numbers that are wanted.
  init(_ schema: Schema, wanted: [Int], limits: [Int?]) {
    let empty = CountBound.emptyEntities(of: schema)
    most = schema.entities.indices.map { index in
      let entity = schema.entities[index]
      guard !entity.isAbstract, !empty.contains(entity.name) else { return 0 }
      return limits[index] ?? max(wanted[index], Self.growthLimit)
    }
    counts = zip(wanted, most).map { min($0, $1) }
    bounds = CountBound.all(in: schema)
  }

  /// Settles the numbers.
  ///
  /// - Throws: ``StoreCreationError/noDestination(relationship:entity:)`` and
  ///   ``StoreCreationError/unsatisfiableCount(relationship:entity:)`` where nothing would be left.
  mutating func settle() throws(StoreCreationError) {
    let wanted = counts
    var rounds = 0
    while rounds < Self.growthRounds, growOnce() { rounds += 1 }
    let grown = counts
    if rounds == Self.growthRounds {
      counts = wanted
      do throws(StoreCreationError) {
        return try shrink()
      } catch {
        counts = grown
      }
    }
    try shrink()
  }

  // MARK: - Growing

  /// Whether anything has grown.
  private mutating func growOnce() -> Bool {
    var hasGrown = false
    for bound in bounds where !bound.holds(counts) {
      let missing = bound.needed(counts) - bound.demanded.reduce(0) { $0 + counts[$1] }
      if grow(bound.growing, by: missing) { hasGrown = true }
    }
    return hasGrown
  }

  private mutating func grow(_ members: [Int], by missing: Int) -> Bool {
    let growing = members.filter { counts[$0] < most[$0] }
    guard !growing.isEmpty, missing > 0 else { return false }
    let share = (missing - 1) / growing.count + 1
    var rest = missing
    for member in growing {
      let more = min(share, rest, most[member] - counts[member])
      counts[member] += more
      rest -= more
    }
    return true
  }

  // MARK: - Shrinking

  private mutating func shrink() throws(StoreCreationError) {
    while let bound = bounds.first(where: { !$0.holds(counts) }) {
      let allowed = bound.allowed(counts)
      guard allowed > 0 else { throw emptied(by: bound) }
      // Those that are demanded as well go last.
      let shared = bound.demanding.filter(bound.demanded.contains)
      let others = bound.demanding.filter { !shared.contains($0) }
      let sharedCount = shared.reduce(0) { $0 + counts[$1] }
      shrink(others, to: max(0, allowed - sharedCount))
      if sharedCount > allowed { shrink(shared, to: allowed) }
    }
  }

  /// Makes the numbers of some entities smaller, all in the same proportion.
  private mutating func shrink(_ members: [Int], to total: Int) {
    let before = members.reduce(0) { $0 + counts[$1] }
    guard total < before else { return }
    let shares = members.map { counts[$0].scaled(by: total, of: before) }
    var rest = total - shares.reduce(0, +)
    for (member, share) in zip(members, shares) {
      let more = min(rest, counts[member] - share, 1)
      counts[member] = share + more
      rest -= more
    }
  }

  private func emptied(by bound: CountBound) -> StoreCreationError {
    let (relationship, entity) = (bound.end.relationship.name, bound.end.entity)
    return bound.demanded.allSatisfy { most[$0] == 0 }
      ? .noDestination(relationship: relationship, entity: entity)
      : .unsatisfiableCount(relationship: relationship, entity: entity)
  }
}

extension Int {
  /// This number times one and divided by another that is no smaller than this, exactly.
  func scaled(by factor: Int, of whole: Int) -> Int {
    guard whole > 0 else { return 0 }
    return whole.dividingFullWidth(multipliedFullWidth(by: factor)).quotient
  }
}
