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
    subcommands: commands.map { command in
      Subcommand(command.commandName) { command.declaration }
    })

  /// The command with a name.
  static func command(named name: String) -> (any RunnableCommand.Type)? {
    commands.first { $0.commandName == name }
  }
}
