public import Diagnostics
public import SchemaModel

extension Effect {
  /// The kinds of effects.
  ///
  /// This file has everything that depends on the kind of an effect, except for its sentence, which is in
  /// `Effect+Message.swift`.
  public enum Kind: Hashable, Sendable {
    /// Objects, values or links that a change of the model loses.
    case lost(Unit, Change)
    /// Objects, values, links or positions that declared steps delete or replace.
    ///
    /// The place is the last step that may have done it. If `touches` names the property, replaced values are
    /// the step's purpose.
    case taken(Unit, replaced: Int64, isNamed: Bool, at: SourceLocation?)
    /// Values or links that are lost with merged objects, because the kept object has none or others.
    case takenAlong(Unit)
    /// Objects that a declared condition leaves behind.
    case leftBehind
    /// Links that are lost because one of several is chosen, with the number of objects that had several and
    /// the number of objects that keep none.
    case chosen(objects: Int64?, unlinked: Int64)
    /// Objects that are merged by a key, with the number of objects that are kept, and some of the values
    /// that merged objects share.
    case merged(by: [String], into: Int64?, sharing: [String])
    /// Renumbered objects, because other objects below an entity have the same identities.
    case renumbered(below: String)
    /// Changed values of generated columns that are computed from changing columns; some of them in words.
    case recomputed(from: [String], such: [String])
    /// Values that a declared expression changes, with the number of objects for which it is evaluated.
    case rewritten(of: Int64?)
    /// Rows that a declared step changes, with the number of new rows.
    case stepped(DeclaredStep, added: Int64)
    /// Objects or links that are removed by a prune or a repair, and by delete rules.
    case removed(Unit)
    /// Links that are emptied, because the object that they lead to is removed.
    case emptied
    /// A table with another number of rows, because of a trigger or foreign key of the user's.
    case resized(from: Int64, to: Int64)
    /// Columns that a trigger or foreign key of the user's changes in rows that stay; empty if whole rows are
    /// compared.
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
    case .rewritten: Self.rewrittenName
    case .stepped: "step"
    case .removed: "removed"
    case .emptied: "emptied"
    case .resized: "resized"
    case .altered: "altered"
    }
  }

  /// The names of a certain and of a possible loss by a change of the model.
  private static let lossNames = ["lost", "at-risk"]

  private static let rewrittenName = "rewritten"

  /// The names of the kinds that are counted before a stage.
  package static let foreseenNames = lossNames + [rewrittenName]

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

  /// The other numbers of the effect, by their names in JSON.
  public var numbers: [(name: String, count: Int64)] {
    let numbers: [(String, Int64?)] =
      switch self {
      case .taken(_, let replaced, _, _): [("replaced", replaced)]
      case .chosen(let objects, let unlinked): [("objects", objects), ("unlinked", unlinked)]
      case .merged(_, let survivors, _): [("survivors", survivors)]
      case .rewritten(let objects): [("objects", objects)]
      case .stepped(_, let added): [("added", added)]
      case .resized(let before, let after): [("before", before), ("after", after)]
      case .lost, .takenAlong, .leftBehind, .renumbered, .recomputed, .removed, .emptied, .altered:
        []
      }
    return numbers.compactMap { name, count in count.map { (name, $0) } }
  }

  /// Whether a saved plan pins the effect, so that the plan is refused if the effect differs.
  package var isPinned: Bool {
    switch self {
    case .lost, .taken, .takenAlong, .leftBehind, .chosen, .merged, .recomputed, .rewritten: true
    case .renumbered, .stepped, .removed, .emptied, .resized, .altered:
      false
    }
  }

  /// Whether the effect is counted before its stage, and not during it.
  package var isForeseen: Bool {
    switch self {
    case .lost, .rewritten: true
    default: false
    }
  }
}

extension Effect {
  /// The approval that allows it: `lose-values:Book.title`; nil if it needs no approval.
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
