internal import MigrationPlanner

extension ChangeExplanation {
  /// The explanations of changes to constraints, and to tables of an existing database.
  static let constraints: [ChangeKind: Self] = [
    .addUniqueness: Self(
      "Objects must differ in some of their values.", "lightweight",
      "two objects that are equal there fail the migration, unless a condition under "
        + "'migration.map' leaves one of them behind"),
    .dropUniqueness: Self(
      "Objects may be equal there.", "lightweight", "every object satisfies less"),
    .addIndex: Self(
      "An index is new.",
      "lightweight: the platform sees no difference, and adds it to new stores alone",
      "nothing changes for the objects; 'apply' makes the index"),
    .dropIndex: Self(
      "An index is removed.",
      "lightweight: the platform sees no difference, and keeps it in existing stores",
      "nothing changes for the objects; 'apply' drops the index"),
    .addRule: Self(
      "Objects must satisfy a rule that is new, or another one.",
      "lightweight: the platform sees no difference",
      "an object that breaks the rule fails the migration here"),
    .changeRule: Self(
      "Objects must satisfy a rule that is new, or another one.",
      "lightweight: the platform sees no difference",
      "an object that breaks the rule fails the migration here"),
    .dropRule: Self(
      "A rule is removed.", "lightweight: the platform sees no difference",
      "every object satisfies less"),
    .changeAttributeToRelationship: Self(
      "An attribute of an existing database becomes a to-one relationship over the same column.",
      "lightweight: no platform opens the database",
      "the column keeps its values and gets a foreign key; a value that leads nowhere fails the "
        + "migration"),
    .changeRelationshipToAttribute: Self(
      "A to-one relationship of an existing database becomes an attribute over the same column.",
      "lightweight: no platform opens the database",
      "the column keeps its values and loses its foreign key"),
    .changeTable: Self(
      "An existing database keeps something in another place, or as another type.",
      "lightweight: the platform knows nothing of it", "every value is kept, in its new place"),
    .changePrimaryKey: Self(
      "An existing database keeps something in another place, or as another type.",
      "lightweight: the platform knows nothing of it", "every value is kept, in its new place"),
    .changeColumn: Self(
      "An existing database keeps something in another place, or as another type.",
      "lightweight: the platform knows nothing of it", "every value is kept, in its new place"),
    .changeColumnType: Self(
      "An existing database keeps something in another place, or as another type.",
      "lightweight: the platform knows nothing of it", "every value is kept, in its new place"),
  ]
}
