internal import MigrationPlanner

extension ChangeExplanation {
  /// The explanations of changes to relationships.
  static let relationships: [ChangeKind: Self] = [
    .addRelationship: Self(
      "A relationship is new.",
      "lightweight if it may be empty; custom if it is a required to-one",
      "it begins without links, or with what an expression under 'migration.map' gives"),
    .dropRelationship: Self(
      "A relationship is removed.", "lightweight",
      "its links are dropped unless its inverse keeps them, which has to be approved: "
        + "--allow drop-relationship:ENTITY.NAME"),
    .renameRelationship: Self(
      "A relationship has a new name, by 'renamedFrom'.", "lightweight",
      "its links stay as they are"),
    .moveRelationship: Self(
      "A relationship is declared by another entity of its hierarchy.", "lightweight",
      "its links stay as they are"),
    .changeDestination: Self(
      "A relationship leads to another entity.",
      "custom: whether the platform keeps such links is not documented",
      "links to objects that are of the new entity, too, are kept; others may be dropped"),
    .changeCardinality: Self(
      "A to-one becomes a to-many, or the other way round.",
      "lightweight towards many; custom towards one",
      "the one becomes the only one of many; of several, none is chosen: an object with several "
        + "fails the migration, unless an expression chooses"),
    .makeRelationshipOptional: Self(
      "A link may be empty.", "lightweight", "every link stays as it is"),
    .makeRelationshipRequired: Self(
      "A link must not be empty.",
      "custom: objects without a link have none to get; lightweight for a to-many, which may have none",
      "an object without a link fails the migration, unless an expression gives one"),
    .changeInverse: Self(
      "A relationship has another inverse, its first, or none.",
      "lightweight where the inverse is new or removed; custom where two relationships that were "
        + "independent become inverses",
      "the links stay; the links of two that become inverses are united, or an expression decides"),
    .changeDeleteRule: Self(
      "What a deletion does to the other end is something else.",
      "lightweight: the platform sees no difference, and the rule takes effect at once",
      "nothing changes for existing objects"),
    .changeOrdering: Self(
      "A to-many has an order, or no longer has one.", "lightweight",
      "the objects stay; a new order is at first by _id, and an order that is removed is lost"),
    .changeCounts: Self(
      "The number of links that are allowed is another one.", "lightweight",
      "existing links stay as they are"),
    .rewriteRelationship: Self(
      "An expression under 'migration.map' gives a to-one its links anew.",
      "custom: the platform evaluates no expressions",
      "each object leads to the object whose _id the expression gives; a previous link that leads "
        + "elsewhere afterwards, or nowhere, is lost, which has to be approved: "
        + "--allow rewrite-relationship:ENTITY.NAME"),
    .dropLinks: Self(
      "A 'where' leaves objects behind that a to-many relationship links with others.",
      "custom: the platform leaves no objects behind",
      "the links go, also where the object at the other end stays, which has to be approved: "
        + "--allow drop-links:ENTITY.NAME"),
    .changeRelationshipHashModifier: Self(
      "A hash modifier is another one.", "lightweight: that is what it is for",
      "nothing changes but the version hash, so that the platform migrates at all"),
  ]
}
