internal import SQLite
internal import SchemaModel

/// Chooses the object that a to-one relationship leads to.
///
/// Where it matters how many lead to one object, they are dealt out.
struct DestinationChooser {
  private enum Way {
    /// Dealt out; of those that may lead nowhere, the ones that a habit picks.
    case dealt(Dealing, Habit)
    /// One of the objects that were made before, each leading to two at most; a tree for each owner
    /// of the objects, or one of all.
    case tree(owners: Dealing?)
    /// Any object.
    case any
  }

  /// Which objects lead nowhere although they could lead somewhere.
  private enum Habit {
    case none, eachSeventh, few, some
  }

  private let relationship: Relationship
  private let population: Population
  /// How many objects there are to lead to, and how many may lead to one.
  private let count: Int
  private let links: LinkCount
  private let way: Way
  /// How many objects of other entities choose first.
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
    // The first object of a tree that must lead somewhere leads to itself.
    let branches = links.maximum ?? .max
    if declarer == destination, links.minimum == 0, branches >= (isOptional ? 2 : 3) {
      let owner = ownership?.association.primary
      let hasOwners =
        owner?.entity == declarer
        && population.familyCount(of: owner?.relationship.destination ?? "") > 0
      return .tree(owners: hasOwners ? owner.map { dealing($0, .inGroups) } : nil)
    }
    guard links.isBounded else { return .any }
    // Of objects that are dealt to one another, each leads to the next.
    let first = declarer == destination ? 1 : 0
    return .dealt(
      dealing(association.primary, .inTurn(from: first)), mayBeEmpty ? .some : .none)
  }

  /// The identity of the destination of that number; nil past the last.
  func destination(_ number: Int) -> Int64? {
    number < count ? population.familyIdentity(number, of: relationship.destination) : nil
  }

  /// The destination for the object of that index, or NULL.
  func value(at index: Int, isTame: Bool, _ random: inout RandomSource) -> SQLValue {
    guard count > 0, let number = number(at: index, isTame: isTame, &random) else { return .null }
    return destination(number).map(SQLValue.integer) ?? .null
  }

  private func number(at index: Int, isTame: Bool, _ random: inout RandomSource) -> Int? {
    switch way {
    case .dealt(let dealing, let habit):
      guard !leaves(out: index, habit, isTame: isTame, &random) else { return nil }
      let share = dealing.share(offset + index)
      return share.place < links.maximum ?? .max ? share.owner : nil
    case .tree(let owners):
      let place = owners?.share(offset + index).place ?? offset + index
      guard place > 0 else { return relationship.isOptional ? nil : offset + index }
      return offset + index - place + (place - 1) / 2
    case .any:
      let mayBeEmpty = relationship.isOptional
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
