internal import Diagnostics
internal import Files
public import SQLite

/// A reason why a store was not repaired; the store is unchanged.
public enum RepairError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is damaged, which no statement repairs.
  case damaged(detail: String)
  /// The model in the store cannot be read, so the meaning of its rows is unknown.
  case unreadableModel(reason: String)
  /// The tables differ from the store's version, so their rules may differ too.
  case drifted(DefinitionDifference, count: Int)
  /// There is no place for the copy on which a repair is tried.
  case noRoomToTry(reason: String)
  /// A preference is not an SQL condition over its entity's properties.
  case unusablePreference(String, reason: String)
  /// Duplicates cannot be merged, because a required link's delete rule would delete its destination or deny
  /// the deletion.
  case unmergeable(PropertyName)
  /// The duplicates are in an existing table.
  case unmergeableTable(String)
  /// A treatment names an unknown relationship.
  case unknownRelationship(PropertyName, suggestion: String?)
  /// The treatment is not possible for the links of a relationship.
  case untreatable(PropertyName, OrphanTreatment)
  /// Two treatments name the same relationship, each by another of its names.
  case toldTwice(PropertyName, PropertyName)
  /// Delete rules keep some of the objects that a step would delete; the suggestion treats their links.
  case denied(RepairStep, [Denial])
  /// A step failed, because of a delete rule or a key.
  case failed(RepairStep, reason: String)
  /// A step left an unexpected number of objects or links, for example because the user's own trigger
  /// prevents a change.
  case unforeseen(RepairStep, table: String, expected: Int64, found: Int64)
  /// A table outside the model prevents the deletion of duplicates: its rows refer to them, and cannot refer
  /// to the object that stays.
  case referred(RepairStep, by: String, count: Int64)
  /// The repair would have caused another problem.
  case worse(Finding)

  /// A delete rule that prevents the deletion of objects, and the `_id`s of the first of them.
  public struct Denial: Hashable, Sendable {
    /// The rule and its links.
    public var obstacle: PrunePlan.Obstacle
    /// The objects, ascending.
    public var examples: [Int64]
  }

  /// The error as a message.
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
        + "the app knows what else refers to its rows: correct them in the app, or leave all but one of each "
        + "group behind in the next version, with 'where' under 'migration: map: \(entity):'"
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
  /// The obstacle with the objects: `2 links of 'Book.loans' deny the deletion (7, 9)`.
  var message: String {
    let isCut = examples.count >= Finding.exampleLimit && obstacle.count > Int64(examples.count)
    let more = isCut ? ", …" : ""
    return obstacle.message
      + (examples.isEmpty ? "" : " (\(examples.map(String.init).joined(separator: ", "))\(more))")
  }
}

extension RepairError {
  /// The treatment of links with which the objects that delete rules keep would stay.
  ///
  /// It is nil for any other error.
  public var remedy: (name: PropertyName, treatment: OrphanTreatment)? {
    guard case .denied(let step, _) = self, case .delete(let name, _, _) = step.action else {
      return nil
    }
    return (name, step.deletion?.isOptional == true ? .nullify : .leave)
  }
}
