extension ProblemExplanation {
  static let ofCommandLines: [ProblemExplanation] = [
    .init(
      "missing-command", "No command was named.",
      do: "write one after 'migrate'; 'migrate --help' lists them."),
    .init(
      "unknown-command", "There is no command of that name.",
      do: "take the one that is suggested; 'migrate --help' lists all of them."),
    .init(
      "unknown-option", "The command has no option of that name.",
      do: "take the one that is suggested; '--help' behind the command lists its options."),
    .init(
      "option-before-command", "An option stands before the command that it belongs to.",
      do: "write it after the command."),
    .init(
      "missing-value", "An option needs a value; or objects of a store lack one that is required.",
      do: "write the value after the option. In a store, give the objects a value, or make the "
        + "attribute optional in a new version."),
    .init(
      "unexpected-value", "An option that is only there or not was given a value.",
      do: "leave the value out."),
    .init(
      "invalid-value",
      "A value is not of the kind that is due: for an option, or in a file to import.",
      do: "write one of the kind that the message names."),
    .init(
      "invalid-expression", "A condition or an order is not SQL over the properties of the entity.",
      do: "write names as the model has them, and texts in single quotes: author.name = 'Ada'."),
    .init(
      "repeated-option", "An option that counts once was given more than once.",
      do: "keep one of them."),
    .init(
      "missing-argument", "The command needs one more word.",
      do: "'--help' behind the command shows what it takes."),
    .init(
      "unexpected-argument", "The command was given a word too many.",
      do: "leave it out; put a name with spaces in quotes."),
    .init(
      "missing-option", "One option needs another.",
      do: "add the option that the message names."),
    .init(
      "conflicting-options", "Two options exclude each other.", do: "keep one of them."),
    .init(
      "one-version", "All versions were asked for where there is room for one, or the reverse.",
      do: "leave '--all' out, or choose a form that holds all versions."),
    .init(
      "no-package", "A model with all its versions is a folder, and none was named.",
      do: "say where it goes: '--output App.xcdatamodeld'."),
    .init(
      "no-launch-guard",
      "No launch guard can be written: no platform migrates the stores, or a hash is not known.",
      do: "without a platform, open the store with MigrateKit. A hash that cannot be computed is "
        + "named with its reason: change that declaration in a new version."),
    .init(
      "missing-program",
      "A program is not to be found or to be run: the one that reads Swift source, or git.",
      do: "'make install' puts 'migrate-swift' next to 'migrate', where it is looked for. Git is "
        + "asked for revisions only, and looked for on the search path."),
    .init(
      "failed-program",
      "A program ended without a result: the one that reads Swift source, or git.",
      do:
        "what it says stands behind the message. Build 'migrate-swift' anew if the Swift toolchain "
        + "was replaced: it uses the toolchain's libraries."),
    .init(
      "no-repository", "A file or a folder is in no git repository, or in another one.",
      do: "leave '--since' out, or check the files of each repository by themselves."),
    .init(
      "unknown-revision", "The git repository has no commit, branch or tag of that name.",
      do: "correct the name; in a shallow clone, fetch more of the history first."),
    .init(
      "unknown-topic", "There is nothing to explain about that.",
      do: "'migrate explain' lists what there is."),
    .init(
      "cancelled",
      "Ctrl-C, a closed terminal or a request of the system (SIGTERM) ended the work, and what it "
        + "had begun was undone.",
      do: "run the same command again when it suits."),
    .init(
      "unexpected-error", "An error that has no words of its own yet.",
      do: "the store is as the last line says. Please report the message, for it is a defect."),
  ]
}
