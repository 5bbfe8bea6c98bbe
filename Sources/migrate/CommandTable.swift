internal import ArgumentParsing

/// All commands, in the order of the help text.
enum CommandTable {
  /// The version of the tool.
  static let version = "0.1.0"

  static let commands: [any RunnableCommand.Type] = [
    InitCommand.self,
    NewCommand.self,
    LintCommand.self,
    LockCommand.self,
    TestCommand.self,
    CheckCommand.self,
    DiffCommand.self,
    ImportCommand.self,
    ExportCommand.self,
    ReportCommand.self,
    CreateCommand.self,
    ImportDataCommand.self,
    StatusCommand.self,
    IdentifyCommand.self,
    PlanCommand.self,
    RehearseCommand.self,
    ApplyCommand.self,
    VerifyCommand.self,
    HistoryCommand.self,
    RowsCommand.self,
    BackupCommand.self,
    RestoreCommand.self,
    RecoverCommand.self,
    RepairCommand.self,
    PruneCommand.self,
    ExplainCommand.self,
    CompletionsCommand.self,
    ManCommand.self,
  ]

  static let root = Command(
    name: "migrate", abstract: "Keep the data of an app safe while its object model changes.",
    discussion: """
      Each released version of the model is a YAML file. The tool shows what changed between two \
      versions, migrates stores with a backup, a proof and a rollback, and finds mistakes in a \
      model before they ship.
      """,
    subcommands: commands.map { command in
      Subcommand(command.commandName) { command.declaration }
    })

  /// The command with a name.
  static func command(named name: String) -> (any RunnableCommand.Type)? {
    commands.first { $0.commandName == name }
  }
}
