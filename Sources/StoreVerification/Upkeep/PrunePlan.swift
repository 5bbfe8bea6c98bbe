internal import Diagnostics
public import SchemaModel

/// What a prune would remove from a store, with all that goes along by the delete rules.
public struct PrunePlan: Hashable, Sendable {
  /// Objects of one entity that go.
  public struct Removal: Hashable, Sendable {
    /// The entity.
    public var entity: String
    /// How many objects.
    public var count: Int64
  }

  /// Links of one relationship that are emptied, because what they lead to goes.
  public struct ClearedLinks: Hashable, Sendable {
    /// The relationship in whose objects they stand.
    public var name: PropertyName
    /// How many links.
    public var count: Int64
  }

  /// Links whose delete rule does not let go what they lead to.
  public struct Obstacle: Hashable, Sendable {
    /// The relationship that has the rule.
    public var name: PropertyName
    /// The rule; nil for a required link that would be left empty.
    public var rule: DeleteRule?
    /// How many links.
    public var count: Int64
  }

  /// How many objects are old enough.
  public var due: Int64 = 0
  /// How many objects have no date, and stay.
  public var undated: Int64 = 0
  /// All objects that go, those that go along included, sorted by entity.
  public var removals: [Removal] = []
  /// The links that are emptied, sorted by name.
  public var clearedLinks: [ClearedLinks] = []
  /// How many links go that stand by themselves, of a many-to-many.
  public var removedLinks: Int64 = 0
  /// The files beside the store that no object speaks of any more then, sorted.
  public var files: [String] = []
  /// How many bytes these have.
  public var fileBytes: Int64 = 0
  /// How many paths of files that objects own are in no object any more then, each counted once.
  public var releasedPaths: Int64 = 0
  /// The files in the folder of the app that no object names then; nil where no folder was named.
  public var unownedFiles: UnownedFiles?
  /// Tables that the model does not name, whose rows a trigger of somebody's own removes or adds,
  /// sorted by name.
  public var otherTables: [TableRowCount] = []
  /// What a trigger of somebody's own changes in rows that stay, in the order of the tables.
  public var alterations: [TableAlteration] = []
  /// What keeps all of it from being done.
  public var obstacles: [Obstacle] = []

  /// Whether there is something to do, and nothing known that keeps it from being done.
  public var isPossible: Bool { due > 0 && obstacles.isEmpty }
}

/// What a prune did.
public struct PruneOutcome: Hashable, Sendable {
  /// What was removed.
  public var plan: PrunePlan
  /// Where the backup is; nil where there was nothing to do.
  public var backup: String?
  /// The files that no object names and that were moved aside; nil where no folder was named.
  public var move: UnownedFileMove?
  /// The files that could not be removed or moved, each with the reason; the store does without them.
  public var filesLeft: [String] = []
}

extension PrunePlan.ClearedLinks {
  /// What becomes of the links: `empty 2 links of 'Note.session'`.
  package func message(isDone: Bool) -> String {
    "\(isDone ? "emptied" : "empty") \(Quantity.count(count, "link")) of '\(name)'"
  }
}

extension PrunePlan.Obstacle {
  /// What is in the way, in the form of a message.
  public var message: String {
    let links = "\(count) \(count == 1 ? "link" : "links")"
    return switch rule {
    case nil: "'\(name)' is required, and \(links) of it would be left empty"
    case .deny?: "\(links) of '\(name)' \(count == 1 ? "denies" : "deny") the deletion"
    case .noAction?:
      "\(links) of '\(name)' would lead nowhere, for its delete rule is noAction"
    case .cascade?, .nullify?: "\(links) of '\(name)' are in the way"
    }
  }
}
