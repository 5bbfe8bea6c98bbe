internal import MigrationPlanner

extension ChangeExplanation {
  /// The explanations of changes to entities.
  static let entities: [ChangeKind: Self] = [
    .addEntity: Self("An entity is new.", "lightweight", "there are no objects of it yet"),
    .dropEntity: Self(
      "An entity is removed.", "lightweight",
      "its objects are dropped, which has to be approved where there are any: "
        + "--allow drop-entity:NAME"),
    .renameEntity: Self(
      "An entity has a new name, by 'renamedFrom'.",
      "lightweight; custom with 'platform: swiftdata', as SwiftData has no original name for a class",
      "its objects stay as they are. SwiftData drops them, unless a custom stage copies them: declare both "
        + "classes in the next version, copy in 'didMigrate' of its stage, and remove the old class in the "
        + "version after it. Documentation/guides/rename-a-class.md shows the files, and 'migrate export "
        + "--all --format swiftdata' writes the versions and the plan"),
    .changeParent: Self(
      "An entity has another parent.",
      "lightweight within one hierarchy; custom where two hierarchies become one",
      "its objects stay; links that lead to them as objects of the former parent may be dropped"),
    .changeAbstractness: Self(
      "An entity becomes abstract, or is no longer.",
      "custom: whether the platform infers it is not documented",
      "an entity that becomes abstract must have no objects of its own"),
    .changeEntityHashModifier: Self(
      "A hash modifier is another one.", "lightweight: that is what it is for",
      "nothing changes but the version hash, so that the platform migrates at all"),
  ]
}
