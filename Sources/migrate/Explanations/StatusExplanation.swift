/// The explanation of an exit status.
struct StatusExplanation {
  /// The meaning and the state of the store, in a few sentences.
  let meaning: String
  /// A command that ends with this status, and its output.
  let example: String
  /// The advice.
  let remedy: String

  private init(_ meaning: String, example: String, do remedy: String) {
    (self.meaning, self.example, self.remedy) = (meaning, example, remedy)
  }

  /// The explanation of a status.
  static func of(_ status: ExitStatus) -> Self {
    switch status {
    case .done:
      Self(
        "What was asked for is done. There may have been warnings and notes, which never decide.",
        example: "$ migrate lint && git commit",
        do: "nothing; a script may go on.")
    case .findings:
      Self(
        "Something was looked at and is not as it should be: a model with a mistake in it, a store "
          + "whose tables differ from its version, a test that fails, a plan that cannot be carried "
          + "out. It was only read.",
        example: """
          $ migrate lint
          Schemas/V2.yaml:11:7: error: 'Shelf.books' has no inverse: … [missing-inverse]
          """,
        do:
          "correct each error at its place; the notes below it say how. 'migrate explain' describes "
          + "the name in square brackets.")
    case .unable:
      Self(
        "The job could not be done, or not all of it: a file is missing or cannot be read, a file is "
          + "no schema, a store is of another model. Nothing was changed.",
        example: """
          $ migrate status missing.store
          error: there is no store at 'missing.store' [missing-store]
          """,
        do: "correct what the message names, and run the same command again.")
    case .refused:
      Self(
        "The job can be done and is not done without a word from you: values would be lost that "
          + "nobody gave up, a saved plan is not what would be done now, a released version was "
          + "edited, another process has the store open. Nothing was changed.",
        example: """
          $ migrate apply library.store
          error: version 2.0.0 loses 12 values: attribute Book.year [unapproved-loss]
            note: if that is meant, add '--allow drop-attribute:Book.year'
          """,
        do:
          "read what would be lost and approve it by name, as the message has it; plan anew; take "
          + "the edit back and say it in a new version; or try again once the store is free.")
    case .rolledBack:
      Self(
        "The migration began and came upon something that it must not commit: a check that does not "
          + "hold, values that are equal under a new key, one that does not fit its new type. It was "
          + "undone, and the store has the version and the content that it had.",
        example: """
          $ migrate apply library.store
          error: the after check does not hold: 'SELECT count(*) …' is 2, and should be 0 [failed-check]
          """,
        do:
          "correct the data or the migration; 'migrate plan STORE' lists beforehand the data that "
          + "would undo it.")
    case .needsAttention:
      Self(
        "The work is neither done nor undone by this program alone: something has to be looked at "
          + "before the store is used again. The last line of the message is the one command to run.",
        example: """
          $ migrate apply library.store
          next: migrate restore library.store.v1.0.0.backup.json library.store --replace
          """,
        do: "run that command before anything else, and keep the backup that it names.")
    case .usage:
      Self(
        "The command line was wrong: an unknown command or option, or a value that an option does "
          + "not take. Nothing was begun.",
        example: """
          $ migrate aply library.store
          error: unknown command 'aply', did you mean 'apply'? [unknown-command]
          """,
        do: "correct it; 'migrate COMMAND --help' shows every option with examples.")
    case .interrupted:
      Self(
        "Somebody pressed Ctrl-C or closed the terminal, or the system asked the program to end "
          + "(SIGTERM). What had begun was undone, "
          + "and the store has the version and the content that it had.",
        example: "$ migrate apply library.store\n^C",
        do: "run the same command again; nothing has to be unlocked or cleaned up.")
    }
  }

  /// The page without its heading.
  var page: String { "\(meaning)\n\n\(indented)\n\nWhat to do: \(remedy)" }

  private var indented: String {
    example.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
  }
}
