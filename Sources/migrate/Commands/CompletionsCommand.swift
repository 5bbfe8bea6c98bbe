internal import ArgumentParsing

/// `migrate completions`: the script with which a shell completes command lines.
enum CompletionsCommand: RunnableCommand {
  private enum Shell: String, CaseIterable { case bash, zsh, fish }

  private static let shell = Argument<Shell>(.choice("SHELL"), help: "the shell")

  static let commandName = "completions"

  static let declaration = Command(
    name: commandName, abstract: "Print the script for completion in a shell.",
    discussion: """
      bash:
          migrate completions bash > ~/.local/share/bash-completion/completions/migrate
      zsh, where the folder is in $fpath:
          migrate completions zsh > ~/.zfunc/_migrate
      fish:
          migrate completions fish > ~/.config/fish/completions/migrate.fish

      'make install' puts all three where they belong.
      """,
    examples: [
      .init("source <(migrate completions bash)", "Complete in this one shell.")
    ],
    section: "help", arguments: [shell], options: [], commonOptions: [CommonOptions.output])

  static func run(_ invocation: Invocation) throws -> Outcome {
    switch invocation.arguments[shell] {
    case .bash: Outcome(text: BashCompletion(CommandTable.root).text)
    case .zsh: Outcome(text: ZshCompletion(CommandTable.root).text)
    case .fish: Outcome(text: FishCompletion(CommandTable.root).text)
    }
  }
}
