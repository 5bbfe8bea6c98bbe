/// The declaration of a command: plain data, from which the parser, the help texts, the manual page
/// and the completions of shells are made.
///
/// A command either has subcommands or has arguments and options of its own.
package struct Command: Sendable {
  /// An example of a command line.
  package struct Example: Sendable {
    /// The command line.
    package let line: String
    /// The effect of the command line, in a sentence.
    package let outcome: String

    /// Creates an example from its parts.
    package init(_ line: String, _ outcome: String) {
      self.line = line
      self.outcome = outcome
    }
  }

  /// The name of the command.
  package let name: String
  /// The help text of one line: an imperative sentence.
  package let abstract: String
  /// The full explanation, in paragraphs that are separated by empty lines.
  package let discussion: String
  /// The commands that are easily confused with it, each with its purpose, for the brief help text.
  package let related: String
  /// The examples.
  package let examples: [Example]
  /// The positional arguments, in order.
  package let arguments: [ArgumentDeclaration]
  /// The options of the command, in the order of the help text.
  package let options: [OptionDeclaration]
  /// The options that other commands have too; listed after the command's own options.
  package let commonOptions: [OptionDeclaration]
  /// The heading under which the help text of the parent command lists this command.
  package let section: String
  /// The subcommands, in order.
  private let subcommandEntries: [Subcommand]

  /// A command that can be run.
  package init(
    name: String, abstract: String, discussion: String = "", related: String = "",
    examples: [Example] = [], section: String = "commands", arguments: [any CommandArgument] = [],
    options: [any CommandOption] = [], commonOptions: [any CommandOption] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.related = related
    self.examples = examples
    self.section = section
    self.arguments = arguments.map(\.declaration)
    self.options = options.map(\.declaration)
    self.commonOptions = commonOptions.map(\.declaration)
    subcommandEntries = []
    let unneeded = self.arguments.drop { $0.count == .one }
    precondition(
      unneeded.allSatisfy { $0.count != .one }
        && unneeded.dropLast().allSatisfy { $0.count == .optional },
      "only the last arguments of '\(name)' may be left out, and only the very last repeated")
    precondition(
      Set(allOptions.map(\.name)).count == allOptions.count,
      "an option of '\(name)' is declared twice")
  }

  /// A command that only has subcommands.
  package init(
    name: String, abstract: String, discussion: String = "", examples: [Example] = [],
    section: String = "commands", subcommands: [Subcommand]
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    related = ""
    self.examples = examples
    self.section = section
    subcommandEntries = subcommands
    arguments = []
    options = []
    commonOptions = []
  }

  /// All options of the command.
  package var allOptions: [OptionDeclaration] { options + commonOptions }

  /// Whether the command only has subcommands.
  package var leadsToOthers: Bool { !subcommandEntries.isEmpty }

  /// The names of the subcommands, in order.
  var subcommandNames: [String] { subcommandEntries.map(\.name) }

  /// The subcommands, in order.
  package var subcommands: [Command] { subcommandEntries.map { $0.declaration() } }

  /// The subcommand with a name; nil if it does not exist.
  package func subcommand(named name: String) -> Command? {
    subcommandEntries.first { $0.name == name }?.declaration()
  }

  /// The option with a name; nil if it does not exist.
  func option(named name: String) -> OptionDeclaration? {
    allOptions.first { $0.name == name }
  }

  /// The option with a short name; nil if it does not exist.
  func option(short: Character) -> OptionDeclaration? {
    allOptions.first { $0.short == short }
  }
}

/// A subcommand that is declared only when it is needed.
///
/// A command line then costs only the declaration of the command that it runs.
package struct Subcommand: Sendable {
  /// The name of the subcommand, the same as in its declaration.
  let name: String
  let declaration: @Sendable () -> Command

  /// A subcommand with a name.
  package init(_ name: String, declaration: @escaping @Sendable () -> Command) {
    (self.name, self.declaration) = (name, declaration)
  }

  /// A subcommand that is declared already.
  package init(_ command: Command) { self.init(command.name) { command } }
}

/// The path of a command, from the outermost: `migrate`, `lint`.
package struct CommandPath: Sendable {
  /// The commands of the path; never empty.
  package private(set) var commands: [Command]

  /// The path of an outermost command.
  package init(_ root: Command) { commands = [root] }

  /// The last command of the path.
  package var command: Command { commands[commands.count - 1] }
  /// The words to type for the command.
  package var name: String { commands.map(\.name).joined(separator: " ") }

  /// The command line that shows the whole help text: `migrate help lint`.
  var helpLine: String {
    ([commands[0].name, "help"] + commands.dropFirst().map(\.name)).joined(separator: " ")
  }

  /// The path of a subcommand.
  func appending(_ subcommand: Command) -> Self {
    var path = self
    path.commands.append(subcommand)
    return path
  }
}
