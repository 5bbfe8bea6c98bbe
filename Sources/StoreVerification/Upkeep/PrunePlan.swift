public import SchemaModel
public import StoreLayout

/// The objects, links and files that a prune would remove from a store, those removed by delete rules
/// included.
public struct PrunePlan: Hashable, Sendable {
  /// Links whose delete rule prevents the deletion of their destination.
  public struct Obstacle: Hashable, Sendable {
    /// The relationship with the rule.
    public var name: PropertyName
    /// The rule; nil for a required link that would be left empty.
    public var rule: DeleteRule?
    /// The number of links.
    public var count: Int64
  }

  /// The number of objects that are old enough.
  public var due: Int64 = 0
  /// The number of objects without a date, which stay.
  public var undated: Int64 = 0
  /// The deleted objects and links, those deleted by delete rules included, and the emptied links; then the
  /// effects of the user's own triggers.
  public var effects: [Effect] = []
  /// The files next to the store that no object names after the prune, sorted.
  public var files: [String] = []
  /// The size of these files, in bytes.
  public var fileBytes: Int64 = 0
  /// The number of paths of owned files that no object holds after the prune, each counted once.
  public var releasedPaths: Int64 = 0
  /// The files in the app's folder that no object names after the prune; nil if no folder was named.
  public var unownedFiles: UnownedFiles?
  /// The obstacles that prevent the prune.
  public var obstacles: [Obstacle] = []

  /// Whether objects are due, and no obstacle is known.
  public var isPossible: Bool { due > 0 && obstacles.isEmpty }
}

/// The result of a prune.
public struct PruneOutcome: Hashable, Sendable {
  /// The plan that was carried out.
  public var plan: PrunePlan
  /// The path of the backup; nil if nothing was to be done.
  public var backup: String?
  /// The files that no object names and that were moved away; nil if no folder was named.
  public var move: UnownedFileMove?
  /// The reasons why files could not be removed or moved; the store does not need these files.
  public var filesLeft: [String] = []
}

extension PrunePlan.Obstacle {
  /// The obstacle as a message.
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
