internal import MigrationPlanner

extension ChangeExplanation {
  /// The explanations of changes to attributes and shared types.
  static let attributes: [ChangeKind: Self] = [
    .addAttribute: Self(
      "An attribute is new.",
      "lightweight if it is optional or has a default; custom if it is required without one",
      "every object gets the default, no value, or what an expression under 'migration.map' gives"),
    .dropAttribute: Self(
      "An attribute is removed.", "lightweight",
      "its values are dropped, which has to be approved where there are any: "
        + "--allow drop-attribute:ENTITY.NAME"),
    .renameAttribute: Self(
      "An attribute has a new name, by 'renamedFrom'.", "lightweight",
      "its values stay as they are"),
    .moveAttribute: Self(
      "An attribute is declared by another entity of its hierarchy.", "lightweight",
      "its values stay as they are"),
    .changeAttributeType: Self(
      "An attribute has another type.",
      "lightweight from number to number, and from whole numbers to decimals: the platform converts them, and "
        + "changes one that does not fit; else custom",
      "values that fit are converted; one that does not fails the migration, unless an expression "
        + "says what becomes of it"),
    .makeAttributeOptional: Self(
      "An attribute may be without a value.", "lightweight", "every value stays as it is"),
    .makeAttributeRequired: Self(
      "An attribute must have a value.",
      "lightweight if it has a default; custom if it has none",
      "objects without a value get the default, or what an expression gives; without either they "
        + "fail the migration"),
    .changeDefault: Self(
      "A default is another one.", "lightweight: the platform sees no difference",
      "objects keep their values; only new ones get the new default"),
    .changeStorage: Self(
      "Values move into files next to the store, or out of them.",
      "custom: whether the platform moves them is not known, or known not to be so",
      "every value is kept, in its new place"),
    .changeTransience: Self(
      "An attribute is stored from now on, or no longer.", "lightweight",
      "one that is no longer stored loses its values; one that is from now on begins with its "
        + "default"),
    .changePreservation: Self(
      "A value outlives its object in the history, or no longer does.", "lightweight",
      "nothing changes for existing objects"),
    .changeDerivation: Self(
      "The platform computes an attribute otherwise, or from now on, or no longer.",
      "custom: whether the platform computes the values of existing objects anew is not documented",
      "objects keep the values that they have"),
    .changeBounds: Self(
      "The values that are allowed are others.", "lightweight: the platform sees no difference",
      "an object whose value is outside the new bounds fails the migration here"),
    .changeEnumeration: Self(
      "The cases of an enumeration, or what is stored for them, are others.",
      "lightweight where cases are only added; custom where a case is removed or stored otherwise",
      "an object that has a removed case fails the migration, unless an expression gives it "
        + "another"),
    .changeComposite: Self(
      "A composite has other elements.", "as its elements, which are judged as attributes",
      "elements are kept, added and dropped as attributes are"),
    .rewriteAttribute: Self(
      "An expression under 'migration.map' gives an attribute its values anew.",
      "custom: the platform evaluates no expressions",
      "each object gets what the expression gives; where that is no value, the previous value is "
        + "lost, which has to be approved: --allow rewrite-attribute:ENTITY.NAME"),
    .changeAttributeHashModifier: Self(
      "A hash modifier is another one.", "lightweight: that is what it is for",
      "nothing changes but the version hash, so that the platform migrates at all"),
  ]
}
