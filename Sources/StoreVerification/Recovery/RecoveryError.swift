internal import Diagnostics
package import SQLite
package import SchemaModel

/// A reason why nothing was recovered; the store is unchanged.
package enum RecoveryError: Error, Hashable, Sendable {
  /// The backup has another model, or names no model.
  case anotherModel(store: String, backup: String?)
  /// The backup has another version than the store.
  case anotherVersion(store: Version, backup: Version)
  /// The content of the backup is in no state to recover from.
  case unusableBackup(reason: String)
  /// Objects cannot be found by a key.
  case unusableKey(UniqueKey, reason: String)
  /// The objects cannot be matched without doubt; nothing was tried.
  case unclear([RecoveryProblem])
  /// An object cannot be put back, or something else would change; everything was undone.
  case undone([RecoveryProblem])
}

/// A reason why one part of a backup prevents the whole recovery.
package enum RecoveryProblem: Hashable, Sendable {
  /// The number of objects, and the identities of the first of them.
  package struct Sample: Hashable, Sendable {
    package var count: Int64
    package var examples: [SQLValue]
    /// The columns of the identity.
    package var names: [String]
  }

  /// The recovered part: objects of an entity, or links of a relationship.
  package struct Subject: Hashable, Sendable {
    package var noun: String
    package var name: String
  }

  /// A reason why an object of the backup cannot be matched with one of the store, or given an identity.
  package enum Doubt: Hashable, Sendable {
    /// The identity and a declared key disagree; only `_id` can be given up for the key.
    case ambiguous(UniqueKey, isNumbered: Bool)
    /// Another object has the identity, and no key could find the object under a new identity.
    case taken
    /// Rows have no key, or a primary key without all of its values.
    case unnamed(hasKey: Bool)
  }

  /// Objects of an entity are in doubt.
  case doubtful(String, Doubt, Sample)
  /// Only `_id` identifies objects that a migration renumbered or merged, so it does not show which are the
  /// same.
  case renumbered(entity: String)
  /// A part is refused, by SQLite or a trigger, or differs from the backup afterwards.
  ///
  /// The triggers are the user's own triggers that may be the reason.
  case refused(Subject, reason: String?, Sample?, triggers: [String])
  /// A foreign key that is not a relationship would be dangling.
  case unmet
  /// Existing rows would change, for example because of one of these triggers of the user.
  case altered(table: String, triggers: [String])
  /// Objects would have a problem that they had neither in the store nor in the backup.
  case worse(Problem, Sample)
}

extension RecoveryProblem {
  /// The problem as a message.
  package var message: String {
    switch self {
    case .doubtful(let entity, .ambiguous(let key, _), let found):
      "the backup has \(Self.objects(found.count, entity)) that the store has by "
        + found.names.map { "'\($0)'" }.joined(separator: ", ") + " or by "
        + key.properties.map { "'\($0)'" }.joined(separator: ", ") + ", and not by both"
        + found.named
    case .doubtful(let entity, .taken, let found):
      "\(Self.objects(found.count, entity)) cannot come back, for another object has the '_id' by now, "
        + "and no key distinguishes them" + found.named
    case .doubtful(let entity, .unnamed, let found):
      "the backup has \(Quantity.count(found.count, "row")) of '\(entity)' that the store has not, and no "
        + "key shows whether that is a loss or a change"
    case .renumbered(let entity):
      "only '_id' distinguishes objects of '\(entity)', and the versions since the backup number the "
        + "objects anew, or merge some, so that an '_id' may be another object's"
    case .refused(let subject, let reason, let found, let triggers):
      (found.map { Quantity.count($0.count, subject.noun) } ?? subject.noun + "s")
        + " of '\(subject.name)' cannot come back: "
        + (reason
          ?? "\(Self.cause(triggers) ?? "an ON CONFLICT of the table") changes or skips what is put back")
        + (found?.named ?? "")
    case .unmet:
      "what comes back would lead to nothing by a foreign key that is no relationship of the model"
    case .altered(let table, let triggers):
      "existing rows of '\(table)' would change"
        + (Self.cause(triggers).map { ", as \($0) acts" } ?? "")
    case .worse(let problem, let found):
      "afterwards \(Finding(problem, count: found.count).message)" + found.named
    }
  }

  /// The triggers that may be the reason, as one phrase; nil if none exists.
  static func cause(_ triggers: [String]) -> String? {
    let names = triggers.map { "'\($0)'" }.joined(separator: ", ")
    switch triggers.count {
    case 0: return nil
    case 1: return "the trigger \(names)"
    default: return "one of the triggers \(names)"
    }
  }

  /// The triggers without which the recovery may succeed.
  package var triggers: [String] {
    switch self {
    case .refused(_, _, _, let triggers), .altered(_, let triggers): triggers
    case .doubtful, .renumbered, .unmet, .worse: []
    }
  }

  private static func objects(_ count: Int64, _ entity: String) -> String {
    "\(Quantity.count(count, "object")) of '\(entity)'"
  }
}

extension RecoveryProblem.Sample {
  /// The identities of the first objects, to stand at the end of a message.
  package var named: String {
    guard !examples.isEmpty else { return "" }
    return ": \(names.joined(separator: ", ")) \(examples.map(\.excerpt).joined(separator: ", "))"
      + (count > Int64(examples.count) ? ", …" : "")
  }
}
