extension ProblemExplanation {
  static let ofChecks: [ProblemExplanation] = [
    .init(
      "stale-launch-guard",
      "The file that 'launch-guard' of migrate.yml names is not the launch guard of the versions that "
        + "there are.",
      do: "export it again. An app with the old file refuses stores of the versions that it lacks."),
    .init(
      "unreadable-table", "A table cannot be read to its end; SQLite's reason is in the message.",
      do: "restore the last backup."),
    .init(
      "uncheckable-table",
      "A table is not what its version says, so that some checks cannot be made.",
      do: "put it back as it was; the differences are reported as drift."),
    .init(
      "missing-owned-file",
      "An object has the path of a file that does not exist in the folder of the app's own files.",
      do:
        "restore the file from a backup that was taken '--with-files', or from one of the device, or "
        + "empty the value in the app."),
    .init(
      "unowned-file", "No object has the path of a file in the folder of the app's own files.",
      do: "'migrate prune STORE --files DIR' moves it aside, to be deleted or put back by hand."),
    .init(
      "no-file-paths",
      "Files of the app are asked about, and no attribute says that it has the path of a file.",
      do: "write 'storage: path' at the attribute in the schema file; that needs no new version."),
    .init(
      "missing-parent-table", "A foreign key leads to a table that does not exist.",
      do: "nothing where the app makes that table; otherwise correct the foreign key in the app."),
    .init(
      "needs-app",
      "A check needs a collation or a function that only the app has, and was not made.",
      do: "nothing; check it in the app."),
    .init(
      "unreadable-catalog", "What the store says about itself cannot be read.",
      do: "restore the last backup."),
    .init(
      "unreadable-model", "The model in the store cannot be read.", do: "restore the last backup."),
    .init(
      "altered-model",
      "The model in the store is not the one that its digest and its checksum were taken of.",
      do: "restore the last backup, or find out who edited '_migrate_schema'."),
    .init(
      "broken-foreign-key", "Rows of a table outside of the model refer to rows that do not exist.",
      do: "the table is yours: correct or delete the rows."),
    .init(
      "unknown-case", "A value is not one of its enumeration's cases.",
      do: "correct the value, or add the case in a new version."),
    .init(
      "malformed-value",
      "The store holds something that is no value of the property's type, such as a text where a date is "
        + "due. SQLite lets any program write it; an app cannot read it.",
      do:
        "'migrate rows STORE ENTITY' shows the objects; set the value in the app, or with SQLite's shell "
        + "where the store is not the platform's, and run 'migrate verify' again."),
    .init(
      "out-of-bounds", "A value is outside of its bounds.",
      do: "correct the value, or widen the bounds in a new version."),
    .init(
      "pattern-mismatch", "A text does not match the pattern that its attribute declares.",
      do: "correct the text, or the pattern in a new version."),
    .init(
      "unusable-pattern",
      "A pattern is no regular expression, so nothing could be held against it.",
      do: "correct it in a new version."),
    .init(
      "endless-pattern",
      "A pattern takes too long on some values, so nobody knows whether they match it.",
      do: "write it without looking around, referring back and repeating what repeats, in a new "
        + "version."),
    .init(
      "broken-rule", "Objects break a rule of their entity.",
      do: "correct the objects, or the rule in a new version."),
    .init(
      "unusable-rule", "SQLite cannot compute the condition of a rule.",
      do: "correct it in a new version: it is an SQL expression over the entity's properties."),
    .init(
      "failing-rule",
      "A rule cannot be computed for some objects, so that it is not known whether they satisfy it.",
      do: "correct the objects, or let the rule allow for such values in a new version."
    ),
    .init(
      "duplicate", "Objects share their values of a key that is unique, or that was asked about.",
      do: "'migrate repair --merge' merges them and moves their links to the one that stays."),
    .init(
      "missing-link", "A relationship that is required leads nowhere.",
      do: "link the object, delete it, or make the relationship optional in a new version."),
    .init(
      "dangling-link", "A link leads to an object that does not exist.",
      do: "'migrate repair' follows the delete rule: it empties the link, or deletes its object."),
    .init(
      "stray-link", "A link leads to an object of another entity than the relationship's.",
      do: "link it to one of the right entity, or to none."),
    .init(
      "platform-row",
      "A row of a store that Core Data wrote has numbers that the platform never gives.",
      do: "do not save to this store: put back a copy of it from before."),
    .init(
      "platform-counter", "Core Data would give the next object a number that another object has.",
      do: "do not save to this store: put back a copy of it from before."),
    .init(
      "platform-link",
      "Core Data keeps some links in two places, such as both ends of a one-to-one or an object and its "
        + "position, and in this store they disagree. The app may show the link from one side only.",
      do:
        "set the relationship again in the app, from either side, and run 'migrate verify' on a new copy "
        + "of the store."),
    .init(
      "platform-data", "Data in external storage does not say where it is.",
      do: "set the attribute again in the app."),
    .init(
      "platform-model",
      "The model that a store carries is not the one that its version hashes are of.",
      do: "find out who wrote Z_MODELCACHE: Core Data writes both at once."),
    .init(
      "unreadable-property", "A store that Core Data wrote has no known place for a property.",
      do: "the rest is read; look at the column by hand with SQLite's shell."),
    .init(
      "missing-position", "An object in an ordered relationship has no position.",
      do: "give it one that no other has."),
    .init(
      "too-few-links", "An object has fewer links than 'min' demands.", do: "link more objects."),
    .init("too-many-links", "An object has more links than 'max' allows.", do: "unlink some."),
    .init(
      "altered-file", "A file next to the store is not the one that the object was given.",
      do: "copy the file back from a backup."),
    .init(
      "malformed-file-name", "A value that should name a file next to the store names none.",
      do: "restore the object from a backup."),
    .init(
      "stray-file", "A file next to the store belongs to no object.",
      do: "it harms nothing; delete it when you are sure."),
    .init(
      "unreadable-folder",
      "A folder cannot be read: the folder of schema files, or of the files next to a store.",
      do: "see to its rights."),
  ]
}
