public import SchemaModel
public import StoreLayout

/// What a prune would remove from a store, with all that goes along by the delete rules.
public struct PrunePlan: Hashable, Sendable {
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
  /// The objects and links that go, those that go along included, and the links that are emptied; then
  /// what triggers of the user's own do.
  public var effects: [Effect] = []
  /// The files next to the store that no object speaks of any more then, sorted.
  public var files: [String] = []
  /// How many bytes these have.
  public var fileBytes: Int64 = 0
  /// How many paths of files that objects own are in no object any more then, each counted once.
  public var releasedPaths: Int64 = 0
  /// The files in the folder of the app that no object names then; nil where no folder was named.
  public var unownedFiles: UnownedFiles?
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
