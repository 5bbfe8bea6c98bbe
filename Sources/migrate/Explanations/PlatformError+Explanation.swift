internal import MigrationPlanner

// The page `Documentation/guides/what-went-wrong.md` has the same texts as a table; a test compares them.
extension PlatformError {
  /// The error with a number.
  static func of(_ name: String) -> Self? { Int(name).flatMap(Self.init) }

  /// The message of the platform, as in a log.
  var message: String {
    switch self {
    case .cloudKit: "CloudKit integration requires …"
    case .incompatibleModel: "the model used to open the store is incompatible"
    case .migration: "an error occurred during migration"
    case .constraint: "constraint violation during migration"
    case .cancelled: "the migration was cancelled"
    case .missingSourceModel: "the source model is missing"
    case .missingMapping: "the mapping model is missing"
    case .sourceStore, .destinationStore: "the source or the destination store fails"
    case .entityPolicy: "an entity migration policy fails"
    case .database: "SQLite fails"
    case .inferredMapping: "the inferred mapping model cannot be created"
    case .expiredHistory: "the history token is expired"
    case .unknownVersion: "unknown model version"
    case .frameworkMismatch: "the store's metadata must be updated to use staged migration"
    case .backwardMigration: "a store cannot be migrated backwards with staged migration"
    }
  }

  /// The usual cause in a few words.
  var reason: String {
    switch self {
    case .cloudKit: "the model breaks a rule of CloudKit"
    case .incompatibleModel: "no migration is allowed, and the model changed"
    case .migration: "a required value or link is missing"
    case .constraint: "duplicates under a new unique key"
    case .cancelled: "code of the app cancelled it"
    case .missingSourceModel: "the app no longer has the model that made the store"
    case .missingMapping: "the change cannot be inferred"
    case .sourceStore, .destinationStore: "the file or its folder is missing or damaged"
    case .entityPolicy: "code of the app in a mapping model"
    case .database: "no room on the disk, or a damaged file"
    case .inferredMapping: "two types are incompatible; the reason within 134140"
    case .expiredHistory: "not a migration: the app asks for history that was deleted"
    case .unknownVersion: "a released version was edited, or was never in the plan"
    case .frameworkMismatch: "the store was made by a system before staged migration existed"
    case .backwardMigration:
      "a newer version of the app wrote the store, or stages are out of order"
    }
  }

  /// The commands that show the cause, without their arguments; empty if none exists.
  var commands: [String] {
    switch self {
    case .cloudKit: ["migrate lint"]
    case .incompatibleModel, .missingSourceModel, .unknownVersion, .frameworkMismatch,
      .backwardMigration:
      ["migrate identify"]
    case .migration: ["migrate rehearse", "migrate verify"]
    case .constraint: ["migrate rehearse"]
    case .cancelled, .sourceStore, .destinationStore, .database: ["migrate verify"]
    case .missingMapping, .inferredMapping: ["migrate diff", "migrate lint"]
    case .entityPolicy: []
    case .expiredHistory: ["migrate history"]
    }
  }

  /// The command lines: `migrate diff OLD NEW`.
  var commandLines: [String] {
    commands.map { command in
      switch command {
      case "migrate lint": command
      case "migrate diff": "\(command) OLD NEW"
      default: "\(command) STORE"
      }
    }
  }

  /// The advice in a sentence or two.
  var remedy: String {
    switch self {
    case .cloudKit:
      "write 'profile: cloudkit' in a schema file, and correct what 'migrate lint' then reports. The "
        + "platform checks these rules only when the app runs."
    case .incompatibleModel:
      "open the store with a migration plan, or with a container that migrates by itself. Where no "
        + "change was meant, 'migrate identify' names each difference from the nearest version."
    case .migration:
      "declare a default in the property's declaration, make the property optional, or fill the values "
        + "in a custom stage. A default in the initializer does not count."
    case .constraint:
      "merge the duplicates in 'willMigrate' of a custom stage: 'migrate repair STORE --merge "
        + "ENTITY:ATTRIBUTE --format swift' writes the source."
    case .cancelled:
      "nothing was migrated. Open the store again; where it ends in the same way, look for the call of "
        + "'cancelMigrationWithError' in the app."
    case .missingSourceModel:
      "put the model that 'migrate identify' names back into the app: every version that is in the "
        + "field stays in it."
    case .missingMapping:
      "add a new attribute and fill it in a custom stage, then drop the old one in the version after "
        + "that. A change of a Core Data model can have a mapping model instead."
    case .sourceStore, .destinationStore:
      "copy the store with its '-wal' file and its '_SUPPORT' folder. Where 'migrate verify' reports "
        + "damage, go back to a backup."
    case .entityPolicy:
      "read the underlying error in the log, and correct the policy. A custom stage needs none."
    case .database:
      "free space on the device. Where 'migrate verify' reports damage, go back to a backup."
    case .inferredMapping:
      "as for 134140: add a new attribute, and fill it in a custom stage."
    case .expiredHistory:
      "delete the token that the app keeps, and read the history from its beginning."
    case .unknownVersion:
      "add a VersionedSchema that describes the store, with a stage to the next version. 'migrate lock' "
        + "pins released versions, so that 'migrate check' fails on the next edit of one."
    case .frameworkMismatch:
      "open and save the store once without a staged migration, with the model that 'migrate identify' "
        + "names, and then with it."
    case .backwardMigration:
      "where 'migrate identify' names a version that the app does not have, install the newer app. "
        + "Otherwise list the stages from the oldest version to the newest."
    }
  }

  /// The page without its heading.
  var page: String {
    let commands = commandLines.map { "    \($0)\n" }.joined()
    return "Core Data and SwiftData say: \(message)\n\nThe usual reason: \(reason)\n\n"
      + (commands.isEmpty ? "" : "The reason in your store or model:\n\n\(commands)\n")
      + "What to do: \(remedy)"
  }
}
