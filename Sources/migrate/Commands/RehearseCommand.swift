internal import ArgumentParsing
internal import StoreMigration
internal import Terminal

/// `migrate rehearse`: migrates a copy of a store, and reports the result.
enum RehearseCommand: RunnableCommand {
  private static let budget = Option(
    "launch-budget", .integer("SECONDS", atLeast: 0),
    help: "fail where a device takes longer for a store that Core Data or SwiftData wrote")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "rehearse"

  static let declaration = Command(
    name: commandName, abstract: "Migrate a copy of a store, and report the outcome.",
    discussion: """
      Does to a copy what 'migrate apply' would do to the store, with the backup and the proof, \
      and reports whether that succeeds, how long it takes and how much room it needs on the disk. \
      The store is only read. The copy stands in a folder next to it, '.migrate-rehearsal-…', and \
      is removed at the end, after Ctrl-C too. Ends with exit status 1 where the migration would \
      be undone, and as 'migrate apply' does where it would be refused.

      For a store that Core Data or SwiftData wrote, the report says what the platform does on the \
      way. A copy in the layout of 'migrate' is migrated as the schema files say, which shows the \
      values that are lost, missing, or shared by several objects. --launch-budget estimates the \
      time of a device as four times the time of this machine.
      """,
    examples: [
      .init("migrate rehearse library.store", "Try the migration to the newest version."),
      .init("migrate rehearse library.store --to 3.0.0 --no-backup", "Leave the backup out."),
    ],
    section: "stores", arguments: [CommonOptions.store],
    options: MigrationArguments.all + [budget, CommonOptions.schemas, format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    let work = Work(invocation)
    if let migration = try PlatformMigration(of: path, invocation, work) {
      return try work.run(on: path) {
        try migration.rehearsal(within: invocation.arguments[budget])
      }
    }
    var options = try MigrationArguments.options(invocation.arguments)
    options.onProgress = work.migrating
    options.isCancelled = work.isCancelled
    let history = try StoreGlimpse(
      of: path, patience: options.patience, in: invocation, options.source
    ).history(invocation)
    let migrator = Migrator(history: history, options: options)
    return try work.run(on: path) { try migrator.rehearse(path) }.outcome(of: path)
  }
}
