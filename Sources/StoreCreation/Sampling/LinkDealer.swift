internal import SchemaModel

/// Links the objects at both ends of a to-many relationship, by their numbers.
struct LinkDealer {
  /// A link, and its position in the lists of its objects.
  struct Link: Hashable {
    let owner: Int
    let destination: Int
    let position: Int
  }

  private enum Way {
    /// A number of links, distributed evenly at both ends.
    case dealt(links: Int, Pairing)
    /// Each object is linked to the objects at some distances after it, in a circle.
    case circle(distances: [Int])
    /// At most two random links for each object; both directions for a relationship that is its own inverse.
    case free(isSymmetric: Bool)
  }

  private let owners: Int
  private let destinations: Int
  private let way: Way

  init(_ association: Association, owners: Int, destinations: Int) {
    self.owners = owners
    self.destinations = destinations
    let (near, far) = (association.countAtPrimary, association.countAtInverse)
    let isSymmetric = association.inverse == association.primary
    let isLeadBack = association.inverse != nil
    if isLeadBack, !near.isBounded, !far.isBounded {
      way = .free(isSymmetric: isSymmetric)
    } else if isSymmetric {
      let degree = min(near.nearest(to: 2), owners)
      way = .circle(distances: Self.distances(degree, around: owners))
    } else {
      let least = max(
        near.minimum.timesAtMost(owners), far.minimum.timesAtMost(destinations))
      let most = min(
        min(near.maximum ?? .max, destinations).timesAtMost(owners),
        min(far.maximum ?? .max, owners).timesAtMost(destinations))
      let wanted = (isLeadBack ? 2 : 1).timesAtMost(owners)
      // Objects of one entity are linked to the next objects, not to themselves.
      let isOwn = association.primary.entity == association.primary.relationship.destination
      way = .dealt(
        links: max(least, min(wanted, most)), Pairing(owners, destinations, from: isOwn ? 1 : 0))
    }
  }

  /// The distances in a circle that give each object the same number of neighbours in both directions.
  private static func distances(_ degree: Int, around count: Int) -> [Int] {
    guard degree > 0 else { return [] }
    let isEven = count.isMultiple(of: 2)
    // A distance of half the circle is its own opposite, and distance 0 leads to the object itself.
    var result: [Int] = []
    if degree == count {
      result = isEven ? [0, count / 2] : [0]
    } else if !degree.isMultiple(of: 2) {
      result = isEven ? [count / 2] : [0]
    }
    for distance in 1..<(1 + (degree - result.count) / 2) {
      result += [distance, count - distance]
    }
    return result
  }

  /// Calls a closure with every link; random links may be repeated.
  func forEach(
    _ random: inout RandomSource, _ use: (Link) throws -> Void
  ) rethrows {
    guard owners > 0, destinations > 0 else { return }
    switch way {
    case .dealt(let links, let pairing):
      for number in 0..<links {
        let (owner, destination) = pairing.pair(number)
        try use(Link(owner: owner, destination: destination, position: number / owners))
      }
    case .circle(let distances):
      for owner in 0..<owners {
        for (position, distance) in distances.enumerated() {
          let destination = (owner + distance) % owners
          try use(Link(owner: owner, destination: destination, position: position))
        }
      }
    case .free(let isSymmetric):
      for owner in 0..<owners {
        for position in 0..<random.below(3) {
          let destination = random.below(destinations)
          try use(Link(owner: owner, destination: destination, position: position))
          guard isSymmetric else { continue }
          try use(Link(owner: destination, destination: owner, position: position))
        }
      }
    }
  }
}

/// Enumerates the pairs of two numbers.
///
/// After any count of pairs, every number has been used about equally often.
///
/// ```swift
/// // Two and four: 00 11 02 13, and then 01 12 03 10
/// ```
struct Pairing {
  private let first: Int
  private let second: Int
  private let start: Int
  /// The number of pairs after which both numbers are back at their start.
  private let period: Int

  /// Pairs of a number below `first` and a number below `second`, which begins at `start`.
  init(_ first: Int, _ second: Int, from start: Int = 0) {
    self.first = first
    self.second = second
    self.start = start
    period = (first / max(1, Self.greatestCommonDivisor(first, second))).timesAtMost(second)
  }

  /// The pair with a number.
  func pair(_ number: Int) -> (first: Int, second: Int) {
    let round = number / max(1, period)
    return (number % first, (number % second + round % second + start) % second)
  }

  private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    var (large, small) = (first, second)
    while small > 0 { (large, small) = (small, large % small) }
    return large
  }
}

extension Int {
  /// This number times a factor, or the largest integer if the product overflows.
  func timesAtMost(_ factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
