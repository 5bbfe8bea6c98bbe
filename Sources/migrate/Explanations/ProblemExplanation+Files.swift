extension ProblemExplanation {
  static let ofFiles: [ProblemExplanation] = [
    .init(
      "system-error", "The operating system refused something; its reason is in the message.",
      do:
        "remove the reason: a wrong path, a missing right, a full disk. Nothing half-written is left."
    ),
    .init(
      "missing-file",
      "A named file does not exist: a schema file, or a file that a store keeps next to it.",
      do: "correct the name, or put the file back, from a backup where it belongs to a store."),
    .init(
      "store-as-schema", "A store is named where schema files or Swift source are looked at.",
      do: "'migrate lint --store STORE' asks it which findings do harm; 'migrate verify' checks it."
    ),
    .init(
      "missing-folder", "There is no folder of that name.",
      do: "correct '--schemas', or 'schemas:' in migrate.yml; 'migrate init' makes a first one."),
    .init(
      "unreadable-file", "A file is there and cannot be read.",
      do: "see to the rights of the file, or name a file where a folder was named."),
    .init(
      "file-exists", "A file is in the way, and nothing is overwritten unless an option says so.",
      do:
        "choose another place, or '--replace' where the command has it: that replaces a file of the "
        + "same kind, and no other."),
    .init(
      "differing-file",
      "A file of the app is another one than in the backup, and no such file is ever replaced.",
      do: "move it aside, name another folder, or leave '--files' out to restore only the store."),
    .init(
      "outside-folder",
      "A link in the app's folder leads out of it, so that nothing is written there.",
      do: "name the folder where the files are, or replace the link by a folder."),
    .init(
      "files-passed-over", "A backup has files of the app, and no folder was named for them.",
      do: "restore again, with '--files DIR'."),
    .init(
      "name-of-sqlite", "A backup has a name that SQLite takes for a file of its own.",
      do: "name another place: SQLite removes or overwrites what it finds there."),
    .init(
      "same-file",
      "The store to make and the backup to make it of are one file, by this name or another.",
      do: "name another place for the store."),
    .init(
      "changed-meanwhile",
      "A file says something else than it did when the command began, so the edits no longer fit.",
      do: "run the command again; nothing was written."),
    .init(
      "no-changes", "The file that is to become the next version is the same as the newest one.",
      do: "make the changes in it first, or begin with 'migrate new' alone."),
    .init(
      "no-schema-files", "The folder holds no schema files such as 'V1.yaml'.",
      do: "name the folder that does; 'migrate init' makes a first one."),
    .init(
      "unseen-model",
      "A folder with schema files stands too deep in the project's folder to be looked at.",
      do: "move it up, next to the other models, or its files to the other files of their model."),
    .init(
      "unnamed-sources",
      "A check of SwiftData models reads no Swift source, and the project has Swift files with models.",
      do: "write the folder of the app's models as 'sources:' in migrate.yml."),
    .init(
      "no-swift-files",
      "The folder that 'sources:' or '--source' names has no Swift file, so that a check reads none.",
      do: "name the folder with the app's models."),
    .init(
      "misnamed-settings", "A file such as 'migrate.yaml' is not read.",
      do: "call it 'migrate.yml'."),
    .init(
      "several-models", "The folder holds the schema files of several models.",
      do: "choose one with '--schemas'."),
    .init(
      "unknown-model",
      "There are no schema files of a model that is named, or that the store is of.",
      do: "correct the name, or '--schemas', or name the folder as the model."),
    .init(
      "duplicate-version", "Two files of one folder describe the same version.",
      do: "give one of them another 'version', or remove it."),
    .init(
      "missing-lock",
      "There is no 'schema.lock' next to the versions of a model, or it no longer pins all it did.",
      do: "take it back from the repository; before the first release, 'migrate lock' writes it."),
    .init(
      "open-question", "A version that is to be locked has a comment '# decide'.",
      do: "write what is meant, delete the comment, and run 'migrate lock' again."),
    .init(
      "stuck-stores",
      "The hop between two released versions is refused, so that stores of the older one cannot go on.",
      do:
        "nothing in a new version helps: carry the data over in the app, or leave the older versions out "
        + "with 'oldest-supported' in migrate.yml, once no store of them is left."),
    .init(
      "locked-errors", "A version is locked in which 'migrate lint' finds errors.",
      do:
        "nothing, where the version is released: nobody can correct it any more, and the errors are "
        + "notes. Else correct the errors, and pin it anew: 'migrate lock --repin VERSION'."),
    .init(
      "empty-version", "A version that is to be locked changes nothing since the previous version.",
      do:
        "write what changes, or delete its file; if it is released, name it: 'migrate lock 3.0.0'."),
    .init(
      "unlike-source",
      "A version is locked, and neither it nor a later version describes the models in Swift source.",
      do:
        "correct the schema file, and pin it anew: 'migrate lock --repin VERSION'; or correct the "
        + "source."),
    .init(
      "malformed-lock", "A line of a 'schema.lock' is not one that the tool wrote.",
      do: "take the file from the repository again; it is written by 'migrate lock' alone."),
    .init(
      "newer-lock", "The 'schema.lock' was written by a later version of this tool.",
      do: "update the tool."),
    .init(
      "unresolved-conflict", "The marks of a merge stand in a 'schema.lock' or a schema file.",
      do:
        "in a schema file, keep what is right and delete the marks. In a lock, keep both sides "
        + "where they are of different versions; where two branches added the same version, give one of "
        + "them the next number."),
    .init(
      "git-failed", "git could not do what it was asked for; its words are in the message.",
      do: "run the command in a repository where git works."),
    .init(
      "missing-version-file", "A file is missing between two numbered ones.",
      do: "put the file back; where there never was one, rename those behind it."),
    .init(
      "unknown-rule", "'migrate.yml' sets the weight of a lint rule that does not exist.",
      do: "take the one that is suggested; 'migrate explain' lists the rules."),
    .init(
      "invalid-baseline", "A line of a baseline is not one that the tool wrote.",
      do: "write the file anew."),
  ]
}
