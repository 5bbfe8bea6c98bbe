internal import Diagnostics
internal import SQLite
public import StoreLayout
internal import SchemaModel

/// The changes that a repair would make to a store.
public struct RepairPlan: Hashable, Sendable {
  /// The steps, in their order of execution.
  public var steps: [RepairStep] = []
  /// The problems of links and files that stay, because no option says how to treat them.
  public var unresolved: [Finding] = []
  /// The files next to the store that no object names, sorted.
  public var strayFiles: [String] = []
  /// The size of these files, in bytes.
  public var strayBytes: Int64 = 0
  /// The objects and links that are removed together with the objects of the steps, and the emptied links of
  /// objects that stay; then the effects of the user's own triggers and foreign keys.
  public var effects: [Effect] = []
  /// The number of paths of owned files that no object holds any more, each counted once.
  public var releasedPaths: Int64 = 0
  /// The files that no object names any more, and that stay; nil if no folder was named.
  public var unownedFiles: UnownedFiles?

  /// Whether the plan has no steps and no stray files.
  public var isEmpty: Bool { steps.isEmpty && strayFiles.isEmpty }
}

/// One step of a repair.
public struct RepairStep: Hashable, Sendable {
  /// The kinds of steps.
  public enum Action: Hashable, Sendable {
    /// A dangling to-one link is emptied.
    case clear(PropertyName, destination: String)
    /// Objects are deleted because their owner does not exist, and its delete rule would have deleted them.
    case delete(PropertyName, destination: String, byRule: Bool = true)
    /// Links in a table of links are deleted because one end does not exist.
    case unlink(PropertyName, destination: String)
    /// Duplicates become one object.
    case merge(DuplicateMerge)
  }

  /// The kind of the step.
  public var action: Action
  /// The number of objects or links that are changed or deleted.
  ///
  /// Rows that are deleted with them are counted with the tables.
  public var count: Int64
  /// The number of objects that stay after a merge; nil for any other step.
  var survivors: Int64?
  /// The `_id`s of the first objects, ascending.
  public var examples: [Int64]
  /// The values and links that are lost with duplicates, sorted by property.
  ///
  /// A value is lost if the object that stays has another value or none. A link is lost if that object has no
  /// room for it.
  public var takenAlong: [Effect] = []
  /// The statements of the step.
  public var statements: [String]
  /// The number of statements that run only once the tables outside the model are in their final state.
  var settled = 0
  /// The tables outside the model whose rows follow duplicates to the object that stays.
  var followers: [Follower] = []
  /// The deleted objects; nil for a step that deletes none, and for a merge.
  var deletion: Deletion?

  /// A table whose rows follow duplicates by a foreign key.
  struct Follower: Hashable, Sendable {
    var table: String
    /// A query for the number of rows that have not followed, while the step runs.
    var count: String
  }

  /// Rows of a table that are deleted.
  struct Deletion: Hashable, Sendable {
    var table: String
    var condition: String
    /// Whether their links are optional, so that the objects could stay without them.
    var isOptional: Bool
  }
}

extension RepairStep {
  /// The removed or merged objects, and the values and links that are lost with merged ones.
  public var effects: [Effect] {
    switch action {
    case .clear: return []
    case .delete(let name, _, _): return [Effect(.removed(.objects), of: name.entity, count: count)]
    case .unlink(let name, _): return [Effect(.removed(.links), of: "\(name)", count: count)]
    case .merge(let merge):
      let merged = Effect(
        .merged(by: merge.key.properties, into: survivors, sharing: []), of: merge.key.entity,
        count: count, examples: Effect.Examples(examples.map(SQLValue.integer)))
      return [merged] + takenAlong
    }
  }

  /// The step as a message.
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
  /// The criteria for the object that stays: `one that meets pages > 0, then the newest 'added'`.
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

/// The result of a repair.
public struct RepairOutcome: Hashable, Sendable {
  /// The plan that was carried out.
  public var plan = RepairPlan()
  /// The folder to which stray files were moved; nil if none was moved.
  public var strayFolder: String?
  /// The reasons why some stray files could not be moved.
  public var filesLeft: [String] = []
  /// The path of the backup; nil if nothing was to be done.
  public var backup: String?
}
