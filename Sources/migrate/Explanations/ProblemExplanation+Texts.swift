extension ProblemExplanation {
  static let ofTexts: [ProblemExplanation] = [
    .init(
      "yaml-syntax", "The text is not YAML at that place.",
      do: "look at the line and the previous line; most often quotes or a colon are missing."),
    .init(
      "tab-indentation", "A tab is used to indent, which YAML does not allow.",
      do: "indent with spaces."),
    .init(
      "duplicate-key", "A key, or the name of a rule, is given twice in one place.",
      do: "keep one of the two, or put their contents together."),
    .init(
      "complex-key", "A key is a list or a mapping.", do: "write a single name before the colon."),
    .init(
      "merge-key", "Merge keys ('<<') are not read.", do: "write the keys out."),
    .init(
      "unknown-alias", "An alias ('*name') stands where its anchor ('&name') was not yet.",
      do: "set the anchor before it, or write the value out."),
    .init(
      "recursive-alias", "An alias stands inside its own anchor.", do: "write the value out."),
    .init(
      "yaml-tag", "A tag ('!name') is given; here the place decides the type of a value.",
      do: "leave the tag out."),
    .init(
      "yaml-directive", "A YAML directive ('%TAG') is given.", do: "leave it out."),
    .init(
      "several-documents", "A second YAML document begins in the file.",
      do: "give each version a file of its own."),
    .init(
      "nesting-too-deep", "Lists and mappings are nested deeper than any schema needs.",
      do: "look for a bracket that is not closed."),
    .init(
      "too-many-values", "The file holds more values than any schema needs, aliases counted.",
      do: "write out what aliases of aliases repeat."),
    .init(
      "file-too-large", "The file is larger than any schema needs.",
      do: "see whether it is the file that was meant."),
    .init(
      "not-utf8",
      "A file is not encoded as UTF-8; or its name is not, on the command line or in a folder.",
      do: "save the file as UTF-8, or rename it. As text, such a name would be another file's."),
    .init(
      "control-character", "A control character stands in the text.",
      do: "remove it, or write it as \\u0001 in double quotes."),
    .init(
      "empty-file", "The file has no content.",
      do: "begin a schema file with 'schema: Name'; a store of no bytes comes back from a backup."),
    .init(
      "unknown-key", "A key means nothing at that place.",
      do: "take the one that is suggested; Documentation/schema-files.md lists them."),
    .init(
      "missing-key", "A key that is required is missing.", do: "add it."),
    .init(
      "wrong-value", "A value is of another kind than the key takes.",
      do: "write one of the kind that the message names."),
    .init(
      "unknown-word", "The key takes one of a few words, and this is another.",
      do: "take one of those in the message."),
    .init(
      "invalid-version", "A version is not one to three numbers, such as 2.1.0.",
      do: "write it so; a version needs no quotes."),
    .init(
      "malformed-type", "A type cannot be read, or contradicts 'optional'.",
      do: "write a type such as 'string', 'int?' or '[uuid]', with '?' or 'optional' but not both."),
    .init(
      "invalid-literal", "A default or a bound is no value of the attribute's type.",
      do: "write one, or change the type."),
    .init(
      "invalid-relationship", "A relationship leads nowhere, or to one and to many objects.",
      do: "give it exactly one of 'toOne' and 'toMany'."),
    .init(
      "invalid-extends", "A version cannot build on the file that 'extends' names.",
      do: "extend the version directly before, of the same schema, in the same folder."),
    .init(
      "invalid-removal",
      "'removed' names what the previous version does not have, or a part of a key that stays.",
      do: "correct the name, or leave it out; remove the key or index with its property."),
    .init(
      "unknown-mapping",
      "'migration', or a mapping of records, names an entity or a property that the version lacks.",
      do: "correct the name: the new version's names count."),
    .init(
      "other-schema",
      "Files of one folder, or a store and its schema files, are of different models.",
      do: "put the files of each model into a folder of their own, or name the other folder."),
  ]
}
