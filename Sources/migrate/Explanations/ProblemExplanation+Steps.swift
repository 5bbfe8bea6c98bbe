extension ProblemExplanation {
  static let ofSteps: [ProblemExplanation] = [
    .init(
      "probable-rename",
      "A part is missing and a similar part is new, which may be a rename or may not.",
      do: "add the 'renamedFrom' that the note spells out, or list the old one under 'removed'."),
    .init(
      "version-order", "A version does not come after the one that it is to follow.",
      do: "give it a higher number, or name the older version first."),
    .init(
      "rename-source-missing",
      "'renamedFrom' gives a name that the previous version does not have.",
      do: "write the name it had there, or leave it out if this is new."),
    .init(
      "rename-claimed-twice", "Two parts say that they were renamed from the same one.",
      do: "keep 'renamedFrom' on one, and give the other its value with 'using'."),
    .init(
      "rename-swap", "Renames lead in a circle, so no order of them keeps the values apart.",
      do: "rename one of them to a third name in a version between."),
    .init(
      "rename-source-kept", "'renamedFrom' names what this version still has.",
      do: "leave it out, or remove the old one."),
    .init(
      "rename-target-exists", "The new name was in use before, and its values would be lost.",
      do: "remove the old owner of the name in an earlier version, or leave 'renamedFrom' out."),
    .init(
      "asserted-lightweight",
      "The file says 'kind: lightweight', and the platform cannot infer the migration.",
      do: "the notes name each change that is custom: undo it, or write 'kind: custom'."),
    .init(
      "transient-expression", "An expression gives a value to an attribute that is never stored.",
      do: "leave it out, or store the attribute."),
    .init(
      "to-many-expression", "An expression gives a value to a to-many, which no row holds.",
      do: "give the to-one at the other end an expression, where there is one."),
    .init(
      "inverse-expression", "An expression stands at the end of a link that does not store it.",
      do: "give the end that the note names the expression."),
    .init(
      "unknown-link",
      "A 'link' names no to-one relationship between new objects and those that they are made of.",
      do: "name one of the new version, as 'Note.label', or leave it out."),
    .init(
      "link-given-twice", "A to-one is given both by a 'link' and by an expression of its own.",
      do: "leave one of them out."),
    .init(
      "unkept-links",
      "A 'link' names a relationship whose links are not stored with its objects yet.",
      do: "name a new relationship, so that the existing links stay."),
    .init(
      "abstract-objects", "Objects are to be made of an entity that is abstract.",
      do: "make objects of an entity below it."),
    .init(
      "occupied-identity",
      "Objects are to be made in the table in which those that they are made of stay.",
      do: "let a 'where' on both sides part them, or give the values by expressions."),
    .init(
      "volatile-condition", "A condition has another answer each time that it is asked.",
      do: "compare with a value that is written out, not with the moment or with chance."),
    .init(
      "unstored-key", "Duplicates are distinguished by something that their rows do not hold.",
      do:
        "take attributes that are stored in the row, and to-one relationships that store the link."
    ),
    .init(
      "unmakeable-objects",
      "Objects are to be made of others in an existing database.",
      do: "make them in the database itself, before the migration."),
    .init(
      "unworkable-step",
      "A step names something that no row holds, nothing at all, or work that nobody can do.",
      do: "name stored properties under 'touches', as 'Entity.property'."),
    .init(
      "unworkable-choice",
      "'keep' is to choose one of several linked objects where there is nothing to choose from.",
      do: "write it for a to-one that was a to-many before, by what the linked objects held then."),
    .init(
      "unusable-step",
      "SQLite does not accept the statement of a step, or it changes more than 'touches' names.",
      do: "correct the statement, or name under 'touches' all that it is meant to change."),
    .init(
      "failed-step",
      "A declared step failed, or changed rows that 'touches' does not name. Nothing of it stayed.",
      do: "correct the statement or the closure, or name under 'touches' all that it is to change."),
    .init(
      "missing-closure", "A step is done by a closure that nobody has registered here.",
      do: "let the app migrate the store: it registers the closure in 'MigrationOptions.closures'."),
    .init(
      "unmergeable-objects",
      "Objects are to be merged in an existing database.",
      do: "merge them in the database itself, before the migration."),
    .init(
      "different-schema", "Two versions of different models were to be compared.",
      do: "name two versions of one model."),
    .init(
      "downgrade", "A store was to be brought to an older version.",
      do: "restore the backup of that version: no migration leads backwards."),
    .init(
      "unknown-version",
      "A version is not among the schema files, or a name is neither version, file nor store.",
      do: "correct it, or add the schema file of that version."),
  ]
}
