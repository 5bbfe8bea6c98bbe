internal import Diagnostics
package import SQLite
package import SchemaModel

/// Why nothing was recovered; the store is as it was.
package enum RecoveryError: Error, Hashable, Sendable {
  /// The backup is of another model, or says nothing of one.
  case anotherModel(store: String, backup: String?)
  /// The backup is of another version than the store.
  case anotherVersion(store: Version, backup: Version)
  /// What the backup holds is in no state to be taken from.
  case unusableBackup(reason: String)
  /// Objects cannot be found by a key.
  case unusableKey(UniqueKey, reason: String)
  /// It cannot be known which object is which; nothing was tried.
  case unclear([RecoveryProblem])
  /// Something cannot come back, or something else would change; all was undone.
  case undone([RecoveryProblem])
}

/// Why one part of a backup keeps all of it from being recovered.
package enum RecoveryProblem: Hashable, Sendable {
  /// Objects by their identities: how many, and the first of them.
  package struct Sample: Hashable, Sendable {
    package var count: Int64
    package var examples: [SQLValue]
    /// The columns of the identity.
    package var names: [String]
  }

  /// What is put back: objects of an entity, or links of a relationship.
  package struct Subject: Hashable, Sendable {
    package var noun: String
    package var name: String
  }

  /// Why it cannot be known which object of the store one of the backup is, or is to be.
  package enum Doubt: Hashable, Sendable {
    /// The identity and a declared key disagree; only `_id` can be given up for the key.
    case ambiguous(UniqueKey, isNumbered: Bool)
    /// Another object has the identity, and no key finds the lost one under a new one.
    case taken
    /// Rows have no key, or a primary key without all of its values.
    case unnamed(hasKey: Bool)
  }

  /// Objects of an entity are in doubt.
  case doubtful(String, Doubt, Sample)
  /// Only `_id` tells objects apart of which a migration made others, so that it tells nothing.
  case renumbered(entity: String)
  /// What is put back is refused, in the words of SQLite or a trigger, or is not as in the backup
  /// afterwards; with the triggers of the user's own that may be the reason.
  case refused(Subject, reason: String?, Sample?, triggers: [String])
  /// A foreign key that is no relationship would lead to nothing.
  case unmet
  /// Rows that were there would change, as where one of these triggers of the user's own acts.
  case altered(table: String, triggers: [String])
  /// Objects would have a problem that they had neither in the store nor in the backup.
  case worse(Problem, Sample)
}

extension RecoveryProblem {
  /// What is wrong, in the form of a message.
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

  /// The triggers that may be the reason, as one thing; nil where there are none.
  static func cause(_ triggers: [String]) -> String? {
    let names = triggers.map { "'\($0)'" }.joined(separator: ", ")
    switch triggers.count {
    case 0: return nil
    case 1: return "the trigger \(names)"
    default: return "one of the triggers \(names)"
    }
  }

  /// The triggers without which it may come back.
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
  /// The first of them, behind what is wrong.
  package var named: String {
    guard !examples.isEmpty else { return "" }
    return ": \(names.joined(separator: ", ")) \(examples.map(\.excerpt).joined(separator: ", "))"
      + (count > Int64(examples.count) ? ", …" : "")
  }
}
