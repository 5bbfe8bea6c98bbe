extension ProblemExplanation {
  static let ofImports: [ProblemExplanation] = [
    .init(
      "unknown-source", "The file is nothing that can be imported.",
      do: "name a .xcdatamodeld, a compiled model, Room's JSON, or an SQLite database."),
    .init(
      "incomplete-package", "A model package lacks versions, contents or its current version.",
      do: "take the whole folder from the repository."),
    .init(
      "old-model", "A binary model from before Xcode 4.",
      do: "open and save it with a later one, or import a copy of the package without it."),
    .init(
      "invalid-model", "The file is no model, or contradicts itself.",
      do: "the place is in the message; correct it where it is edited, or export it anew."),
    .init("invalid-xml", "The file is not XML at that place.", do: "correct it, or take it anew."),
    .init(
      "invalid-json", "The file is not JSON at that place.", do: "correct it, or export it anew."),
    .init(
      "malformed-file", "A property list or an archive cannot be understood.",
      do: "take the file anew from where it came."),
    .init(
      "invalid-swift", "The file is not Swift at that place.", do: "correct what does not compile."),
    .init(
      "slow-swift", "The parser takes too long with a Swift file, which is left out.",
      do: "take long or deeply nested expressions in it apart."),
    .init(
      "numbered-versions", "Swift source numbers its versions itself, and a number was given.",
      do: "leave '--version' out, or name the files that declare the models alone."),
    .init(
      "missing-version", "A lock pins a version whose schema file is missing.",
      do: "take the file back from the history of the repository."),
    .init(
      "model-exists",
      "The schema files of the project describe the entities that are imported already.",
      do: "let 'migrate lint --fix' write the next version, or name the folder with '-o'."),
    .init(
      "no-models", "There is no '@Model' class in the Swift files.",
      do: "name the folder that declares them; a Core Data model is a '.xcdatamodeld'."),
    .init(
      "several-plans", "The source has migration plans of several models.",
      do: "name the one that is meant: '--plan NAME'."),
    .init(
      "unknown-plan", "The source has no migration plan of the name that '--plan' gives.",
      do: "take the name of the type, as it is declared."),
    .init(
      "left-out-version",
      "An older version cannot be read, or belongs to no plan. The others are imported.",
      do: "correct it and import again; where no store has that version, nothing."),
    .init(
      "current-version-not-last",
      "The current version of a Core Data model has others behind it, in the order of their names.",
      do:
        "see which is the newest, and change 'version:' in the schema files where that is another."),
    .init(
      "several-stores",
      "Containers in the source have no class in common, and were read as one model.",
      do: "import each model by itself: name the files that declare the classes of one store alone."
    ),
    .init(
      "unlisted-model", "A model is in no version that the source lists, and is left out.",
      do: "list it in a 'VersionedSchema', or import the files that declare it alone."),
    .init(
      "unseen-type", "A type is declared in none of the files that were given.",
      do: "give the file that declares it too."),
    .init(
      "unstorable-type", "A property has a type that no model can store.",
      do: "make it Codable, or mark it '@Transient'."),
    .init(
      "untyped-property", "The type of a property is not written, and its value does not show it.",
      do: "write the type, as in 'var name: String'."),
    .init(
      "unknown-storage", "It is not known how the platform stores a property.",
      do: "check the schema file by hand, and compare its version hash with a store's."),
    .init(
      "unread-default",
      "A default is computed by the app, or kept as bytes whose form is not known, so that its value "
        + "is not known: the schema file says only that the default exists.",
      do:
        "nothing for a store of the platform; for one of 'migrate' itself, write the value in the "
        + "schema file, or spell it out in the source."),
    .init(
      "unread-argument",
      "What a macro of a model is given is not spelt out, and what is stored depends on it.",
      do: "write it where it stands, or as a constant that one of the files declares."),
    .init(
      "unknown-argument", "A macro before a property is given what it is not known to take.",
      do: "correct its name, or take it out."),
    .init(
      "unknown-macro",
      "A macro in a model is not one of the platform's, and may declare properties.",
      do: "write in the schema file what it declares and objects store."),
    .init(
      "left-out", "The source says something that schema files have no place for.",
      do:
        "nothing, where the app goes on saying it; what a stage does is written under 'migration:'."
    ),
    .init(
      "unreadable-version", "A version, or a list of models, is not spelt out in the source.",
      do: "write 'Schema.Version(1, 0, 0)', and lists of type names."),
    .init(
      "conditional-model", "A part of the model is there in some builds only.",
      do: "keep models out of '#if'."),
    .init(
      "model-is-no-class", "A struct or an enum is marked as a model.", do: "make it a class."),
  ]

  static let ofRemarks: [ProblemExplanation] = [
    .init("class-name", "A schema does not say what class objects have.", do: "nothing."),
    .init("code-generation", "A schema does not say how classes are generated.", do: "nothing."),
    .init("scalar-type", "A schema does not say how a class spells a type.", do: "nothing."),
    .init("value-class", "A schema does not say what class a value has.", do: "nothing."),
    .init(
      "value-transformer", "A schema does not say what turns a value into bytes.",
      do: "keep the transformer of that name in the app, or the bytes mean nothing."),
    .init("user-info", "A schema does not carry a team's own keys.", do: "use 'doc' for words."),
    .init("configuration", "A schema does not carry named sets of entities.", do: "nothing."),
    .init("fetch-request", "A schema does not carry fetch requests.", do: "see 'queries'."),
    .init("fetched-property", "A schema does not carry fetched properties.", do: "nothing."),
    .init(
      "partial-index", "An index over some objects is carried as one over all of them.",
      do: "nothing, unless the index is there for its small size."),
    .init(
      "unsupported-index", "An index that is no list of properties is left out.",
      do: "see whether a query needs it, and declare another."),
    .init(
      "transient-relationship", "A relationship that is never stored is left out.", do: "nothing."),
    .init(
      "untyped-transient", "A transient attribute without a type is carried as transformable.",
      do: "nothing."),
    .init("spotlight", "A schema does not say what Spotlight finds.", do: "nothing."),
    .init("sync", "A schema does not say what is left out of sync.", do: "nothing."),
    .init("usage", "A schema does not say what a model is used with.", do: "nothing."),
    .init(
      "mapping-model",
      "A schema does not carry a mapping model: the version to which it leads says 'kind: custom'.",
      do: "say under 'migration' what it does, if 'migrate apply' is to do it, too."),
    .init(
      "unread-mapping-model", "A mapping model cannot be read, so that it counts for no version.",
      do: "write 'migration: {kind: custom}' by hand in the version to which it leads."),
    .init("diagram", "A schema does not carry an editor's diagram.", do: "nothing."),
    .init(
      "renaming-identifier", "A renaming identifier stands where Xcode does not look for one.",
      do: "write 'renamedFrom' by hand if a rename was meant."),
    .init(
      "default-value", "A default has no form in a schema.",
      do: "write the nearest one by hand: without it a required attribute cannot be added."),
    .init(
      "misfit-default", "A default is no value of its type, and is left out.",
      do: "write by hand what new objects get: no document says what the platform makes of it, and "
        + "without it the step that adds a required attribute is custom."),
    .init(
      "misfit-bound", "A bound is no value of the type that it bounds, and is left out.",
      do: "write one that fits by hand, if it was meant."),
    .init(
      "bound", "A bound or a pattern does not fit its type or its default, and is left out.",
      do: "write one that fits by hand, if it was meant."),
    .init(
      "negative-maximum", "A negative maximum is carried as none, which changes the version hash.",
      do: "expect that the hash of that entity differs from the hash in stores."),
    .init(
      "ordered-to-one", "A to-one is said to be ordered, and is carried as a plain one.",
      do: "take the mark out of the model, with the next version that it gets: one object has no "
        + "order."),
    .init(
      "external-storage", "Something else than plain bytes may be stored outside.",
      do: "expect it inside the store."),
    .init(
      "expression", "An expression or a pattern has no form in a schema, and is left out.",
      do: "write it anew by hand, if it is needed."),
    .init(
      "clause", "The database keeps a clause that a schema does not say.", do: "nothing."),
    .init(
      "reserved-table",
      "A table is left out of the schema, for it has such a name as 'migrate' uses in its stores: "
        + "'_order_…', '_migrate_…'. Migrations leave it and its rows as they are.",
      do: "nothing, or give the table another name if its objects are to be in the schema."),
    .init(
      "foreign-key", "A foreign key is no relationship of a schema; the database keeps it.",
      do: "nothing, or declare a relationship."),
    .init(
      "sampled-type", "A type was inferred from what the column holds.",
      do: "check it, for other stores may hold something else."),
    .init("unknown", "Something is not known here, and is left out.", do: "check it by hand."),
  ]
}
