extension ProblemExplanation {
  static let ofRefusals: [ProblemExplanation] = [
    .init(
      "refused", "The migration was not begun, for the reason in the message.",
      do: "settle the reason. The store was not touched."),
    .init(
      "unapproved-loss", "The migration would lose values, objects or links, and nobody said yes.",
      do: "add the '--allow' that the note spells out, or keep the data: with 'renamedFrom', with "
        + "'using', or by leaving the property in."),
    .init(
      "unknown-approval", "An '--allow' names a loss that no change of the migration brings.",
      do:
        "correct it where no version brings it, for then nothing is begun; one of another version "
        + "may stay, and does nothing."),
    .init(
      "untried",
      "The migration was not tried on a copy, or not all of it, so some counts are unknown.",
      do:
        "add '--exact' where the store is only large; otherwise run 'migrate rehearse'. 'migrate apply' "
        + "leaves the store as it was where the data stands in the way."),
    .init(
      "unmet-requirement", "The data in the store does not allow a change, as a row lacks a value.",
      do: "give the property a default or a 'using', or correct the rows first."),
    .init(
      "locked-store", "Another run of this tool is at work on the store.",
      do: "wait for it. The lock ends with that process, even if it is killed."),
    .init(
      "not-enough-space", "The disk lacks room for the backup and the tables to be rewritten.",
      do: "free some, or put the backup on another disk with '--backup'."),
    .init("no-versions", "There are no versions to migrate to.", do: "name the folder that has."),
    .init(
      "unknown-target", "The version to come to is not among the schema files.",
      do: "take one of those in the message."),
    .init(
      "older-target", "The version to come to is older than the store.",
      do: "restore a backup of that version."),
    .init(
      "backup-failed", "The backup before the migration could not be made or read back.",
      do: "settle the reason, or choose another place with '--backup'."),
    .init(
      "stray-rows", "A table holds rows of no entity that the model names, which nobody may drop.",
      do: "'migrate verify' shows them; delete them, or restore a backup."),
    .init(
      "broken-reference",
      "Rows refer to rows that are not there: before a migration, after it, or in a backup.",
      do: "'migrate repair' clears up what was there before; '--carry-broken-references' leaves it."
    ),
    .init(
      "broken-object", "A view or a trigger that the model does not name would no longer work.",
      do: "change or drop it before the migration, and make it again afterwards."),
    .init(
      "failing-script", "A statement of the plan fails on an empty copy of the store's tables.",
      do: "look at the expressions under 'migration' that the message names."),
    .init(
      "unsaid-default",
      "An existing column has a default that the new version's type has words for, and that the "
        + "version does not say.",
      do: "say it with 'default:'; the next version may leave it out again."),
    .init(
      "unmanaged-object",
      "A table, view, index or trigger that the model does not name is in the way, or was not kept.",
      do: "it is yours: change or drop it first."),
    .init(
      "stale-plan", "The saved plan is for a store or for schema files that have changed since.",
      do: "plan again, look at the new plan, and save it."),
    .init(
      "unreadable-plan", "The saved plan cannot be read.", do: "see whether the path is right."),
    .init(
      "damaged-plan", "The file is no saved plan, or not all of one.", do: "save the plan again."),
    .init(
      "newer-plan", "The plan was saved by a later version of this tool.",
      do: "update the tool, or save the plan again."),
    .init(
      "edited-plan", "The plan was changed after it was saved.",
      do: "change the schema files instead, and save the plan again."),
    .init(
      "unusable-expression", "An expression of the schema file is no SQL that SQLite can compute.",
      do:
        "correct it at the place that the message names. It must come to an end: SQLite may take 50 "
        + "million steps for one object where no other exists, and any number in a store."),
    .init(
      "stale-identity",
      "SQL takes a value for the _id of an object that may have another one by then.",
      do: "do it in two versions: make a relationship of it first, which follows its objects, and "
        + "let objects of several entities become objects of one entity in the next version."),
    .init(
      "stale-search-index",
      "A full-text index of your own is about rows that the migration changes.",
      do:
        "make it anew after the migration, by the statement in the note: the triggers of a store do "
        + "not act while a migration writes."),
    .init(
      "unusable-check", "A check of the schema file is no query with one value.",
      do: "correct it at the place that the message names."),
  ]

  static let ofFailures: [ProblemExplanation] = [
    .init(
      "recomputed-values",
      "A column that SQLite computes gives other values, as a column that it reads is changed.",
      do: "add the '--allow' that the note spells out, or keep the type and the values of what it "
        + "reads. The migration was undone."),
    .init(
      "failed-check", "A check that the schema file declares does not hold.",
      do: "look at the data that the check is about, or at the expressions that made it."),
    .init(
      "inconvertible-value", "Objects have values that do not have the property's new type.",
      do:
        "correct the values in the old version, or give the property a 'using' that converts them."),
    .init(
      "failing-expression", "An expression of the schema file cannot be computed for some objects.",
      do: "let the expression allow for the values that the message shows."),
    .init(
      "duplicates", "Objects share their values of a key that the new version makes unique.",
      do: "'migrate verify --unique' shows them, and 'migrate repair --merge' merges them."),
    .init(
      "failed-statement", "A table could not be migrated; SQLite's reason is in the message.",
      do: "look at the expressions of that table, and at the rows that they meet."),
    .init(
      "row-count", "A table would have more or fewer rows than the plan accounts for.",
      do: "look for triggers that write to it. Without any, please report it as a defect."),
    .init(
      "changed-content", "Values that were only to be carried over would have changed.",
      do: "look for triggers that write to the table. Without any, please report it."),
    .init(
      "unexpected-definition", "A table or index would not be what the new version says.",
      do: "please report it with the schema files: it is a defect, and nothing was changed."),
    .init(
      "disk-full", "The disk is full.", do: "free some room, and run the command again."),
    .init(
      "not-undone", "A migration could not be undone, which only a failing disk can bring about.",
      do: "run the command that the last line prints. The backup was proved before."),
  ]
}
