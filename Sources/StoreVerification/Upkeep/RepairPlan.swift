internal import Diagnostics
internal import SQLite
public import StoreLayout
internal import SchemaModel

/// What a repair would do to a store.
public struct RepairPlan: Hashable, Sendable {
  /// The steps, in the order in which they are taken.
  public var steps: [RepairStep] = []
  /// What is wrong with links and files and stays so, because nothing says what to do about it.
  public var unresolved: [Finding] = []
  /// The files next to the store that no object speaks of, sorted.
  public var strayFiles: [String] = []
  /// How many bytes these have.
  public var strayBytes: Int64 = 0
  /// The links of objects that stay which are emptied, and the tables whose number of rows changes, with
  /// what goes along; then what triggers and foreign keys of the user's own do.
  public var effects: [Effect] = []
  /// How many paths of files that objects own are in no object any more, each counted once.
  public var releasedPaths: Int64 = 0
  /// The files that no object names any more, and that stay; nil where no folder was named.
  public var unownedFiles: UnownedFiles?

  /// Whether there is nothing to do.
  public var isEmpty: Bool { steps.isEmpty && strayFiles.isEmpty }
}

/// One thing that a repair does.
public struct RepairStep: Hashable, Sendable {
  /// What is done.
  public enum Action: Hashable, Sendable {
    /// A to-one link that leads nowhere is emptied.
    case clear(PropertyName, destination: String)
    /// Objects go because what they belong to is gone, and it would have taken them along.
    case delete(PropertyName, destination: String, byRule: Bool = true)
    /// Links that stand by themselves go because an end is gone.
    case unlink(PropertyName, destination: String)
    /// Duplicates become one object.
    case merge(DuplicateMerge)
  }

  /// What is done.
  public var action: Action
  /// How many objects or links are changed or go; what goes along with them is counted with the
  /// tables.
  public var count: Int64
  /// How many objects stay of duplicates; nil for any other step.
  var survivors: Int64?
  /// The `_id`s of the first of them, ascending.
  public var examples: [Int64]
  /// What goes with duplicates: values that the object that stays has otherwise or not at all, and
  /// links that it has no room for, sorted by property.
  public var takenAlong: [Effect] = []
  /// The statements that do it.
  public var statements: [String]
  /// How many of them are run once the tables that the model does not name are as they are to stay.
  var settled = 0
  /// The tables that the model does not name whose rows follow duplicates to the object that stays.
  var followers: [Follower] = []
  /// The objects that go; nil where none does, or duplicates.
  var deletion: Deletion?

  /// A table whose rows follow duplicates by a foreign key.
  struct Follower: Hashable, Sendable {
    var table: String
    /// A query for how many have not followed, while the step is taken.
    var count: String
  }

  /// Rows of a table that go.
  struct Deletion: Hashable, Sendable {
    var table: String
    var condition: String
    /// Whether their links may be empty, so that they could stay without.
    var isOptional: Bool
  }
}

extension RepairStep {
  /// The objects that are merged, and what goes with them; none for any other step, which the plan's own
  /// effects count.
  public var effects: [Effect] {
    guard case .merge(let merge) = action else { return [] }
    let merged = Effect(
      .merged(by: merge.key.properties, into: survivors, sharing: []), of: merge.key.entity,
      count: count, examples: Effect.Examples(examples.map(SQLValue.integer)))
    return [merged] + takenAlong
  }

  /// What is done, in the form of a message.
  public var message: String {
    let objects = "\(count) \(count == 1 ? "object" : "objects")"
    let links = "\(count) \(count == 1 ? "link" : "links")"
    switch action {
    case .clear(let name, let destination):
      return "empty \(links) of '\(name)' to \(withArticle(destination)) that does not exist"
    case .delete(let name, let destination, let byRule):
      return
        "delete \(objects) of '\(name.entity)': '\(name)' leads to \(withArticle(destination)) that does "
        + "not exist" + (byRule ? ", and its delete rule is cascade" : "")
    case .unlink(let name, let destination):
      return "remove \(links) of '\(name)' to \(withArticle(destination)) that does not exist"
    case .merge(let merge):
      return "merge \(objects) of '\(merge.key.entity)' into the one with the same "
        + "'\(merge.key.properties.joined(separator: ", "))': \(merge.choice)"
        + (takenAlong.isEmpty
          ? "" : "; with them go " + takenAlong.map(\.phrase).joined(separator: ", "))
    }
  }
}

extension DuplicateMerge {
  /// Which object stays: `one that meets pages > 0, then the newest 'added'`.
  fileprivate var choice: String {
    let words = (choices.isEmpty ? [.first] : choices).map { choice in
      switch choice {
      case .first: "the smallest '_id'"
      case .newest(let attribute): "the newest '\(attribute)'"
      case .oldest(let attribute): "the oldest '\(attribute)'"
      case .prefer(let condition): "one that meets \(condition)"
      }
    }
    return words.joined(separator: ", then ")
  }
}

/// What a repair did.
public struct RepairOutcome: Hashable, Sendable {
  /// What was repaired.
  public var plan = RepairPlan()
  /// The folder to which stray files were moved; nil where none was.
  public var strayFolder: String?
  /// The reasons why some of them could not be moved.
  public var filesLeft: [String] = []
  /// Where the backup is; nil where there was nothing to do.
  public var backup: String?

  /// The outcome of a repair that found nothing to do.
  public init() {}
}
