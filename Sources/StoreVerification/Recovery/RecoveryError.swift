internal import Diagnostics
package import SQLite
package import SchemaModel

/// Why nothing was recovered; the store is as it was.
package enum RecoveryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One of the two that are compared.
  package enum Place: String, Hashable, Sendable {
    /// What the backup holds.
    case backup
    /// The store.
    case store
  }

  /// Objects by what tells them apart: how many, and the first of them.
  struct Sample {
    var count: Int64
    var examples: [SQLValue]
  }

  /// The backup is of another model, or says nothing of one.
  case anotherModel(store: String, backup: String?)
  /// The backup is of another version than the store.
  case anotherVersion(store: Version, backup: Version)
  /// The backup calls another definition of the model by the store's version.
  case anotherDefinition(Version)
  /// What the backup holds is in no state to be taken from.
  case unusableBackup(reason: String)
  /// A table that was there before any model has other columns in the backup.
  case otherColumns(table: String)
  /// A key has something else than attributes with values in the row.
  case unusableKey(UniqueKey, property: String)
  /// Several objects have the same values under a key.
  case indistinct(UniqueKey, place: Place, count: Int64)
  /// `_id` and a declared key do not tell the same objects of store and backup to be one.
  case ambiguous(UniqueKey, count: Int64, examples: [SQLValue])
  /// Only `_id` tells objects apart of which a migration made others, so that it tells nothing.
  case renumbered(entity: String)
  /// Two objects of the backup are one of the store, by different keys.
  case twice(table: String, count: Int64, examples: [SQLValue])
  /// SQLite, or a trigger, undid the whole transaction.
  case failed(reason: String)
  /// Another number of rows is there than was foreseen, as where a trigger of somebody's own acts.
  case unforeseen(table: String, expected: Int64, found: Int64)
  /// Rows are not as they were, or not as in the backup, as where such a trigger acts.
  case altered(table: String)
  /// Something that was there would be wrong, and nothing that comes back is known to be why.
  case worse(Finding)
}

extension RecoveryError {
  /// What is wrong, in the form of a message.
  package var message: String {
    switch self {
    case .anotherModel(let store, let backup?):
      "the store is of '\(store)', and the backup of '\(backup)'"
    case .anotherModel(let store, nil): "the store is of '\(store)', and the backup of no model"
    case .anotherVersion(let store, let backup):
      "the store is version \(store), and the backup \(backup)"
    case .anotherDefinition(let version):
      "the backup's version \(version) is defined in another way than the store's"
    case .unusableBackup(let reason): "nothing can be taken from the backup: \(reason)"
    case .otherColumns(let table): "'\(table)' has other columns in the backup than in the store"
    case .unusableKey(let key, let property):
      "'\(key)' cannot tell objects apart: '\(property)' is no attribute whose value is in the row"
    case .indistinct(let key, let place, let count):
      "'\(key)' cannot tell objects apart: \(count) "
        + "\(count == 1 ? "value is" : "values are") shared by several in the \(place.rawValue)"
    case .ambiguous(let key, let count, let examples):
      "the backup has \(Self.objects(count)) of '\(key.entity)' that the store has by '_id' or by "
        + key.properties.map { "'\($0)'" }.joined(separator: ", ")
        + ", and not by both: \(Self.named(examples, of: count))"
    case .renumbered(let entity):
      "nothing but '_id' tells objects of '\(entity)' apart, and the versions since the backup number "
        + "them anew, or merge some, so that it does not tell which is which"
    case .twice(let table, let count, let examples):
      "\(Self.objects(count)) in '\(table)' would be two of the backup, by different keys: "
        + Self.named(examples, of: count)
    case .failed(let reason): "nothing was put back, for all of it was undone: \(reason)"
    case .unforeseen(let table, let expected, let found):
      "nothing was put back, for '\(table)' would have \(Quantity.count(found, "row")) and not "
        + Quantity.grouped(expected)
    case .altered(let table):
      "nothing was put back, for rows of '\(table)' would not be what they were, as where a "
        + "trigger acts"
    case .worse(let finding):
      "nothing was put back, for afterwards \(finding.message)"
        + (finding.examples.isEmpty
          ? "" : ": " + Self.named(finding.examples.map { .integer($0) }, of: finding.count))
    }
  }

  private static func objects(_ count: Int64) -> String {
    "\(count) \(count == 1 ? "object" : "objects")"
  }

  private static func named(_ examples: [SQLValue], of count: Int64) -> String {
    "_id \(examples.map(\.excerpt).joined(separator: ", "))"
      + (count > Int64(examples.count) ? ", …" : "")
  }

  /// The stable name of the problem, in kebab case.
  package var code: String {
    switch self {
    case .anotherModel: "another-model"
    case .anotherVersion, .anotherDefinition: "another-version"
    case .unusableBackup, .otherColumns: "unusable-backup"
    case .unusableKey, .indistinct: "unusable-key"
    case .ambiguous, .renumbered, .twice: "ambiguous-objects"
    case .failed, .unforeseen, .altered, .worse: "failed-recovery"
    }
  }

  /// The message.
  package var description: String { message }
}
