/// Distributes things to owners evenly: the numbers of two owners differ by at most one.
///
/// ```swift
/// // Seven things, three owners
/// Dealing(7, among: 3, .inGroups)      // 0 0 0 1 1 2 2
/// Dealing(7, among: 3, .inTurn(from: 0))  // 0 1 2 0 1 2 0
/// ```
struct Dealing {
  /// The order of the distribution.
  enum Order: Hashable {
    /// Each owner gets all its things before the next owner.
    case inGroups
    /// The owners get one thing each in turn, beginning with the given owner.
    case inTurn(from: Int)
  }

  /// The owner of a thing, and the number of things that the owner got before.
  struct Share: Hashable {
    let owner: Int
    let place: Int
  }

  private let things: Int
  private let owners: Int
  private let order: Order

  /// A distribution of things among owners; there must be at least one owner.
  init(_ things: Int, among owners: Int, _ order: Order) {
    self.things = things
    self.owners = owners
    self.order = order
  }

  /// The owner of the thing with a number.
  func share(_ number: Int) -> Share {
    switch order {
    case .inGroups:
      let owner = number.scaled(by: owners, of: things)
      return Share(owner: owner, place: number - firstThing(of: owner))
    case .inTurn(let first):
      return Share(owner: (first + number) % owners, place: number / owners)
    }
  }

  /// The first thing of an owner: `owner * things / owners`, rounded up.
  private func firstThing(of owner: Int) -> Int {
    let (quotient, remainder) = owners.dividingFullWidth(owner.multipliedFullWidth(by: things))
    return quotient + (remainder > 0 ? 1 : 0)
  }
}
