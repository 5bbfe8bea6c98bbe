internal import Diagnostics
internal import Files
public import SQLite

/// Why a store was not repaired; it is as it was.
public enum RepairError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is damaged: no statement repairs that.
  case damaged(detail: String)
  /// The model in the store cannot be read, so nobody knows what its rows mean.
  case unreadableModel(reason: String)
  /// The tables are others than those of the store's version, so their rules may be too.
  case drifted(DefinitionDifference, count: Int)
  /// The copy that a repair is tried on has no place.
  case noRoomToTry(reason: String)
  /// A preference is no SQL condition over its entity's properties.
  case unusablePreference(String, reason: String)
  /// Objects that require what a deletion of them would take along cannot be merged.
  case unmergeable(PropertyName)
  /// Duplicates are of a table that was there before any model.
  case unmergeableTable(String)
  /// There is no such relationship to treat in a way of its own.
  case unknownRelationship(PropertyName, suggestion: String?)
  /// Links of a relationship cannot be treated so.
  case untreatable(PropertyName, OrphanTreatment)
  /// One relationship is named by two of its names, and each time it is said what becomes of its
  /// links.
  case toldTwice(PropertyName, PropertyName)
  /// Delete rules keep some of the objects that a step would delete; the way out treats their links.
  case denied(RepairStep, [Denial])
  /// A step failed: a delete rule forbids it, or a key.
  case failed(RepairStep, reason: String)
  /// Another number of objects or links stays than a step was to leave, as where a trigger of
  /// somebody's own keeps one from being moved.
  case unforeseen(RepairStep, table: String, expected: Int64, found: Int64)
  /// A table that the model does not name keeps duplicates from going: rows of it refer to them, and
  /// cannot refer to the object that stays.
  case referred(RepairStep, by: String, count: Int64)
  /// The repair would have made something else worse.
  case worse(Finding)

  /// A delete rule that keeps objects from being deleted, and the `_id`s of the first of them.
  public struct Denial: Hashable, Sendable {
    /// The rule and its links.
    public var obstacle: PrunePlan.Obstacle
    /// The objects, ascending.
    public var examples: [Int64]
  }

  /// What is wrong, in the form of a message.
  public var message: String {
    switch self {
    case .damaged(let detail) where detail.contains(" index "):
      "the file is damaged (\(detail)): restore the last backup instead of a repair, or, where the rows "
        + "are known to be right, let SQLite's shell make its indexes anew with REINDEX"
    case .damaged(let detail):
      "the file is damaged (\(detail)): restore the last backup instead of a repair"
    case .unreadableModel(let reason):
      Finding(.unreadableModel(reason: reason)).message
    case .drifted(let difference, let count):
      "the store is not as its version says: \(difference.message)"
        + (count > 1 ? ", and \(count - 1) more differences" : "")
    case .noRoomToTry(let reason):
      "what would be done is seen on a copy, and there is no room for it in "
        + "'\(TemporaryFiles.folderOfSQLite)' (\(reason)): name a larger folder with --scratch"
    case .unusablePreference(let text, let reason):
      "'\(text)' is no condition that decides which duplicate stays: \(reason)"
    case .unmergeableTable(let entity):
      "duplicates of '\(entity)' cannot be merged: its table was there before any model, and only "
        + "the app knows what else refers to its rows"
    case .unmergeable(let name):
      "duplicates of '\(name.entity)' cannot be merged: to delete one deletes, or is denied by, "
        + "what '\(name)' leads to"
    case .unknownRelationship(let name, let suggestion):
      "there is no relationship '\(name)'"
        + (suggestion.map { ", did you mean '\(name.entity).\($0)'?" } ?? "")
    case .untreatable(let name, .nullify):
      "'\(name)' is required, so that its links cannot be emptied: write '\(name)=delete' or "
        + "'\(name)=leave'"
    case .untreatable(let name, let treatment):
      "links of '\(name)' stand by themselves, and no object goes with one: write "
        + "'\(name)=nullify' or '\(name)=leave', not '\(treatment.rawValue)'"
    case .toldTwice(let one, let other):
      "'\(one)' and '\(other)' are one relationship: say once what becomes of its links that lead "
        + "nowhere"
    case .denied(let step, let denials):
      "nothing was changed, for one step fails: \(step.message): "
        + denials.map(\.message).joined(separator: "; ")
    case .failed(let step, let reason):
      "nothing was changed, for one step fails: \(step.message): \(reason)"
    case .unforeseen(let step, let table, let expected, let found):
      "nothing was changed, for of '\(table)' \(Quantity.count(found, "row")) would stay and not "
        + "\(Quantity.grouped(expected)), by a "
        + "trigger or foreign key of your own: \(step.message)"
    case .referred(let step, let table, let count):
      "nothing was changed, for \(Quantity.count(count, "row")) of '\(table)' "
        + "\(count == 1 ? "refers" : "refer") to what would go, and cannot refer to what stays: move "
        + "or remove \(count == 1 ? "it" : "them") first: \(step.message)"
    case .worse(let finding): "nothing was changed, for afterwards \(finding.message)"
    }
  }

  /// The stable name of the problem, in kebab case.
  public var code: String {
    switch self {
    case .damaged: "damaged-store"
    case .unreadableModel: "unreadable-model"
    case .drifted: "drift"
    case .noRoomToTry: "not-enough-space"
    case .unusablePreference: "unusable-preference"
    case .unmergeable, .unmergeableTable: "unmergeable"
    case .unknownRelationship: "unknown-name"
    case .untreatable: "untreatable-link"
    case .toldTwice: "conflicting-options"
    case .denied: "denied-deletion"
    case .failed, .unforeseen, .referred, .worse: "failed-repair"
    }
  }

  /// The message.
  public var description: String { message }
}

extension RepairError.Denial {
  /// What is in the way: `2 links of 'Book.loans' deny the deletion (7, 9)`.
  var message: String {
    let isCut = examples.count >= Finding.exampleLimit && obstacle.count > Int64(examples.count)
    let more = isCut ? ", …" : ""
    return obstacle.message
      + (examples.isEmpty ? "" : " (\(examples.map(String.init).joined(separator: ", "))\(more))")
  }
}

extension RepairError {
  /// What is to become of the links of the objects that delete rules keep, so that these stay.
  ///
  /// Nil for any other error.
  public var remedy: (name: PropertyName, treatment: OrphanTreatment)? {
    guard case .denied(let step, _) = self, case .delete(let name, _, _) = step.action else {
      return nil
    }
    return (name, step.deletion?.isOptional == true ? .nullify : .leave)
  }
}
