internal import Diagnostics
public import SQLite

/// A reason why nothing was pruned; the store is unchanged.
public enum PruneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The entity has no such property; with the attributes that are dates.
  case unknownAttribute(PropertyName, dates: [String])
  /// The attribute is not a date; with the attributes that are dates.
  case notADate(PropertyName, type: String, dates: [String])
  /// The attribute has values other than numbers of seconds, the stored form of dates.
  case notSeconds(PropertyName, count: Int64, example: SQLValue)
  /// Delete rules keep some of the objects.
  case denied([PrunePlan.Obstacle])
  /// SQLite refused a deletion.
  case failed(reason: String)
  /// A table outside the model prevents the deletion: its rows refer to rows that would be deleted.
  case referred(by: String, count: Int64)
  /// Rows of tables outside the model are deleted with each other in a chain that is too long.
  case tooDeep(tables: [String])
  /// Links between deleted rows would have to be removed first, and a trigger would see the rows without
  /// them.
  case watched(trigger: String)
  /// An unexpected number of rows was deleted, for example because the user's own trigger deletes rows.
  case unforeseen(table: String, expected: Int64, found: Int64)
  /// No attribute holds paths of files, so no object would name any file.
  case noPaths

  /// The error as a message.
  public var message: String {
    switch self {
    case .unknownAttribute(let name, let dates):
      "there is no '\(name)'" + Self.choice(of: dates, in: name.entity)
    case .notADate(let name, let type, let dates):
      "'\(name)' is of the type '\(type)', and not a date" + Self.choice(of: dates, in: name.entity)
    case .notSeconds(let name, let count, let example):
      "\(Quantity.count(count, "value")) of '\(name)' \(count == 1 ? "is" : "are") not a "
        + "number of seconds since 1970, such as '\(example.excerpt)'"
    case .denied(let obstacles): obstacles.map(\.message).joined(separator: "; ")
    case .failed(let reason): "nothing was removed, for a deletion fails: \(reason)"
    case .referred(let table, let count):
      "nothing was removed, for \(Quantity.count(count, "row")) of '\(table)' "
        + "\(count == 1 ? "refers" : "refer") to what would go: move or remove "
        + "\(count == 1 ? "it" : "them") first"
    case .tooDeep(let tables):
      "nothing was removed, for rows go with each other in a chain of more than 1000, which SQLite "
        + "cannot follow"
        + (tables.isEmpty
          ? ""
          : ": remove them first, from its end, of "
            + tables.map { "'\($0)'" }.joined(separator: ", "))
    case .watched(let trigger):
      "nothing was removed, for links between the objects would have to be removed first, and the "
        + "trigger '\(trigger)' would not see them: drop the trigger for that time"
    case .unforeseen(let table, let expected, let found):
      "nothing was removed, for '\(table)' would have \(Quantity.count(found, "row")) and not "
        + Quantity.grouped(expected)
    case .noPaths:
      "no attribute of the store's model has 'storage: path', so that nothing says which files objects "
        + "name"
    }
  }

  /// The stable name of the problem, in kebab case.
  public var code: String {
    switch self {
    case .unknownAttribute: "unknown-name"
    case .notADate, .notSeconds: "not-a-date"
    case .denied: "denied-deletion"
    case .failed, .referred, .tooDeep, .watched, .unforeseen: "failed-prune"
    case .noPaths: "no-file-paths"
    }
  }

  /// The message.
  public var description: String { message }

  private static func choice(of dates: [String], in entity: String) -> String {
    dates.isEmpty
      ? ": '\(entity)' has no dates"
      : ": the dates of '\(entity)' are \(dates.map { "'\($0)'" }.joined(separator: ", "))"
  }
}
