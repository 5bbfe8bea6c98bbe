internal import SQLite
internal import SchemaModel

/// Chooses the destinations of a to-one relationship.
///
/// If the number of links to one destination is limited, the destinations are distributed evenly.
struct DestinationChooser {
  private enum Way {
    /// Destinations are distributed evenly; a habit selects the objects without a destination.
    case dealt(Dealing, Habit)
    /// Each object leads to an earlier one, which has two such links at most. There is one tree for each
    /// owner of the objects, or a single tree.
    case tree(owners: Dealing?)
    /// Any object is chosen at random.
    case any
  }

  /// The objects that have no destination, although they could have one.
  private enum Habit {
    case none, eachSeventh, few, some
  }

  private let relationship: Relationship
  private let population: Population
  /// The number of possible destinations, and the number of links that one destination can have.
  private let count: Int
  private let links: LinkCount
  private let way: Way
  /// The number of objects of other entities that choose before this entity.
  private let offset: Int

  init(_ association: Association, of entity: String, _ population: Population) {
    relationship = association.primary.relationship
    self.population = population
    count = population.familyCount(of: relationship.destination)
    links = association.countAtInverse
    offset = population.familyOffset(of: entity, in: association.primary.entity)
    way = Self.way(association, of: entity, links, population)
  }

  private static func way(
    _ association: Association, of entity: String, _ links: LinkCount, _ population: Population
  ) -> Way {
    let (declarer, destination) = (
      association.primary.entity, association.primary.relationship.destination
    )
    let ownership = population.ownership(of: declarer)
    func dealing(_ end: Association.End, _ order: Dealing.Order) -> Dealing {
      Dealing(
        population.familyCount(of: declarer),
        among: population.familyCount(of: end.relationship.destination), order)
    }
    let isOptional = association.primary.relationship.isOptional
    let mayBeEmpty = isOptional && links.minimum == 0
    if ownership?.association == association {
      return .dealt(dealing(association.primary, .inGroups), mayBeEmpty ? .few : .none)
    }
    if association.isExclusive {
      return .dealt(
        dealing(association.primary, .inTurn(from: 0)), mayBeEmpty ? .eachSeventh : .none)
    }
    // If the relationship is required, the first object of a tree leads to itself.
    let branches = links.maximum ?? .max
    if declarer == destination, links.minimum == 0, branches >= (isOptional ? 2 : 3) {
      let owner = ownership?.association.primary
      let hasOwners =
        owner?.entity == declarer
        && population.familyCount(of: owner?.relationship.destination ?? "") > 0
      return .tree(owners: hasOwners ? owner.map { dealing($0, .inGroups) } : nil)
    }
    guard links.isBounded else { return .any }
    // In a relationship of an entity to itself, each object leads to the next one.
    let first = declarer == destination ? 1 : 0
    return .dealt(
      dealing(association.primary, .inTurn(from: first)), mayBeEmpty ? .some : .none)
  }

  /// The identity of the destination with a number; nil if the number is too large.
  func destination(_ number: Int) -> Int64? {
    number < count ? population.familyIdentity(number, of: relationship.destination) : nil
  }

  /// Whether the second object has no destination.
  ///
  /// In a tree, the first one has none, and few objects have no owner.
  var mayLeaveOutSecond: Bool {
    switch way {
    case .tree, .dealt(_, .few), .dealt(_, .none): false
    case .dealt, .any: relationship.isOptional
    }
  }

  /// The destination of the object with an index, or NULL.
  func value(
    at index: Int, isTame: Bool, mayLack: Bool, _ random: inout RandomSource
  ) -> SQLValue {
    guard count > 0, let number = number(at: index, isTame: isTame, mayLack: mayLack, &random)
    else { return .null }
    return destination(number).map(SQLValue.integer) ?? .null
  }

  private func number(
    at index: Int, isTame: Bool, mayLack: Bool, _ random: inout RandomSource
  ) -> Int? {
    switch way {
    case .dealt(let dealing, let habit):
      guard !mayLack || !leaves(out: index, habit, isTame: isTame, &random) else { return nil }
      let share = dealing.share(offset + index)
      return share.place < links.maximum ?? .max ? share.owner : nil
    case .tree(let owners):
      let place = owners?.share(offset + index).place ?? offset + index
      guard place > 0 else { return relationship.isOptional ? nil : offset + index }
      return offset + index - place + (place - 1) / 2
    case .any:
      let mayBeEmpty = relationship.isOptional && mayLack
      return mayBeEmpty && random.once(in: isTame ? 2 : 4) ? nil : random.below(count)
    }
  }

  private func leaves(
    out index: Int, _ habit: Habit, isTame: Bool, _ random: inout RandomSource
  ) -> Bool {
    switch habit {
    case .none: false
    case .eachSeventh: index % 7 == 6
    case .few: index % 97 == 96 && !isTame
    case .some: random.once(in: isTame ? 2 : 4)
    }
  }
}
