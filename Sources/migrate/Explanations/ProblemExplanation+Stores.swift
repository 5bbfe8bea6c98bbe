extension ProblemExplanation {
  static let ofStores: [ProblemExplanation] = [
    .init(
      "missing-store", "There is no store at that path.",
      do: "correct the path; 'migrate create' makes a store, and 'migrate restore' one of a backup."
    ),
    .init(
      "no-file", "The path leads to a folder or a device, and not to a file.",
      do: "name the store's file."),
    .init(
      "not-a-database", "The file is no SQLite database.", do: "see whether the path is right."),
    .init(
      "foreign-database", "The file is a database that 'migrate' did not make.",
      do: "'migrate import' makes schema files of an existing database."),
    .init(
      "platform-store", "Core Data or SwiftData wrote the store, and only the app writes to it.",
      do:
        "'migrate rehearse STORE' says what the platform does with it; what 'migrate repair STORE' "
        + "and 'migrate prune STORE' list is done in the app."),
    .init(
      "no-platform-store",
      "Views are asked for of a store whose tables have the names of the model already.",
      do: "name a store that Core Data or SwiftData wrote."),
    .init(
      "computed-default",
      "A default is computed by the app's own code, so only the app can migrate objects that get it.",
      do:
        "try that version on a device, or give the attribute a default that a schema file can "
        + "say."),
    .init(
      "launch-budget",
      "The first launch of the app that migrates the store takes a device longer than is allowed.",
      do:
        "make fewer changes that write tables anew in one version, or show progress while it runs. "
        + "The estimate is four times the duration on this machine."),
    .init(
      "unsettled-layout",
      "A store in the form of Core Data is to be made, and no known store shows the form of a part of "
        + "the model.",
      do:
        "make the store on a Mac, with the app itself; or leave the part out, if the test does not "
        + "need it. Documentation/fixtures-for-tests.md lists what is refused."),
    .init(
      "own-migrator",
      "The app migrates the database with a library that notes in a table what it has done.",
      do:
        "let that library migrate it: it would do its work once more after 'migrate apply', which "
        + "refuses such a database. Where the app no longer uses the library, drop its table first."
    ),
    .init(
      "undescribed-database",
      "The file is a database that says nothing about itself, and no version of the model describes "
        + "its tables.",
      do:
        "correct what is listed, in the schema file or in the database; 'migrate import' writes a "
        + "schema file of the database as it is."),
    .init(
      "ambiguous-version",
      "The file is a database that says nothing about itself, and several versions that are not the "
        + "same describe it alike.",
      do: "say which one it is: '--from VERSION'. After the first migration the database says it."),
    .init(
      "unknown-checksum",
      "The version hash that the platform would compute is not known, and none is printed rather "
        + "than a wrong one: a formula that was found out from stores says nothing of names whose "
        + "order depends on letters outside ASCII, of hash modifiers of composites and of entities with "
        + "a uniqueness constraint, of attributes derived by something else than a key path or a count, "
        + "of several uniqueness constraints of one entity, of composites within composites and lists of "
        + "them, and of what is external and preserved on deletion.",
      do:
        "nothing: migrations, backups and checks work without it. A store of that version says its "
        + "hashes to 'migrate identify'; see Documentation/platform.md."),
    .init(
      "unidentified-store",
      "The version hashes of the store match no version of the model, or are not all known.",
      do: "find the version that is missing, or the edit of one that was released: 'migrate "
        + "identify' names the entities that differ."),
    .init(
      "damaged-store",
      "The file is cut short, or its pages contradict each other, or an index its table.",
      do: "restore the last backup: 'migrate restore BACKUP STORE --replace' keeps the damaged "
        + "file next to it."),
    .init(
      "unreadable-store", "The store cannot be read.",
      do: "see to the rights of the file and of its '-wal' next to it."),
    .init(
      "indistinct-names",
      "Tables, indexes, triggers or columns of a database have names that read alike and consist of "
        + "other characters, such as an 'é' and an 'e' with an accent behind it.",
      do:
        "give all but one of them another name: 'ALTER TABLE … RENAME'. SQLite distinguishes such names, "
        + "and hardly anybody else does."),
    .init(
      "interrupted-write",
      "Another program was ended while it wrote, and the rest of its work lies next to the store.",
      do: "run 'migrate apply', or open the store with the app: the previous content comes back."),
    .init(
      "missing-log",
      "A store was copied without its file '-wal', which has what was written last, or with a part of it.",
      do: "copy the file next to the store; without it, the last writes are lost."),
    .init(
      "busy-store", "Another process uses the store or the backup.",
      do: "end it, or wait; '--wait' makes 'apply' wait longer."),
    .init(
      "not-writable", "The store, its folder or its disk is read-only.",
      do: "see to the rights; a store is written in place and needs files next to it."),
    .init(
      "database-error", "SQLite reports an error; its words are in the message.",
      do: "'migrate verify' shows whether the store is sound."),
    .init(
      "illegible-catalog", "What the store says about itself contradicts itself.",
      do: "restore the last backup; somebody edited '_migrate_schema'."),
    .init(
      "newer-store", "The store is of a later version than any schema file.",
      do: "update the schema files, or the app that brings them."),
    .init(
      "edited-version",
      "The schema file of the store's version is not the one that the store was made with.",
      do: "put the released file back, and make the change in a new version."),
    .init(
      "eased-model",
      "Objects of an app's store do not meet its model, so its backup has a model that demands less.",
      do: "repair the app's store and back it up again, or leave it: all data is in the backup."),
    .init(
      "drift", "The tables, indexes or triggers of a store are not those that its version says.",
      do: "undo what was done to the store by hand, or restore the last backup."),
    .init(
      "room-version",
      "The tables of a database fit one version, and its 'user_version' is another one's.",
      do: "let the app migrate it with Room: that sets the number, too."),
    .init(
      "room-identity",
      "A database was made with another schema than the one that Room exported for its version.",
      do:
        "compare the exported schemas of the two builds: a default, the name of an index or a view "
        + "differs. Release the difference as a new version."),
    .init(
      "remark", "Something about the store that is worth knowing and keeps nothing from working.",
      do: "nothing, unless it surprises."),
    .init(
      "sound", "The store is what its version says.", do: "nothing."),
  ]
}
