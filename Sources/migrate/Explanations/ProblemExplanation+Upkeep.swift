extension ProblemExplanation {
  static let ofUpkeep: [ProblemExplanation] = [
    .init(
      "not-a-backup", "The file is no backup.", do: "see whether the path is right."),
    .init(
      "newer-backup", "The backup was written by a later version of this tool.",
      do: "update the tool."),
    .init(
      "damaged-backup", "The backup is not, to the bit, what was written; the line is named.",
      do: "take another backup. Of a damaged one nothing is restored in passing. No backup has a "
        + "row with more than 512 MiB of values, or another line with more than 16 MiB."),
    .init(
      "kept-backup", "An old backup stays although enough newer ones are there.",
      do: "see to what the message names; 'migrate backup --keep' removes only what it could read "
        + "whole and knows to be of the very store."),
    .init(
      "unrestorable-backup", "What the backup holds cannot be made into a store again.",
      do: "the message names the object or the row; please report it, for it is a defect."),
    .init(
      "unreadable-definition", "The definition of a table or another object is not valid UTF-8.",
      do: "correct '_migrate_schema' or the object; such a store cannot be backed up."),
    .init(
      "external-file", "A file next to the store changed while it was read, or is no regular file.",
      do: "run the backup again while nothing writes to the store."),
    .init(
      "unknown-name", "A key names an entity or a property that the store's model lacks.",
      do: "take the one that is suggested."),
    .init(
      "unusable-preference", "What is to decide between duplicates is no condition over them.",
      do: "name a stored property, such as '--keep newest(updatedAt)'."),
    .init(
      "unmergeable", "To merge duplicates would delete, or be denied by, what they lead to.",
      do: "change the delete rule in a new version, or move the links by hand first."),
    .init(
      "failed-repair", "One step of a repair fails or would make something else worse.",
      do: "nothing was changed; settle what the message names, then repair again."),
    .init(
      "not-a-date", "Objects are to be removed by an attribute that does not say when.",
      do: "name an attribute of type 'date' after '--by'."),
    .init(
      "denied-deletion", "A delete rule keeps objects that are to be removed.",
      do:
        "remove what protects them first, or change the rule in a new version; for links that lead "
        + "nowhere, take the '--orphans' that is proposed."),
    .init(
      "failed-prune", "A deletion fails, or more goes than the delete rules say.",
      do: "nothing was changed; see to the trigger or the constraint that the message names."),
    .init(
      "another-model", "The backup is of another model than the store.",
      do: "see whether both paths are right."),
    .init(
      "another-store",
      "The backup may be of another store of the same model than the one whose place it takes.",
      do: "see whether both paths are right; the previous store is kept next to it."),
    .init(
      "another-version", "The backup is of another version than the store.",
      do:
        "name the schema files with '--schemas'; a store that is older than its backup is migrated "
        + "first."),
    .init(
      "unusable-backup", "What a backup holds is damaged itself, or not as its version says.",
      do: "take another backup, or restore this one to a new store and look at that."),
    .init(
      "unusable-key",
      "A key does not distinguish objects: it has links in it, or several objects share a value.",
      do: "name attributes whose values are in the row and that no two objects share."),
    .init(
      "ambiguous-objects",
      "It is not known which object of the store is which object of the backup.",
      do:
        "say what holds: '--key Book:localId', or '--key Book:_id'; where no key does, restore the backup "
        + "to another store and copy by hand."),
    .init(
      "differing-object", "An object or a link is not in the store as it is in the backup.",
      do: "nothing, if it was changed since; what is there is never overwritten."),
    .init(
      "failed-recovery", "What the backup has is refused, or something else would change with it.",
      do:
        "nothing was changed: settle each thing that a message names and recover again, or restore the "
        + "backup to another store and copy by hand."),
    .init(
      "untreatable-link", "Links of a relationship cannot be treated as '--orphans' says.",
      do: "take the treatment that the message proposes."),
    .init(
      "unusable-mapping", "A mapping of records does not fit the model.",
      do: "correct the file at the place that is shown, by 'Documentation/import-data.md'."),
    .init(
      "unusable-value",
      "A value of a JSON file does not have the type of its attribute or relationship.",
      do: "correct it in the file, or say in the mapping how it is written."),
    .init(
      "missing-member", "A record lacks a value that must be there.",
      do: "add it to the file, or a 'default' to the mapping."),
    .init(
      "duplicate-record", "Two records of a JSON file have the same key.",
      do: "remove one of them, or name a key that distinguishes them."),
    .init(
      "duplicate-member", "An object of a JSON file has two members of one name.",
      do: "remove the one that does not count."),
    .init(
      "refused-record",
      "The store refuses what a record would become, because of a key for instance.",
      do: "see to the constraint that the message names."),
    .init(
      "owned-object", "A record's part exists already, and belongs to another object.",
      do: "map it without a key, so that each record gets its own, or correct the file."),
    .init(
      "unmapped-member", "A JSON file has values that become nothing.",
      do: "map them, or list them under 'ignore'."),
    .init(
      "differing-value",
      "A JSON file has other values than an existing object, or than a trigger has left.",
      do: "correct them in the app, if the values of the file are meant; none is overwritten."),
    .init(
      "failed-expectation", "A case of 'migrate test' ended otherwise than it says.",
      do: "look at the migration first, then at the case."),
    .init(
      "conflicting-keys", "A case says two things of which there can be one.",
      do: "keep one of the two keys."),
    .init(
      "contradicting-links", "The rows of a case link the same two objects in different ways.",
      do: "say a link at one of its ends."),
    .init(
      "unmakeable-store", "No store can be made of what a case begins with.",
      do: "settle the reason in the message."),
    .init(
      "unusable-fixture", "A fixture is no store and no backup that could be migrated.",
      do: "make it anew with 'migrate create' or 'migrate backup'."),
    .init(
      "unsatisfiable-rule", "No sample values were found that satisfy a rule.",
      do: "create the store without '--sample', or see whether the rule can be satisfied at all."),
    .init(
      "unsupported-pattern", "No sample values can be made for a pattern that is this rich.",
      do: "create the store without '--sample', or make the attribute optional."),
    .init(
      "no-destination", "A required relationship leads to an entity that can have no objects.",
      do: "create the store without '--sample', or make the relationship optional."),
    .init(
      "unsatisfiable-count",
      "No number of sample objects fits the links that a relationship needs.",
      do:
        "create the store without '--sample', or compare the 'min', the 'max' and the unique keys "
        + "at both ends: as declared, there can be no objects at all."),
  ]
}
