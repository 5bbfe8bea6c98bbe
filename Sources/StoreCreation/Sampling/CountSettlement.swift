internal import SchemaModel

/// Adjusts the numbers of objects until the conditions of all relationships are met.
///
/// Demanded entities grow. If they cannot grow, because of a unique key or because growth would never end,
/// the demanding entities shrink.
struct CountSettlement {
  /// The numbers of objects, in the order of the schema's entities.
  private(set) var counts: [Int]
  private let most: [Int]
  private let bounds: [CountBound]

  /// The largest number of objects of an entity that grows only because its objects are demanded.
  private static let growthLimit = 1 << 20
  /// The number of rounds after which growth is considered endless.
  private static let growthRounds = 100

  /// A settlement that starts from the wanted numbers.
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

  /// Adjusts the numbers.
  ///
  /// - Throws: ``StoreCreationError/noDestination(relationship:entity:)`` and
  ///   ``StoreCreationError/unsatisfiableCount(relationship:entity:)`` if no objects would be left.
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

  /// Grows the demanded entities once; returns whether any has grown.
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
      // Entities that are demanded as well shrink last.
      let shared = bound.demanding.filter(bound.demanded.contains)
      let others = bound.demanding.filter { !shared.contains($0) }
      let sharedCount = shared.reduce(0) { $0 + counts[$1] }
      shrink(others, to: max(0, allowed - sharedCount))
      if sharedCount > allowed { shrink(shared, to: allowed) }
    }
  }

  /// Shrinks the numbers of some entities to a total, in the same proportion.
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
  /// This number times `factor`, divided by `whole`, without overflow; this number must not exceed `whole`.
  func scaled(by factor: Int, of whole: Int) -> Int {
    guard whole > 0 else { return 0 }
    return whole.dividingFullWidth(multipliedFullWidth(by: factor)).quotient
  }
}
