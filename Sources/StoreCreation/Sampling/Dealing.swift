/// Deals things out to owners, so that no owner has two more than another.
///
/// ```swift
/// // Seven things, three owners
/// Dealing(7, among: 3, .inGroups)      // 0 0 0 1 1 2 2
/// Dealing(7, among: 3, .inTurn(from: 0))  // 0 1 2 0 1 2 0
/// ```
struct Dealing {
  /// In which order the owners get theirs.
  enum Order: Hashable {
    /// Each owner all of its own, then the next.
    case inGroups
    /// Each owner one, from the given one on, and again.
    case inTurn(from: Int)
  }

  /// Who gets a thing, and how many it has got before.
  struct Share: Hashable {
    let owner: Int
    let place: Int
  }

  private let things: Int
  private let owners: Int
  private let order: Order

  /// So many things, among so many owners; there must be owners.
  init(_ things: Int, among owners: Int, _ order: Order) {
    self.things = things
    self.owners = owners
    self.order = order
  }

  /// Who gets the thing of that number.
  func share(_ number: Int) -> Share {
    switch order {
    case .inGroups:
      let owner = number.scaled(by: owners, of: things)
      return Share(owner: owner, place: number - firstThing(of: owner))
    case .inTurn(let first):
      return Share(owner: (first + number) % owners, place: number / owners)
    }
  }

  /// The first number whose owner is that one: `owner * things / owners`, rounded up.
  private func firstThing(of owner: Int) -> Int {
    let (quotient, remainder) = owners.dividingFullWidth(owner.multipliedFullWidth(by: things))
    return quotient + (remainder > 0 ? 1 : 0)
  }
}
