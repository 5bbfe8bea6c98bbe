/// The declaration of a command: plain data, from which the parser, the help texts, the manual page
/// and the completions of shells are made.
///
/// A command either has subcommands or has arguments and options of its own.
package struct Command: Sendable {
  /// A command line to learn from.
  package struct Example: Sendable {
    /// What to type.
    package let line: String
    /// What it does, in a sentence.
    package let outcome: String

    /// An example from its parts.
    package init(_ line: String, _ outcome: String) {
      self.line = line
      self.outcome = outcome
    }
  }

  /// The name to type.
  package let name: String
  /// What it does, in one line: an imperative sentence.
  package let abstract: String
  /// What else there is to know, in paragraphs that are separated by empty lines.
  package let discussion: String
  /// Command lines to learn from.
  package let examples: [Example]
  /// What is known by its place, in order.
  package let arguments: [ArgumentDeclaration]
  /// What is known by its name, in the order of the help text.
  package let options: [OptionDeclaration]
  /// The same, as far as other commands have it too; listed after the command's own.
  package let commonOptions: [OptionDeclaration]
  /// The heading under which the command is listed in the help text of the one around it.
  package let section: String
  /// The commands below this one, in order.
  private let subcommandEntries: [Subcommand]

  /// A command that does something.
  package init(
    name: String, abstract: String, discussion: String = "", examples: [Example] = [],
    section: String = "commands", arguments: [any CommandArgument] = [],
    options: [any CommandOption] = [], commonOptions: [any CommandOption] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
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

  /// A command that only leads to others.
  package init(
    name: String, abstract: String, discussion: String = "", examples: [Example] = [],
    section: String = "commands", subcommands: [Subcommand]
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    self.section = section
    subcommandEntries = subcommands
    arguments = []
    options = []
    commonOptions = []
  }

  /// Everything that is known by its name.
  package var allOptions: [OptionDeclaration] { options + commonOptions }

  /// Whether the command only leads to others.
  package var leadsToOthers: Bool { !subcommandEntries.isEmpty }

  /// The names of the commands below this one, in order.
  var subcommandNames: [String] { subcommandEntries.map(\.name) }

  /// The commands below this one, in order.
  package var subcommands: [Command] { subcommandEntries.map { $0.declaration() } }

  /// The command directly below this one that has that name, if there is one.
  package func subcommand(named name: String) -> Command? {
    subcommandEntries.first { $0.name == name }?.declaration()
  }

  /// The option of that name, if there is one.
  func option(named name: String) -> OptionDeclaration? {
    allOptions.first { $0.name == name }
  }

  /// The option of that short name, if there is one.
  func option(short: Character) -> OptionDeclaration? {
    allOptions.first { $0.short == short }
  }
}

/// A command below another one, which is not declared before somebody asks for it.
///
/// So a command line costs the declaration of the one command that it runs.
package struct Subcommand: Sendable {
  /// The name to type: the one of the declaration.
  let name: String
  let declaration: @Sendable () -> Command

  /// A command of that name.
  package init(_ name: String, declaration: @escaping @Sendable () -> Command) {
    (self.name, self.declaration) = (name, declaration)
  }

  /// A command that is declared already.
  package init(_ command: Command) { self.init(command.name) { command } }
}

/// The way to a command, from the outermost: `migrate`, `lint`.
package struct CommandPath: Sendable {
  /// The commands on the way; never empty.
  package private(set) var commands: [Command]

  /// The path of an outermost command.
  package init(_ root: Command) { commands = [root] }

  /// The command that it leads to.
  package var command: Command { commands[commands.count - 1] }
  /// What to type to get there.
  package var name: String { commands.map(\.name).joined(separator: " ") }

  /// What to type for the whole help text: `migrate help lint`.
  var helpLine: String {
    ([commands[0].name, "help"] + commands.dropFirst().map(\.name)).joined(separator: " ")
  }

  /// The path of a command below this one.
  func appending(_ subcommand: Command) -> Self {
    var path = self
    path.commands.append(subcommand)
    return path
  }
}
