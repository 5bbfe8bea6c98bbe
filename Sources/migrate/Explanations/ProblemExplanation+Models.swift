extension ProblemExplanation {
  static let ofModels: [ProblemExplanation] = [
    .init(
      "duplicate-name", "Two parts of a model have one name where each needs its own.",
      do: "rename one of them, with 'renamedFrom' if it was released."),
    .init(
      "invalid-identifier", "A name cannot be used in Swift and SQL.",
      do: "take letters, digits and underscores, and no digit first."),
    .init(
      "unknown-entity",
      "A parent, a relationship or a query leads to an entity that does not exist; or rows of a "
        + "store belong to none.",
      do: "correct the name. In a store, restore a backup, for 'migrate' never writes such rows."),
    .init(
      "unknown-property", "A list of properties names one that the entity does not have.",
      do: "take the one that is suggested."),
    .init(
      "unknown-type", "A type is neither built in nor declared.",
      do: "correct it, or declare it under 'enums' or 'composites'."),
    .init(
      "unknown-inverse", "An inverse is no relationship of the entity that is led to.",
      do: "correct the name, or declare the relationship there."),
    .init(
      "inheritance-cycle", "Entities inherit from one another in a circle.",
      do: "take 'parent' from one of them."),
    .init(
      "invalid-enumeration",
      "An enumeration has no cases, or cases that a store could not distinguish.",
      do: "give every case a raw value of its own, of the enumeration's raw type."),
    .init(
      "invalid-composite", "A composite has no attributes, or contains itself.",
      do: "give it attributes, or make an entity of it."),
    .init(
      "invalid-default", "A default is no value of its type, or against its own bounds or pattern.",
      do: "give a default that a new object may have."),
    .init(
      "invalid-bound", "A bound does not fit what it bounds, or 'min' is above 'max'.",
      do: "correct the bound; the bound of a text is a length."),
    .init(
      "invalid-pattern", "A pattern is no regular expression, or one that takes too long to match.",
      do: "write one as Swift's 'Regex' reads them; a backslash needs single quotes around in YAML."
    ),
    .init(
      "misplaced-key", "A key is given to something that cannot have it.",
      do: "leave it out, or change the type."),
    .init(
      "invalid-property-list",
      "A key, an index or an initializer lists what cannot be in it: a transient property, a "
        + "to-many relationship, one property twice, or nothing.",
      do: "list stored properties, each once."),
  ]
}
