internal import ArgumentParsing
internal import Diagnostics
internal import SchemaModel
internal import StoreMigration

/// The options of a migration.
///
/// `plan` and `apply` share them, so that a plan shows exactly the migration that is applied.
enum MigrationArguments {
  static let allow = Option(
    repeating: "allow", .text("LOSS"),
    help: "approve one loss, as the plan names it: drop-attribute:Book.pages")
  static let from = Option(
    "from", .version, help: "the version of a database that does not say which one it has")
  static let backup = Option(
    "backup", .file(),
    help: """
      where the backup goes, by default next to the store; 'json' or 'sqlite' choose its form there, \
      by default a copy of the database for a store over 256 MB
      """)
  /// The option of commands whose backup is always a document.
  static let documentBackup = Option(
    "backup", .file(), help: "where the backup goes; by default next to the store")
  static let noBackup = Flag("no-backup", help: "take no backup")
  static let carry = Flag(
    "carry-broken-references", help: "leave references as they are that lead nowhere already")
  static let wait = Option(
    "wait", .integer("SECONDS", atLeast: 0), default: 5,
    help: "how long to wait for another process to let go of the store")

  /// The flag of `plan` and of a dry run to try the migration on a copy of a store of any size.
  static let exact = Flag(
    "exact",
    help: "try the migration on a copy, however large the store is (otherwise up to 256 MB)")

  /// The option of `apply` for the file of a plan, which `plan` writes.
  static let plan = Option(
    "plan", .file(), help: "carry out this saved plan, and refuse where it is stale")

  static let all: [any CommandOption] = [
    CommonOptions.to, from, allow, backup, noBackup, carry, wait, CommonOptions.scratch,
  ]

  /// The options of a migration from a command line.
  static func options(_ arguments: ParsedArguments) throws -> MigrationOptions {
    var options = MigrationOptions()
    (options.target, options.source) = (arguments[CommonOptions.to], arguments[from])
    options.allowedLosses = Set(arguments[allow])
    options.backup = try place(arguments)
    options.carriesBrokenReferences = arguments[carry]
    // A backup reads the whole store anyway; without a backup, the user does not want to wait for that.
    options.looksAtAllReferences = !arguments[noBackup]
    options.patience = Double(arguments[wait])
    options.toolVersion = CommandTable.version
    if arguments[exact] { options.trialLimit = nil }
    options.rehearsalFolder = arguments[CommonOptions.scratch]
    return options
  }

  private static func place(_ arguments: ParsedArguments) throws -> MigrationOptions.Backup {
    guard let path = arguments[backup] else { return arguments[noBackup] ? .none : .besideStore }
    guard !arguments[noBackup] else {
      throw Failure(
        .usage,
        [.init(code: "conflicting-options", "'--backup' and '--no-backup' exclude each other")])
    }
    return switch path {
    case "json": .document
    case "sqlite": .database
    default: .file(path)
    }
  }
}
