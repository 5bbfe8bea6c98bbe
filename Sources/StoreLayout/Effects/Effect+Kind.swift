public import Diagnostics
public import SchemaModel

extension Effect {
  /// The kinds of effects.
  ///
  /// Whatever depends on the kind of an effect is in this file: its name, its unit, its approval and
  /// its place in a saved plan. Its sentence is in `Effect+Message.swift`.
  public enum Kind: Hashable, Sendable {
    /// A change of the model loses them.
    case lost(Unit, Change)
    /// Declared steps delete them, or replace so many of them; the last of the steps is at a place.
    ///
    /// Where the steps name the property, other values are what they are for.
    case taken(Unit, replaced: Int64, isNamed: Bool, at: SourceLocation?)
    /// They go with merged objects, as the object that stays has none or others.
    case takenAlong(Unit)
    /// A declared condition leaves objects behind.
    case leftBehind
    /// Links go, as one of several stays; so many objects had several, and some of them keep none.
    case chosen(objects: Int64?, unlinked: Int64)
    /// Objects with the same key become so many, as declared; some groups share these values.
    case merged(by: [String], into: Int64?, sharing: [String])
    /// Objects get a new identity, as they come together with others below an entity.
    case renumbered(below: String)
    /// Values differ that SQLite computes from columns that change; some of them in words.
    case recomputed(from: [String], such: [String])
    /// A declared expression gives other values, to so many objects in all.
    case rewritten(of: Int64?)
    /// A declared step changes rows; so many are new.
    case stepped(DeclaredStep, added: Int64)
    /// Objects are removed, and by the delete rules what belongs to them.
    case removed(Unit)
    /// Links are emptied, as what they lead to is removed.
    case emptied
    /// A table has another number of rows; where a trigger or foreign key of the user's own is the
    /// reason, its values are not compared.
    case resized(from: Int64, to: Int64, isForeign: Bool)
    /// A trigger or foreign key of the user's own changes columns of rows that stay; none are named
    /// where whole rows are compared.
    case altered(in: [String])
  }
}

extension Effect.Kind {
  /// The name in JSON.
  public var name: String {
    switch self {
    case .lost(_, let change): Self.lossNames[change.isCertain ? 0 : 1]
    case .taken: "lost-by-steps"
    case .takenAlong: "lost-by-merging"
    case .leftBehind: "left-behind"
    case .chosen: "chosen"
    case .merged: "merged"
    case .renumbered: "renumbered"
    case .recomputed: "recomputed"
    case .rewritten: "rewritten"
    case .stepped: "step"
    case .removed: "removed"
    case .emptied: "emptied"
    case .resized: "resized"
    case .altered: "altered"
    }
  }

  /// The names of a certain and of a possible loss by a change of the model.
  package static let lossNames = ["lost", "at-risk"]

  /// The unit of the count.
  public var unit: Effect.Unit {
    switch self {
    case .lost(let unit, _), .taken(let unit, _, _, _), .takenAlong(let unit),
      .removed(let unit):
      unit
    case .leftBehind, .merged, .renumbered, .stepped, .resized: .objects
    case .chosen, .emptied: .links
    case .recomputed, .rewritten, .altered: .values
    }
  }

  /// The other numbers that belong to it, by their names in JSON.
  public var numbers: [(name: String, count: Int64)] {
    let numbers: [(String, Int64?)] =
      switch self {
      case .taken(_, let replaced, _, _): [("replaced", replaced)]
      case .chosen(let objects, let unlinked): [("objects", objects), ("unlinked", unlinked)]
      case .merged(_, let survivors, _): [("survivors", survivors)]
      case .rewritten(let objects): [("objects", objects)]
      case .stepped(_, let added): [("added", added)]
      case .resized(let before, let after, _): [("before", before), ("after", after)]
      case .lost, .takenAlong, .leftBehind, .renumbered, .recomputed, .removed, .emptied, .altered:
        []
      }
    return numbers.compactMap { name, count in count.map { (name, $0) } }
  }

  /// Whether a saved plan says how many there are and which, so that it is refused for others.
  package var isPinned: Bool {
    switch self {
    case .lost, .taken, .takenAlong, .leftBehind, .chosen, .merged: true
    case .renumbered, .recomputed, .rewritten, .stepped, .removed, .emptied, .resized, .altered:
      false
    }
  }

  /// Whether it is counted before the migration, and not while the migration happens.
  package var isForeseen: Bool {
    switch self {
    case .lost, .rewritten: true
    default: false
    }
  }
}

extension Effect {
  /// The approval that allows it: `lose-values:Book.title`; nil for what needs none.
  public var approval: String? {
    switch kind {
    case .lost(_, let change): change.approval
    case .taken(let unit, _, _, _): "lose-\(unit.rawValue):\(subject)"
    case .recomputed: "\(Self.recomputedCode):\(subject)"
    default: nil
    }
  }

  /// The beginning of the approval of any recomputed column.
  package static let recomputedCode = "recomputed-values"

  /// Whether it must not happen without its approval.
  public var needsApproval: Bool {
    guard let count, count > 0, approval != nil else { return false }
    if case .taken(_, let replaced, isNamed: true, _) = kind { return replaced < count }
    return true
  }
}
